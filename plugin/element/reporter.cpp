// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/reporter.h"

#include <gst/videohistogram/gstvideohistogram-private.h>

#include <utility>

GST_DEBUG_CATEGORY_EXTERN(gst_video_histogram_element_debug);
#undef GST_CAT_DEFAULT
#define GST_CAT_DEFAULT gst_video_histogram_element_debug

namespace videohistogram {

Reporter::Reporter(GstElement* element)
    : frames(element, GST_CAT_DEFAULT, "A frame could not be counted"),
      tables(element, GST_CAT_DEFAULT, "A projection or joint histogram could not be read"),
      element_(element) {}

void Reporter::report(guint64 ticket, const Report& report, GstClockTime interval) {
  if (interval == 0) {
    end_interval(ticket);
    measure(ticket, report);
    post(ticket, report);
    return;
  }
  if (report.times.outside_segment)
    return;
  if (is_over(report.times.running_time, interval))
    end_interval(ticket);
  measure(ticket, report);
  if (is_current(ticket)) // a bus handler of the posted message may have flushed
    add_to_interval(report, interval);
}

void Reporter::pass_time(guint64 ticket, GstClockTime now, GstClockTime interval) {
  if (is_over(now, interval) && now >= interval_start_)
    end_interval(ticket);
}

void Reporter::end_interval(guint64 ticket) {
  if ((!total_ && first_failure_.failed == 0) || !is_current(ticket))
    return;
  // Taken out first: a synchronous bus handler runs within post() and may call this function again.
  GstVideoHistogram* const total = std::exchange(total_, nullptr);
  const Report failure = std::exchange(first_failure_, Report());
  std::vector<FieldHistograms> fields = std::exchange(field_totals_, {});
  Report report = total ? sum_ : failure;
  report.histogram = total;
  report.fields = &fields;
  report.failed = failure.failed;
  post(ticket, report);
  if (total)
    gst_video_histogram_unref(total);
  for (FieldHistograms& field : fields)
    field.drop();
}

void Reporter::flush_start() {
  epoch_.fetch_add(1, std::memory_order_relaxed);
  ticket_.store(0, std::memory_order_release);
}

void Reporter::flush_stop() {
  drop_interval();
  light_.reset();
  flashes_.reset();
  interval_start_ = GST_CLOCK_TIME_NONE;
  ticket_.store(epoch_.load(std::memory_order_relaxed), std::memory_order_release);
}

/// Adds a frame to the content light level and to the flashes, which a sum of frames does not give.
void Reporter::measure(guint64 ticket, const Report& report) {
  if (!report.histogram || report.times.outside_segment || !is_current(ticket))
    return;
  light_.add(report.histogram);
  flashes_.add(report.histogram, report.flashes, report.frame, report.times.stream_time);
}

/// Checks the ticket again right before posting, since building the message takes time.
void Reporter::post(guint64 ticket, const Report& report) {
  if (!is_current(ticket))
    return;
  g_autofree gchar* name = gst_object_get_name(GST_OBJECT(element_));
  GstStructure* const structure = make_message_structure(report, light_, name);
  flashes_.set_flashes(structure);
  GstMessage* const message = gst_message_new_element(GST_OBJECT(element_), structure);
  if (is_current(ticket))
    gst_element_post_message(element_, message);
  else
    gst_message_unref(message);
}

void Reporter::drop_interval() {
  if (total_)
    gst_video_histogram_unref(total_);
  total_ = nullptr;
  for (FieldHistograms& field : field_totals_)
    field.drop();
  field_totals_.clear();
  first_failure_ = {};
}

bool Reporter::is_over(GstClockTime now, GstClockTime interval) const {
  // A frame without a time belongs to the present interval.
  return interval > 0 && GST_CLOCK_TIME_IS_VALID(now) && GST_CLOCK_TIME_IS_VALID(interval_start_) &&
         (now < interval_start_ || now - interval_start_ >= interval);
}

void Reporter::add_to_interval(const Report& report, GstClockTime interval) {
  // Intervals are contiguous, from the first frame's running time on.
  const GstClockTime now = report.times.running_time;
  if (GST_CLOCK_TIME_IS_VALID(now)) {
    if (!GST_CLOCK_TIME_IS_VALID(interval_start_) || now < interval_start_)
      interval_start_ = now;
    else
      interval_start_ += (now - interval_start_) / interval * interval;
  }
  if (report.failure)
    add_failure(report);
  else
    add_histogram(report);
}

void Reporter::add_failure(const Report& report) {
  const guint64 failed = first_failure_.failed + report.failed;
  if (first_failure_.failed == 0)
    first_failure_ = report;
  else
    first_failure_.corrupted += report.corrupted;
  first_failure_.failed = failed;
}

void Reporter::add_histogram(const Report& report) {
  if (report.fields)
    for (const FieldHistograms& field : *report.fields)
      add_field(field);
  if (!total_) {
    sum_ = report;
    sum_.regions = nullptr;
    sum_.fields = nullptr;
    sum_.summed = true;
    total_ = gst_video_histogram_ref(report.histogram);
    return;
  }
  if (!gst_video_histogram_producer()->accumulate(&total_, report.histogram))
    return;
  sum_.corrupted += report.corrupted;
  sum_.repeated_fields += report.repeated_fields;
  sum_.content = report.content;
  sum_.percentiles = report.percentiles;
  sum_.declared_light = report.declared_light;
  if (GST_CLOCK_TIME_IS_VALID(sum_.times.duration) &&
      GST_CLOCK_TIME_IS_VALID(report.times.duration))
    sum_.times.duration += report.times.duration;
}

void Reporter::add_field(const FieldHistograms& field) {
  for (FieldHistograms& total : field_totals_)
    if (total.field == field.field) {
      gst_video_histogram_producer()->accumulate(&total.histogram, field.histogram);
      return;
    }
  FieldHistograms& total = field_totals_.emplace_back();
  total.field = field.field;
  total.histogram = gst_video_histogram_ref(field.histogram);
}

} // namespace videohistogram
