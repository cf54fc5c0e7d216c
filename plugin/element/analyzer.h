// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "core/completion_queue.h"
#include "plugin/cuda/cuda_memory.h"
#include "plugin/element/backends.h"
#include "plugin/element/frame_counters.h"
#include "plugin/element/reporter.h"
#include "plugin/settings/frame_planner.h"
#include "plugin/settings/settings.h"

#include <gst/gst.h>
#include <gst/video/video.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

namespace videohistogram {

class FrameTask;

/// The state of an element between start and stop: takes buffers, has them counted, delivers the
/// histograms.
/// Thread-safety: stop() while nothing streams; start() while at most running() is asked; stats(),
/// active_backend(), running() and flush_start() from any thread; the rest from the streaming
/// thread.
class Analyzer {
public:
  explicit Analyzer(GstElement* element);
  ~Analyzer();

  /// Chooses the backend. The error says what the user can do.
  Status start(const Settings& settings);
  /// Finishes everything that is pending; held histograms stay readable.
  void stop();
  /// Between start and stop. A pad is active before its element has started, so the first event or
  /// buffer can come too early.
  bool running() const { return running_.load(std::memory_order_acquire); }

  /// Plans frames of these caps, which come from the host unless `on_device`. Everything of the old
  /// caps is finished and reported first. What the settings ask for in vain is said when the first
  /// frame comes: a decoder may set caps that no frame follows. Only while running().
  void set_format(const GstVideoInfo& info, bool on_device, SharedSettings settings);

  /// Whether set_format() has succeeded since the start.
  bool has_format() const { return has_format_; }

  /// Who counts. Only if has_format(); not kept.
  Backend& backend() { return *backend_; }

  /// Counts a frame. Only if has_format(). With `settings.attach_meta` the buffer must be writable.
  /// A frame that cannot be counted is left as it is. invalid_argument if nothing can be counted in
  /// it and no frame before it could be counted either since the start.
  Status analyse(GstBuffer* buffer, const GstSegment& segment, const SharedSettings& settings);

  /// No frame comes for that long: an interval that is over by then is posted, after all frames
  /// before it.
  void gap(GstClockTime timestamp, GstClockTime duration, const GstSegment& segment,
           const SharedSettings& settings);

  /// Waits until every frame is finished.
  void drain();
  /// Also posts what an interval has summed so far.
  void finish_stream();
  void flush_start() { reporter_.flush_start(); }
  void flush_stop();

  /// For GstElementClass::set_context, and for a CONTEXT query. Any thread.
  void set_context(GstContext* context, const Settings& settings);
  bool answer_context(GstQuery* query) { return cuda_context_.answer(query); }

  /// "cpu", "cuda", or nullptr while stopped.
  const char* active_backend() const;
  /// The `stats` property. Owned by the caller.
  GstStructure* stats() const;

private:
  void prepare();
  void adopt(const SharedSettings& settings);
  void log_plan();
  bool count(GstBuffer* buffer, const FrameTimes& times, guint64 sequence, bool corrupted);
  void pass_time(const FrameTimes& times, const SharedSettings& settings);
  Status map_and_submit(GstBuffer* buffer, FrameTask& task);
  Status submit(FrameTask& task);
  uint32_t frame_width() const {
    return static_cast<uint32_t>(GST_VIDEO_INFO_WIDTH(&planner_.info()));
  }
  uint32_t frame_height() const {
    return static_cast<uint32_t>(GST_VIDEO_INFO_HEIGHT(&planner_.info()));
  }
  bool downstream_writes();
  std::string reason() const;
  GstVideoHistogram* new_histogram();
  void skip_invalid(const Error& error);
  void collect_regions(GstBuffer* buffer, FrameTask& task);
  void attach(GstBuffer* buffer, FrameTask& task);
  void post_warning(const Error& error, int device);
  void create_queue(Backend& backend);

  GstElement* element_;
  std::string element_name_; ///< since the start; an element in a bin cannot be renamed
  SharedCudaContext cuda_context_;
  std::atomic<bool> running_{false};
  Reporter reporter_;
  FrameCounters counters_;

  mutable std::mutex backend_mutex_; ///< for readers of other threads
  std::unique_ptr<Backend> backend_;
  bool on_gpus_ = false;      ///< with backend_mutex_ held, or on the streaming thread
  std::string choice_reason_; ///< the same: why this backend was chosen
  bool automatic_ = false;    ///< the choice was left to the element
  bool small_frames_ = false; ///< with backend_mutex_ held: on the CPU, although there are GPUs
  GstStructure* last_stats_ = nullptr; ///< of the last run, while stopped; owned

  std::unique_ptr<CompletionQueue> queue_; ///< gone before the backend is
  uint32_t queue_depth_ = 0;               ///< its tasks
  FrameLimit prepared_limit_;              ///< what the backend was told last

  bool has_format_ = false;
  bool on_device_ = false; ///< the frames are a GPU's, by their caps
  FramePlanner planner_;

  bool in_invalid_episode_ = false;
  bool downstream_writes_ = false; ///< somebody writes into the frames that we have passed on
  std::atomic<bool> posted_device_lost_{false}; ///< that no GPU can be used any more
  bool posted_download_ = false; ///< that frames in a GPU's memory are copied to the host
};

} // namespace videohistogram
