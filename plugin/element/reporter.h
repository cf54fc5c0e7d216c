// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/element/message.h"

#include <gst/gst.h>

#include <atomic>

namespace videohistogram {

/// Posts results on the bus: one message per frame, or the sum over an interval of running time.
/// A flush makes the results of older frames stale; these are not posted.
///
/// No lock is held while a message is posted. flush_start() does not wait for a message that is
/// being posted; after it has returned, no message of an older frame begins.
///
/// Thread-safety: ticket() and flush_start() from any thread. The rest from one thread at a time,
/// in the order of the stream: by the thread that finishes frames, or by the streaming thread while
/// no frame is pending.
class Reporter {
public:
  explicit Reporter(GstElement* element) : element_(element) {}
  ~Reporter() { drop_interval(); }
  Reporter(const Reporter&) = delete;
  Reporter& operator=(const Reporter&) = delete;

  /// The ticket of a frame that is submitted now; report() wants it back. 0 while flushing: such a
  /// frame is never reported.
  guint64 ticket() const { return ticket_.load(std::memory_order_acquire); }

  /// Posts `report` or adds it to the present interval, unless a flush came after its ticket.
  /// `interval` is the property when the frame was submitted; 0: post at once. A frame outside the
  /// segment is part of no interval. All histograms of an interval have the same channels, bins and
  /// projections.
  void report(guint64 ticket, const Report& report, GstClockTime interval);

  /// Running time has passed to `now` without a frame that is reported: posts the present interval
  /// if it is over by then. Does nothing for GST_CLOCK_TIME_NONE.
  void pass_time(guint64 ticket, GstClockTime now, GstClockTime interval);

  /// Posts what the present interval has summed so far, unless a flush came after the ticket.
  void end_interval(guint64 ticket);

  void flush_start();
  /// All frames of before the flush must be finished.
  void flush_stop();

private:
  bool is_current(guint64 ticket) const { return ticket != 0 && ticket == this->ticket(); }
  bool is_over(GstClockTime now, GstClockTime interval) const;
  void post(guint64 ticket, const Report& report);
  void drop_interval();
  void add_to_interval(const Report& report, GstClockTime interval);

  GstElement* element_;
  std::atomic<guint64> epoch_{1};  ///< counts flushes
  std::atomic<guint64> ticket_{1}; ///< the epoch, or 0 while flushing

  Report sum_;                                        ///< of the interval, if there is a total
  GstVideoHistogram* total_ = nullptr;                ///< owned; null: no frame yet
  GstClockTime interval_start_ = GST_CLOCK_TIME_NONE; ///< running time
};

} // namespace videohistogram
