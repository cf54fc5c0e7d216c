// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/reporter.h"

namespace videohistogram {

bool Reporter::is_current(guint64 ticket) const {
  return ticket != 0 && ticket == ticket_.load(std::memory_order_relaxed);
}

void Reporter::report(guint64 ticket, const Report& report, GstClockTime interval) {
  std::lock_guard lock(mutex_);
  if (!is_current(ticket))
    return;
  if (interval == 0 || is_over(report.times.running_time, interval))
    post_interval();
  if (!is_current(ticket)) // flushed by whoever got that message
    return;
  if (interval == 0)
    post(report);
  else
    add_to_interval(report, interval);
}

void Reporter::leave_out(guint64 ticket) {
  std::lock_guard lock(mutex_);
  if (is_current(ticket))
    post_interval();
}

void Reporter::end_interval() {
  std::lock_guard lock(mutex_);
  if (ticket() != 0)
    post_interval();
}

void Reporter::flush_start() {
  std::lock_guard lock(mutex_);
  epoch_++;
  ticket_.store(0, std::memory_order_release);
}

void Reporter::flush_stop() {
  std::lock_guard lock(mutex_);
  drop_interval();
  interval_start_ = GST_CLOCK_TIME_NONE;
  ticket_.store(epoch_, std::memory_order_release);
}

void Reporter::post(const Report& report) {
  gst_element_post_message(
      element_, gst_message_new_element(GST_OBJECT(element_), make_message_structure(report)));
}

void Reporter::post_interval() {
  if (!total_)
    return;
  // Taken out first: a handler that runs inside of post() may come back here.
  Report report = sum_;
  GstVideoHistogram* total = total_;
  total_ = nullptr;
  report.histogram = total;
  post(report);
  gst_video_histogram_unref(total);
}

void Reporter::drop_interval() {
  if (total_)
    gst_video_histogram_unref(total_);
  total_ = nullptr;
}

bool Reporter::is_over(GstClockTime now, GstClockTime interval) const {
  // A frame without a time belongs to the present interval.
  return GST_CLOCK_TIME_IS_VALID(now) && GST_CLOCK_TIME_IS_VALID(interval_start_) &&
         (now < interval_start_ || now - interval_start_ >= interval);
}

void Reporter::add_to_interval(const Report& report, GstClockTime interval) {
  // Intervals follow each other without a gap from the first frame's running time on.
  const GstClockTime now = report.times.running_time;
  if (GST_CLOCK_TIME_IS_VALID(now)) {
    if (!GST_CLOCK_TIME_IS_VALID(interval_start_) || now < interval_start_)
      interval_start_ = now;
    else
      interval_start_ += (now - interval_start_) / interval * interval;
  }

  if (!total_) {
    sum_ = report;
    sum_.regions = nullptr;
    sum_.frames = 1;
    sum_.summed = true;
    total_ = gst_video_histogram_ref(report.histogram);
    return;
  }
  // It fails only where a sum would not fit 64 bits: the histograms of one interval are alike.
  GstVideoHistogram* total = gst_video_histogram_add(total_, report.histogram, nullptr);
  if (!total)
    return;
  gst_video_histogram_unref(total_);
  total_ = total;
  sum_.frames++;
  sum_.counts = report.counts;
  sum_.matrix = report.matrix;
  if (GST_CLOCK_TIME_IS_VALID(sum_.times.duration) &&
      GST_CLOCK_TIME_IS_VALID(report.times.duration))
    sum_.times.duration += report.times.duration;
}

} // namespace videohistogram
