// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/plugin/support/report_check.h"

#include <cmath>

namespace videohistogram::test {

namespace {

const GValue* array_field(const GstStructure* report, const char* name, guint size) {
  const GValue* value = gst_structure_get_value(report, name);
  fail_unless(value && GST_VALUE_HOLDS_ARRAY(value), "%s is no GST_TYPE_ARRAY", name);
  fail_unless(gst_value_array_get_size(value) == size, "%s has %u items instead of %u", name,
              gst_value_array_get_size(value), size);
  return value;
}

const GValue* item(const GValue* array, guint i, GType type, const char* name) {
  const GValue* value = gst_value_array_get_value(array, i);
  fail_unless(G_VALUE_HOLDS(value, type), "%s[%u] is of type %s", name, i,
              G_VALUE_TYPE_NAME(value));
  return value;
}

guint uint_field(const GstStructure* report, const char* name) {
  guint value = 0;
  fail_unless(gst_structure_get_uint(report, name, &value), "no field %s", name);
  return value;
}

void expect_count_arrays(const GstStructure* report, const Request& request, bool summed,
                         const uint64_t* expected) {
  const GValue* channels = array_field(report, "counts", request.channels.size);
  for (guint c = 0; c < request.channels.size; c++) {
    const GValue* counts = item(channels, c, GST_TYPE_ARRAY, "counts");
    fail_unless_equals_int(gst_value_array_get_size(counts), request.bins);
    for (guint b = 0; b < request.bins; b++) {
      const GValue* count = item(counts, b, summed ? G_TYPE_UINT64 : G_TYPE_UINT, "counts");
      fail_unless_equals_uint64(summed ? g_value_get_uint64(count) : g_value_get_uint(count),
                                *expected++);
    }
  }
}

/// The statistics from the counts, by their definitions.
void expect_statistics(const GstStructure* report, const Request& request, const uint64_t* counts) {
  const guint n = request.channels.size;
  const GValue* samples = array_field(report, "samples", n);
  const GValue* mean = array_field(report, "mean", n);
  const GValue* std_dev = array_field(report, "std-dev", n);
  const GValue* min = array_field(report, "min", n);
  const GValue* max = array_field(report, "max", n);
  const GValue* median = array_field(report, "median", n);
  for (guint c = 0; c < n; c++, counts += request.bins) {
    uint64_t total = 0;
    double sum = 0, squares = 0;
    guint least = 0, most = 0, middle = 0;
    for (guint b = 0; b < request.bins; b++) {
      if (counts[b] == 0)
        continue;
      if (total == 0)
        least = b;
      most = b;
      total += counts[b];
      sum += static_cast<double>(b) * static_cast<double>(counts[b]);
    }
    const double centre = sum / static_cast<double>(total);
    uint64_t below = 0;
    bool found = false;
    for (guint b = 0; b < request.bins; b++) {
      squares += (b - centre) * (b - centre) * static_cast<double>(counts[b]);
      below += counts[b];
      if (!found && 2 * below >= total) {
        middle = b;
        found = true;
      }
    }
    fail_unless_equals_uint64(g_value_get_uint64(item(samples, c, G_TYPE_UINT64, "samples")),
                              total);
    fail_unless_equals_int(g_value_get_uint(item(min, c, G_TYPE_UINT, "min")), least);
    fail_unless_equals_int(g_value_get_uint(item(max, c, G_TYPE_UINT, "max")), most);
    fail_unless_equals_int(g_value_get_uint(item(median, c, G_TYPE_UINT, "median")), middle);
    fail_unless_equals_float(g_value_get_double(item(mean, c, G_TYPE_DOUBLE, "mean")), centre);
    const double deviation = g_value_get_double(item(std_dev, c, G_TYPE_DOUBLE, "std-dev"));
    fail_unless(std::abs(deviation - std::sqrt(squares / static_cast<double>(total))) < 1e-6);
  }
}

/// The percentile of each channel by its definition: the first bin at or below which that share of
/// the samples lies.
void expect_percentiles(const GstStructure* report, const Request& request,
                        const std::vector<double>& percents, const uint64_t* counts) {
  const auto n = static_cast<guint>(percents.size());
  const GValue* told = array_field(report, "percents", n);
  const GValue* channels = array_field(report, "percentiles", request.channels.size);
  for (guint c = 0; c < request.channels.size; c++, counts += request.bins) {
    const GValue* bins = item(channels, c, GST_TYPE_ARRAY, "percentiles");
    fail_unless_equals_int(gst_value_array_get_size(bins), n);
    uint64_t total = 0;
    for (guint b = 0; b < request.bins; b++)
      total += counts[b];
    for (guint i = 0; i < n; i++) {
      fail_unless_equals_float(g_value_get_double(item(told, i, G_TYPE_DOUBLE, "percents")),
                               percents[i]);
      guint bin = 0;
      uint64_t below = counts[0];
      while (below == 0 ||
             static_cast<double>(below) * 100 < percents[i] * static_cast<double>(total))
        below += counts[++bin];
      fail_unless_equals_int(g_value_get_uint(item(bins, i, G_TYPE_UINT, "percentiles")), bin);
    }
  }
}

void expect_regions(const GstStructure* report, const Request& request, bool counts,
                    const uint64_t* expected) {
  const guint n = static_cast<guint>(request.regions.size());
  const GValue* regions = array_field(report, "regions", n);
  for (guint i = 0; i < n; i++, expected += request.region_counts()) {
    const GstStructure* region =
        gst_value_get_structure(item(regions, i, GST_TYPE_STRUCTURE, "regions"));
    gint id = 0;
    fail_unless(gst_structure_get_int(region, "id", &id));
    fail_unless(gst_structure_get_int(region, "parent-id", &id));
    fail_unless(gst_structure_get_string(region, "roi-type") != nullptr);
    fail_unless_equals_int(uint_field(region, "x"), request.regions[i].x);
    fail_unless_equals_int(uint_field(region, "y"), request.regions[i].y);
    fail_unless_equals_int(uint_field(region, "w"), request.regions[i].width);
    fail_unless_equals_int(uint_field(region, "h"), request.regions[i].height);
    if (counts)
      expect_count_arrays(region, request, false, expected);
    else
      fail_if(gst_structure_has_field(region, "counts"));
  }
}

} // namespace

guint64 uint64_field(const GstStructure* report, const char* name) {
  guint64 value = 0;
  fail_unless(gst_structure_get_uint64(report, name, &value), "no field %s", name);
  return value;
}

std::vector<uint64_t> count64(const reference::Frame& frame, const Request& request) {
  const std::vector<uint32_t> counts = reference::count(frame.view(), request);
  return {counts.begin(), counts.end()};
}

void expect_report(const GstStructure* report, const ExpectedReport& expected_fields,
                   const reference::Frame& frame, const Request& request,
                   const std::vector<uint64_t>& expected) {
  const ExpectedReport& e = expected_fields;
  fail_unless_equals_string(gst_structure_get_name(report), "videohistogram");
  fail_unless_equals_uint64(uint64_field(report, "timestamp"), e.timestamp);
  fail_unless_equals_uint64(uint64_field(report, "stream-time"), e.stream_time);
  fail_unless_equals_uint64(uint64_field(report, "running-time"), e.running_time);
  fail_unless_equals_uint64(uint64_field(report, "duration"), e.duration);
  fail_unless_equals_uint64(uint64_field(report, "frame"), e.frame);
  fail_unless_equals_uint64(uint64_field(report, "frames"), e.frames);
  fail_unless_equals_string(gst_structure_get_string(report, "format"),
                            frame.layout().format.c_str());
  fail_unless_equals_int(uint_field(report, "width"), frame.layout().width);
  fail_unless_equals_int(uint_field(report, "height"), frame.layout().height);
  fail_unless_equals_uint64(uint64_field(report, "failed"), e.failed);
  fail_unless_equals_uint64(uint64_field(report, "corrupted"), e.corrupted);
  for (const char* name : {"element", "colorimetry", "colorimetry-declared", "range"})
    fail_unless(gst_structure_get_string(report, name) != nullptr, "no field %s", name);
  if (!e.element.empty())
    fail_unless_equals_string(gst_structure_get_string(report, "element"), e.element.c_str());
  fail_unless_equals_string(gst_structure_get_string(report, "timecode"),
                            e.timecode.empty() ? nullptr : e.timecode.c_str());

  const guint n = request.channels.size;
  const GValue* names = array_field(report, "channels", n);
  const GValue* bins = array_field(report, "bins", n);
  const GValue* depth = array_field(report, "depth", n);
  for (guint c = 0; c < n; c++) {
    fail_unless_equals_int(g_value_get_uint(item(bins, c, G_TYPE_UINT, "bins")), request.bins);
    fail_unless_equals_int(g_value_get_uint(item(depth, c, G_TYPE_UINT, "depth")),
                           frame.view().format->depth);
  }
  for (guint c = 0; c < n; c++)
    fail_unless_equals_string(g_value_get_string(item(names, c, G_TYPE_STRING, "channels")),
                              quantity_name(request.channels[c]));
  expect_statistics(report, request, expected.data());
  if (!e.percentiles.empty())
    expect_percentiles(report, request, e.percentiles, expected.data());
  if (e.counts)
    expect_count_arrays(report, request, e.summed, expected.data());
  else
    fail_if(gst_structure_has_field(report, "counts"));
  const bool has_regions = !request.regions.empty();
  if (has_regions)
    expect_regions(report, request, e.counts, expected.data() + request.region_counts());

  const GValue* histogram = gst_structure_get_value(report, "histogram");
  fail_unless(histogram && G_VALUE_HOLDS(histogram, GST_TYPE_VIDEO_HISTOGRAM));
  auto* boxed = static_cast<GstVideoHistogram*>(g_value_get_boxed(histogram));
  fail_unless(gst_video_histogram_is_ready(boxed));
  for (guint c = 0; c < n; c++) {
    const guint64* counts = gst_video_histogram_get_counts(boxed, c, nullptr);
    for (guint b = 0; b < request.bins; b++)
      fail_unless_equals_uint64(counts[b], expected[size_t{c} * request.bins + b]);
  }

  // 17 fields that describe, 7 arrays of a number per channel, the histogram; then what may be left
  // out.
  fail_unless_equals_int(gst_structure_n_fields(report),
                         17 + 7 + 1 + (e.counts ? 1 : 0) + (has_regions ? 1 : 0) +
                             (e.timecode.empty() ? 0 : 1) + (e.percentiles.empty() ? 0 : 2));
}

} // namespace videohistogram::test
