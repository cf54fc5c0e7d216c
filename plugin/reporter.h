// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/message.h"

#include <gst/gst.h>

#include <atomic>
#include <mutex>
#include <vector>

namespace videohistogram {

/// Posts results on the bus: one message a frame, or the sum over an interval of running time.
/// Knows which results a flush has made stale.
/// Thread-safety: any thread.
class Reporter {
public:
  explicit Reporter(GstElement* element) : element_(element) {}
  ~Reporter() { drop_interval(); }
  Reporter(const Reporter&) = delete;
  Reporter& operator=(const Reporter&) = delete;

  /// The ticket of a frame that is submitted now; report() wants it back. 0 while flushing: such a
  /// frame is never reported. Does not wait for a message that is being posted.
  guint64 ticket() const { return ticket_.load(std::memory_order_acquire); }

  /// Posts `report` or adds it to the present interval, unless a flush came after its ticket. The
  /// interval is the one that the frame was submitted with; 0: post at once. All histograms of an
  /// interval have the same channels, bins and direction.
  void report(guint64 ticket, const Report& report, GstClockTime interval);

  /// A frame that is not to be reported: posts what the interval has summed before it.
  void leave_out(guint64 ticket);

  /// Posts what the present interval has summed so far.
  void end_interval();

  void flush_start();
  /// All frames of before the flush must be finished.
  void flush_stop();

private:
  bool is_current(guint64 ticket) const;
  bool is_over(GstClockTime now, GstClockTime interval) const;
  void post(const Report& report);
  void post_interval();
  void drop_interval();
  void add_to_interval(const Report& report, GstClockTime interval);

  GstElement* element_;
  // Held while posting, so that nothing of before a flush is posted once FLUSH_START has passed.
  // Recursive: a synchronous bus handler runs inside of post(), and one that flushes there, which
  // it must not, is not to lock up a stream that is counted on its own thread.
  std::recursive_mutex mutex_;
  guint64 epoch_ = 1;              ///< counts flushes
  std::atomic<guint64> ticket_{1}; ///< the epoch, or 0 while flushing; written with mutex_ held

  Report sum_;                                        ///< of the interval; frames == 0: nothing yet
  GstVideoHistogram* total_ = nullptr;                ///< owned
  GstClockTime interval_start_ = GST_CLOCK_TIME_NONE; ///< running time
};

} // namespace videohistogram
