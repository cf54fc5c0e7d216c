// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/counting/run.h"

#include "core/backends/small_frames.h"

#include <utility>

#undef GST_CAT_DEFAULT
#define GST_CAT_DEFAULT category_

namespace videohistogram {

void RunStats::append_to(GstStructure* stats) const {
  gst_structure_set(stats, "backend", G_TYPE_STRING, backend ? backend->name() : "none", "device",
                    G_TYPE_STRING, backend ? backend->device().c_str() : "none", "reason",
                    G_TYPE_STRING, reason.c_str(), nullptr);
}

Expected<ChosenBackend> Run::choose(const BackendSettings& settings) {
  Expected<ChosenBackend> chosen = choose_backend(
      settings, [this](const Error& error, int device) { warn_about_failure(error, device); },
      [this](int device) { return cuda_context_.find(device); });
  if (chosen.ok())
    warn_about_unused_gpus(*chosen, settings);
  return chosen;
}

void Run::begin(ChosenBackend chosen) {
  GST_INFO_OBJECT(element_, "counting on %s, %s", chosen.backend->name(),
                  chosen.backend->device().c_str());
  posted_device_lost_ = logged_download_ = false;
  {
    std::lock_guard lock(mutex_);
    backend_ = std::move(chosen.backend);
    automatic_ = chosen.automatic;
    on_gpus_ = chosen.gpus > 0;
    small_frames_ = false;
    choice_reason_ = std::move(chosen.reason);
    g_clear_pointer(&last_stats_, gst_structure_free);
  }
  running_.store(true, std::memory_order_release);
}

std::unique_ptr<Backend> Run::end() {
  GstStructure* const last_stats = stats();
  running_.store(false, std::memory_order_release);
  cuda_context_.clear();
  std::lock_guard lock(mutex_);
  last_stats_ = last_stats;
  return std::move(backend_);
}

void Run::prepare(const FramesAhead& frames) {
  backend_->prepare(frames);
  std::lock_guard lock(mutex_);
  small_frames_ = automatic_ && on_gpus_ && are_small_frames(frames);
}

const char* Run::active_backend() const {
  std::lock_guard lock(mutex_);
  return backend_ ? backend_->name() : nullptr;
}

/// Whether a device counts. True while stopped.
bool Run::has_device() const {
  std::lock_guard lock(mutex_);
  return !backend_ || backend_->is_device();
}

GstStructure* Run::stats() const {
  std::lock_guard lock(mutex_);
  return last_stats_ ? gst_structure_copy(last_stats_)
                     : make_stats_({backend_.get(), on_gpus_, reason()});
}

/// The reason why this backend counts, in words. Called with mutex_ held.
std::string Run::reason() const {
  if (small_frames_)
    return "frames in system memory of fewer than " + std::to_string(min_gpu_frame_bytes) +
           " bytes take less CPU time without a GPU";
  if (on_gpus_ && backend_ && !backend_->is_device())
    return "no GPU can be used any more";
  return choice_reason_;
}

void Run::warn_about_unused_gpus(const ChosenBackend& chosen, const BackendSettings& settings) {
  if (chosen.no_gpu) {
    const Error& why = *chosen.no_gpu;
    if (why.kind == ErrorKind::no_device && !names_devices(settings))
      GST_INFO_OBJECT(element_, "counting on the CPU: %s", why.message.c_str());
    else // the user can fix the cause, or named a GPU that does not exist
      GST_ELEMENT_WARNING(
          element_, RESOURCE, FAILED,
          ("Counting on the CPU until the element starts again: %s", why.message.c_str()),
          ("%s", why.detail.c_str()));
  }
  for (const Error& why : chosen.unusable_devices)
    GST_ELEMENT_WARNING(element_, RESOURCE, FAILED,
                        ("Counting on the other GPUs: %s", why.message.c_str()),
                        ("%s", why.detail.c_str()));
}

/// Implements NotifyFailure. Called without locks, on the streaming or the completion thread.
void Run::warn_about_failure(const Error& error, int device) {
  const bool several = device >= 0;
  std::string what =
      several ? "Counting without GPU " + std::to_string(device) : "Counting on the CPU";
  if (error.kind == ErrorKind::device_lost) {
    if (posted_device_lost_.exchange(true))
      return; // every GPU reports the same loss
    what = "Counting on the CPU until this process is restarted";
  } else if (error.kind == ErrorKind::transient) {
    what += several ? " until it can be used again" : " until the GPU can be used again";
  } else {
    what += " from now on";
    if (several && !has_device())
      what += ", and on the CPU since no GPU is left";
  }
  GST_ELEMENT_WARNING(element_, RESOURCE, FAILED, ("%s: %s", what.c_str(), error.message.c_str()),
                      ("%s: %s", error_kind_name(error.kind), error.detail.c_str()));
}

void Run::log_download() {
  if (!std::exchange(logged_download_, true))
    GST_INFO_OBJECT(element_, "frames in a GPU's memory are copied to the host to be counted");
}

} // namespace videohistogram
