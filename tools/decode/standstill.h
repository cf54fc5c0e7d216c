// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Whether a pipeline that is not live still goes on.
#pragma once

#include <gst/gst.h>

#include <atomic>
#include <utility>

namespace videohistogram::tools {

/// Notices that a pipeline does not go on, where no message and no end of the stream tells: storage
/// does not answer, or elements that read a URI fail, such as a demuxer that stops at damage. A
/// decoder that repeats a frame without end is not noticed. Thread-safety: one thread, beside those
/// of the pipeline.
class Standstill {
public:
  /// The time between two looks.
  static constexpr GstClockTime interval = 50 * GST_MSECOND;

  /// Construct it before the pipeline has a source. The pipeline must outlive the object, and be in
  /// GST_STATE_NULL when it is destroyed.
  explicit Standstill(GstElement* pipeline) : pipeline_(pipeline) {
    g_signal_connect(pipeline, "deep-element-added", G_CALLBACK(watch_source), this);
  }
  Standstill(const Standstill&) = delete;
  Standstill& operator=(const Standstill&) = delete;

  enum class Finding {
    none,
    stopped, ///< no thread is there to move data
    hung,    ///< nothing was read or decoded for five minutes
  };

  /// Counts buffers that pass a pad as progress. Those of every source count as well.
  void watch(GstPad* pad);

  /// Call it at each interval; time for which the process is stopped does not count. `waiting` is
  /// any number that grows while the pipeline has to wait for others, `progress` one that grows
  /// with what is read or decoded beside the buffers.
  Finding look(int64_t waiting, uint64_t progress = 0);

  /// Call it at each message.
  void note_message() { idle_looks_ = 0; }

private:
  static void watch_source(GstBin*, GstBin*, GstElement* element, Standstill* self);
  static GstPadProbeReturn note_buffer(GstPad*, GstPadProbeInfo*, gpointer self);
  bool has_running_task() const;

  GstElement* const pipeline_;
  std::atomic<uint64_t> buffers_{0};
  std::pair<uint64_t, int64_t> progress_{0, 0}; ///< buffers, and how long others kept it waiting
  int idle_looks_ = 0;                          ///< in succession, without a running task
  int same_looks_ = 0;                          ///< in succession, without progress
};

} // namespace videohistogram::tools
