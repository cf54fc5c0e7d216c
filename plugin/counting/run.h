// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "plugin/counting/backends.h"
#include "plugin/counting/frame_source.h"
#include "plugin/cuda/cuda_memory.h"

#include <gst/gst.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <string>

namespace videohistogram {

/// The backend that counts the frames of a run, for the property `stats`.
struct RunStats {
  const Backend* backend; ///< borrowed; null: the element has not started yet
  bool on_gpus;           ///< GPUs count; the CPU only small frames and where GPUs fail
  std::string reason;     ///< why this backend counts, in words

  /// Appends the fields `backend`, `device` and `reason`.
  void append_to(GstStructure* stats) const;
};

/// The life of an element's backend from start to stop: chooses it, submits frames to it, tells the
/// user what fails, and keeps the statistics of the last run.
/// Thread-safety: running(), active_backend(), stats() and the functions for contexts from any
/// thread; the rest from the streaming thread, or while no buffer streams.
class Run {
public:
  /// A new structure for the property `stats`. Called on any thread, with a lock held.
  using MakeStats = std::function<GstStructure*(const RunStats&)>;

  /// Logs in `category`.
  Run(GstElement* element, GstDebugCategory* category, MakeStats make_stats)
      : element_(element), category_(category), make_stats_(std::move(make_stats)),
        cuda_context_(element) {}
  ~Run() { g_clear_pointer(&last_stats_, gst_structure_free); }

  /// Chooses and creates the backend of the next run. Posts a WARNING for each GPU that was asked
  /// for and does not count; that the machine has no GPU is only logged, unless the settings name
  /// one. The error message says what the user can do.
  Expected<ChosenBackend> choose(const BackendSettings& settings);
  /// Begins the run. Jobs of the backend can be made before.
  void begin(ChosenBackend chosen);
  /// Ends the run and returns its backend. Destroy the jobs first, then the backend. Call only
  /// while running().
  [[nodiscard]] std::unique_ptr<Backend> end();

  /// True between begin() and end(). A pad is activated before its element has started, so events
  /// and buffers may arrive while this is still false.
  bool running() const { return running_.load(std::memory_order_acquire); }
  /// Call only while running(). The backend is valid until end() has returned.
  Backend& backend() { return *backend_; }

  /// Prepares the backend for frames. No frame may be pending.
  void prepare(const FramesAhead& frames);
  /// Submits the frame of a buffer where it lies, if the backend counts it there, else on the host.
  /// `map_and_submit(memory)` maps the frame in such memory and submits it. It is called again for
  /// the host if the device refuses the frame. device_lost if the frame's memory is lost with the
  /// device.
  template <class MapAndSubmit>
  Status submit(GstBuffer* buffer, const MapAndSubmit& map_and_submit) {
    const FrameSource& source = source_of(buffer);
    if (Status status = source.status(); !status.ok())
      return status; // GStreamer's copy to the host would fail too, and may hang
    if (source.kind == MemoryKind::host)
      return map_and_submit(source.kind);
    if (backend_->takes(source.kind)) {
      cuda_context_.learn(buffer);
      Status status = map_and_submit(source.kind);
      if (status.ok() || status.error().kind == ErrorKind::device_lost)
        return status;
    }
    log_download();
    return map_and_submit(MemoryKind::host);
  }

  /// Handle GstElementClass::set_context and the CONTEXT query.
  void set_context(GstContext* context, const BackendSettings& settings) {
    cuda_context_.set(context, only_device(settings));
  }
  bool answer_context(GstQuery* query) { return cuda_context_.answer(query); }

  /// "cpu", "cuda", or nullptr while stopped.
  const char* active_backend() const;
  /// A new structure for the property `stats`, of this run or the last one; the caller owns it.
  GstStructure* stats() const;

private:
  void warn_about_unused_gpus(const ChosenBackend& chosen, const BackendSettings& settings);
  void warn_about_failure(const Error& error, int device);
  void log_download();
  std::string reason() const;
  bool has_device() const;

  GstElement* element_;
  GstDebugCategory* category_;
  MakeStats make_stats_;
  SharedCudaContext cuda_context_;
  std::atomic<bool> running_{false};
  std::atomic<bool> posted_device_lost_{false}; ///< the WARNING that no GPU can be used any more
  bool logged_download_ = false; ///< the log line that frames are copied from a GPU to the host

  /// Held to write the members below, and to read them outside the streaming thread.
  mutable std::mutex mutex_;
  std::unique_ptr<Backend> backend_;
  bool automatic_ = false;             ///< see ChosenBackend
  bool on_gpus_ = false;               ///< see RunStats
  bool small_frames_ = false;          ///< the CPU counts although there are GPUs
  std::string choice_reason_;          ///< see ChosenBackend
  GstStructure* last_stats_ = nullptr; ///< stats of the last run; owned; null while running
};

/// Calls a function that counts a frame; if memory runs out meanwhile, the frame has no counts.
template <class Function>
Status count_if_memory_suffices(Function function) try {
  return function();
} catch (const std::bad_alloc&) {
  return {ErrorKind::transient, "there is not enough memory to count a frame"};
}

} // namespace videohistogram
