// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/counting/failure_notice.h"
#include "plugin/element/flashes.h"
#include "plugin/element/light.h"
#include "plugin/element/message.h"

#include <gst/gst.h>

#include <atomic>
#include <vector>

namespace videohistogram {

/// Posts results on the bus: one message per frame, or the sum over an interval of running time.
/// Results of frames from before a flush are stale and are not posted. The content light level in
/// messages is that of the frames reported since the start, the last flush or begin_stream(),
/// frames outside the segment excepted, and flashes are looked for in the same frames.
///
/// No lock is held while a message is posted. flush_start() does not wait for a message that is
/// being posted. After it has returned, no post of an older frame's message begins.
///
/// Thread-safety: ticket() and flush_start() from any thread. The rest from one thread at a time
/// and in stream order: by the thread that finishes frames, or by the streaming thread while no
/// frame is pending.
class Reporter {
public:
  explicit Reporter(GstElement* element);
  ~Reporter() { drop_interval(); }

  /// The ticket of a frame that is submitted now, to be passed to report(). 0 while flushing: the
  /// frame is then never reported.
  guint64 ticket() const { return ticket_.load(std::memory_order_acquire); }

  /// Posts `report` or adds it to the present interval, unless a flush began after the ticket was
  /// taken. `interval` is the property's value when the frame was submitted, in ns; 0: post at
  /// once. A frame outside the segment is part of no interval. All histograms of an interval have
  /// the same channels, bins and projections. An interval in which no frame could be counted is
  /// posted as its first failure.
  void report(guint64 ticket, const Report& report, GstClockTime interval);

  /// Tell the user when frames, or tables of counted frames, begin to fail: by a WARNING, whatever
  /// messages the settings ask for.
  FailureNotice frames, tables;

  /// Called when running time has reached `now` without a reported frame: posts the present
  /// interval if it has ended by then. Does nothing if `now` is GST_CLOCK_TIME_NONE.
  void pass_time(guint64 ticket, GstClockTime now, GstClockTime interval);

  /// Posts the sum of the present interval so far, unless a flush began after the ticket was taken.
  void end_interval(guint64 ticket);

  /// The next frame is the first one of another video. Call only when no frame is pending.
  void begin_stream() {
    light_.reset();
    flashes_.reset();
  }

  void flush_start();
  /// Call only when all frames from before the flush are finished.
  void flush_stop();

private:
  bool is_current(guint64 ticket) const { return ticket != 0 && ticket == this->ticket(); }
  bool is_over(GstClockTime now, GstClockTime interval) const;
  void measure(guint64 ticket, const Report& report);
  void post(guint64 ticket, const Report& report);
  void drop_interval();
  void add_to_interval(const Report& report, GstClockTime interval);
  void add_failure(const Report& report);
  void add_histogram(const Report& report);
  void add_field(const FieldHistograms& field);

  GstElement* element_;
  std::atomic<guint64> epoch_{1};  ///< number of flushes since construction, plus 1
  std::atomic<guint64> ticket_{1}; ///< epoch_, or 0 while flushing

  ContentLight light_;                 ///< of the frames reported so far
  FlashMeter flashes_;                 ///< likewise
  Report sum_;                         ///< report of the present interval; valid if total_ is set
  GstVideoHistogram* total_ = nullptr; ///< sum of the interval's histograms; owned; null: no frame
  /// The sums of the interval's fields, without regions; those that no frame had are missing.
  std::vector<FieldHistograms> field_totals_;
  /// The interval's first frame that could not be counted; `failed` is the number of all of them.
  Report first_failure_;
  GstClockTime interval_start_ = GST_CLOCK_TIME_NONE; ///< start of the interval in running time
};

} // namespace videohistogram
