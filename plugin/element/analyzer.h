// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "core/completion_queue.h"
#include "plugin/counting/failure_notice.h"
#include "plugin/counting/mapped_frame.h"
#include "plugin/counting/run.h"
#include "plugin/element/frame_counters.h"
#include "plugin/element/reporter.h"
#include "plugin/memory/allocation.h"
#include "plugin/settings/frame_planner.h"
#include "plugin/settings/settings.h"

#include <gst/gst.h>
#include <gst/video/video.h>

#include <memory>
#include <string>

namespace videohistogram {

class FrameTask;

/// The state of one element from start to stop: submits buffers to a backend, delivers histograms.
/// Thread-safety: start() and stop() only while no buffer streams; run() as Run says; flush_start()
/// from any thread; the rest from the streaming thread.
class Analyzer {
public:
  explicit Analyzer(GstElement* element);
  ~Analyzer() { stop(); }

  /// Chooses and creates the backend. The error message says what the user can do.
  Status start(const Settings& settings);
  /// Finishes all pending frames. Histograms that the application holds stay readable.
  void stop();
  Run& run() { return run_; }

  /// Plans frames of these caps. Finishes and reports the pending frames of the old caps first.
  /// Warnings about settings wait for the first frame: a decoder may set caps that no frame
  /// follows. Call only while the run is running.
  void set_format(const FrameCaps& caps, SharedSettings settings);

  /// Whether set_format() has succeeded since start().
  bool has_format() const { return has_format_; }

  /// Submits a frame for counting. Call only if has_format(). Metas are attached only to a writable
  /// buffer. A frame that cannot be counted is passed on unchanged. invalid_argument if nothing
  /// could be counted in any frame since start(), this one included.
  Status analyse(GstBuffer* buffer, const GstSegment& segment, const SharedSettings& settings);

  /// Handles a GAP event: posts an interval that ends within the gap after all frames before it.
  void gap(GstClockTime timestamp, GstClockTime duration, const GstSegment& segment,
           const SharedSettings& settings);

  /// Waits until every pending frame is finished, and holds no buffer afterwards.
  void drain();
  /// Drains, then posts the sum of the current interval, if there is one.
  void finish_stream();
  /// Handles a STREAM_START event: another id begins another video.
  void begin_stream(const std::string& id);
  /// The next frame has no differences.
  void forget_previous() { previous_.reset(); }
  /// Whether a frame is held until the next one is counted. A stopped element holds none.
  bool keeps_previous() const {
    return run_.running() && planner_.plan() && planner_.plan()->plan->of_two_frames();
  }
  /// Per frame, and beside the frames in flight.
  Held held() const { return {jobs_per_frame_, keeps_previous()}; }
  void flush_start() { reporter_.flush_start(); }
  void flush_stop();

private:
  void prepare();
  void adopt(const SharedSettings& settings);
  void log_plan();
  bool count(GstBuffer* buffer, const FrameTimes& times, guint64 sequence, bool corrupted);
  void pass_time(const FrameTimes& times, const SharedSettings& settings);
  Status map_and_submit(GstBuffer* buffer, FrameTask& task);
  Status submit(FrameTask& task);
  bool downstream_writes();
  GstVideoHistogram* new_histogram(GstVideoHistogramField field, guint channels);
  void make_histograms(GstBuffer* buffer, FrameTask& task);
  void create_queue(Backend& backend);

  GstElement* element_;
  std::string element_name_; ///< set by start(); an element in a bin cannot be renamed
  FrameCounters counters_;
  Run run_;
  Reporter reporter_;
  FailureNotice invalid_; ///< buffers without the frame that the caps promise

  std::unique_ptr<CompletionQueue> queue_; ///< destroyed before the backend
  uint32_t queue_depth_ = 0;               ///< of the backend for which queue_ was made
  uint32_t jobs_per_frame_ = 1;            ///< of the present run
  FrameLimit prepared_limit_;              ///< limit that the backend was last prepared for

  bool has_format_ = false;
  DeclaredLight declared_light_; ///< of the caps
  std::string stream_id_;        ///< of the last STREAM_START event
  /// The last frame, if it was counted and the next frame's differences are to be counted.
  BufferReference previous_;
  FramePlanner planner_;

  bool downstream_writes_ = false; ///< an element downstream writes into held frames
};

} // namespace videohistogram
