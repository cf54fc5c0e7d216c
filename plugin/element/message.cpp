// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/message.h"

#include <algorithm>
#include <cmath>

namespace videohistogram {

namespace {

/// A GST_TYPE_ARRAY under construction; field() moves it into a structure.
class Array {
public:
  /// Memory for `expected` items is allocated at once.
  explicit Array(gsize expected = 0) {
    gst_value_array_init(&value_, static_cast<guint>(expected));
  }
  ~Array() {
    if (G_IS_VALUE(&value_))
      g_value_unset(&value_);
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  template <class Set, class T>
  void append(GType type, Set set, T v) {
    GValue item = G_VALUE_INIT;
    g_value_init(&item, type);
    set(&item, v);
    gst_value_array_append_and_take_value(&value_, &item);
  }
  void append(guint v) { append(G_TYPE_UINT, g_value_set_uint, v); }
  void append(guint64 v) { append(G_TYPE_UINT64, g_value_set_uint64, v); }
  void append(gdouble v) { append(G_TYPE_DOUBLE, g_value_set_double, v); }
  void append(const gchar* v) { append(G_TYPE_STRING, g_value_set_string, v); }
  void append(Array& v) { gst_value_array_append_and_take_value(&value_, &v.value_); }
  void append_taking(GstStructure* v) { append(GST_TYPE_STRUCTURE, g_value_take_boxed, v); }

  /// Appends counts, of 32 bits for one frame and of 64 bits for a sum of frames.
  template <class Count>
  void append_counts(const Count* counts, gsize n, bool summed) {
    if (summed)
      append_all(G_TYPE_UINT64, g_value_set_uint64, counts, n);
    else
      append_all(G_TYPE_UINT, g_value_set_uint, counts, n);
  }

  void field(GstStructure* structure, const gchar* name) {
    gst_structure_take_value(structure, name, &value_);
  }

private:
  /// Items are copies of one value, since g_value_init() for each would take most of the time.
  /// Values of numbers own nothing.
  template <class Item, class Number>
  void append_all(GType type, void (*set)(GValue*, Item), const Number* numbers, gsize n) {
    GValue zero = G_VALUE_INIT;
    g_value_init(&zero, type);
    for (gsize i = 0; i < n; i++) {
      GValue item = zero;
      set(&item, static_cast<Item>(numbers[i]));
      gst_value_array_append_and_take_value(&value_, &item);
    }
  }

  GValue value_ = G_VALUE_INIT;
};

/// Sets a string field and replaces invalid UTF-8, which a structure's strings must not have.
void set_text(GstStructure* structure, const gchar* field, const gchar* text) {
  gchar* const valid = g_utf8_make_valid(text, -1);
  gst_structure_set(structure, field, G_TYPE_STRING, valid, nullptr);
  g_free(valid);
}

/// Says why a frame or a table has no counts.
void set_error(GstStructure* structure, gint code, const gchar* message) {
  auto* const type =
      static_cast<GEnumClass*>(g_type_class_ref(gst_video_histogram_error_get_type()));
  const GEnumValue* const value = g_enum_get_value(type, code);
  gst_structure_set(structure, "error-kind", G_TYPE_STRING, value ? value->value_nick : "failed",
                    nullptr);
  g_type_class_unref(type);
  set_text(structure, "error", message);
}

/// Says why a table that is part of a message could not be read; takes the error.
void set_table_error(GstStructure* structure, GError* error) {
  set_error(structure, error->code, error->message);
  g_error_free(error);
}

/// Sets counts[channel][bin].
void set_counts(GstStructure* structure, GstVideoHistogram* histogram, bool summed) {
  Array channels;
  const guint n_channels = gst_video_histogram_get_n_channels(histogram);
  for (guint c = 0; c < n_channels; c++) {
    gsize bins = 0;
    const guint64* counts = gst_video_histogram_get_counts(histogram, c, &bins);
    Array channel(bins);
    channel.append_counts(counts, bins, summed);
    channels.append(channel);
  }
  channels.field(structure, "counts");
}

void set_statistics(GstStructure* structure, GstVideoHistogram* histogram) {
  Array channels, samples, mean, std_dev, min, max, median;
  const guint n_channels = gst_video_histogram_get_n_channels(histogram);
  for (guint c = 0; c < n_channels; c++) {
    channels.append(gst_video_histogram_get_channel_name(histogram, c));
    samples.append(gst_video_histogram_get_samples(histogram, c));
    mean.append(gst_video_histogram_get_mean(histogram, c));
    std_dev.append(std::sqrt(gst_video_histogram_get_variance(histogram, c)));
    min.append(gst_video_histogram_get_min(histogram, c));
    max.append(gst_video_histogram_get_max(histogram, c));
    median.append(gst_video_histogram_get_median(histogram, c));
  }
  channels.field(structure, "channels");
  samples.field(structure, "samples");
  mean.field(structure, "mean");
  std_dev.field(structure, "std-dev");
  min.field(structure, "min");
  max.field(structure, "max");
  median.field(structure, "median");
}

/// Sets `projections`. A projection whose matrix cannot be read has `error` and no `counts`.
void set_projections(GstStructure* structure, GstVideoHistogram* histogram) {
  Array projections;
  const guint n_projections = gst_video_histogram_get_n_projections(histogram);
  for (guint i = 0; i < n_projections; i++) {
    GstVideoHistogramProjection* const projection =
        gst_video_histogram_get_projection(histogram, i);
    const guint positions = gst_video_histogram_projection_get_positions(projection);
    const guint bins = gst_video_histogram_projection_get_bins(projection);
    GstStructure* element =
        gst_structure_new("projection", "channel", G_TYPE_STRING,
                          gst_video_histogram_projection_get_channel(projection), "angle",
                          G_TYPE_DOUBLE, gst_video_histogram_projection_get_angle(projection),
                          "positions", G_TYPE_UINT, positions, "bins", G_TYPE_UINT, bins, nullptr);
    if (const gint line = gst_video_histogram_projection_get_line(projection); line >= 0)
      gst_structure_set(element, "line", G_TYPE_UINT, static_cast<guint>(line), nullptr);
    GError* error = nullptr;
    if (!gst_video_histogram_projection_wait(projection, 0, &error)) {
      set_table_error(element, error);
    } else {
      const guint32* counts = gst_video_histogram_projection_get_counts(projection, nullptr);
      Array matrix(positions);
      for (guint p = 0; p < positions; p++, counts += bins) {
        Array position(bins);
        position.append_counts(counts, bins, false);
        matrix.append(position);
      }
      matrix.field(element, "counts");
    }
    projections.append_taking(element);
    gst_video_histogram_projection_unref(projection);
  }
  projections.field(structure, "projections");
}

/// Sets `joint`, if the histogram has joint histograms. One that cannot be read has `error` and no
/// `counts`.
void set_joints(GstStructure* structure, GstVideoHistogram* histogram, bool summed) {
  Array joints;
  const guint n_joints = gst_video_histogram_get_n_joints(histogram);
  if (n_joints == 0)
    return;
  for (guint i = 0; i < n_joints; i++) {
    GstVideoHistogramJoint* const joint = gst_video_histogram_get_joint(histogram, i);
    constexpr GstVideoHistogramAxis x = GST_VIDEO_HISTOGRAM_AXIS_X, y = GST_VIDEO_HISTOGRAM_AXIS_Y;
    const guint x_bins = gst_video_histogram_joint_get_bins(joint, x);
    const guint y_bins = gst_video_histogram_joint_get_bins(joint, y);
    GstStructure* element = gst_structure_new(
        "joint", "x", G_TYPE_STRING, gst_video_histogram_joint_get_channel(joint, x), "y",
        G_TYPE_STRING, gst_video_histogram_joint_get_channel(joint, y), "x-bins", G_TYPE_UINT,
        x_bins, "y-bins", G_TYPE_UINT, y_bins, nullptr);
    GError* error = nullptr;
    if (!gst_video_histogram_joint_wait(joint, 0, &error)) {
      set_table_error(element, error);
    } else {
      const guint64* counts = gst_video_histogram_joint_get_counts(joint, nullptr);
      Array matrix(x_bins);
      for (guint bin = 0; bin < x_bins; bin++, counts += y_bins) {
        Array row(y_bins);
        row.append_counts(counts, y_bins, summed);
        matrix.append(row);
      }
      matrix.field(element, "counts");
    }
    joints.append_taking(element);
    gst_video_histogram_joint_unref(joint);
  }
  joints.field(structure, "joint");
}

void set_regions(GstStructure* structure, const Report& report) {
  Array regions;
  for (const RegionResult& result : *report.regions) {
    GstStructure* region = gst_structure_new(
        "region", "id", G_TYPE_INT, result.id, "parent-id", G_TYPE_INT, result.parent_id, "x",
        G_TYPE_UINT, result.rect.x, "y", G_TYPE_UINT, result.rect.y, "w", G_TYPE_UINT,
        result.rect.width, "h", G_TYPE_UINT, result.rect.height, "histogram",
        GST_TYPE_VIDEO_HISTOGRAM, result.histogram, nullptr);
    if (result.type) // a GstVideoRegionOfInterestMeta may have no type
      set_text(region, "roi-type", g_quark_to_string(result.type));
    set_region_light(region, result.histogram);
    if (report.content.counts)
      set_counts(region, result.histogram, false);
    if (report.content.joints)
      set_joints(region, result.histogram, false);
    regions.append_taking(region);
  }
  regions.field(structure, "regions");
}

const char* range_name(GstVideoColorRange range) {
  switch (range) {
  case GST_VIDEO_COLOR_RANGE_0_255:
    return "full";
  case GST_VIDEO_COLOR_RANGE_16_235:
    return "limited";
  default:
    return "unknown";
  }
}

constexpr guint declared_flags =
    GST_VIDEO_HISTOGRAM_COLOR_RANGE_DECLARED | GST_VIDEO_HISTOGRAM_COLOR_MATRIX_DECLARED |
    GST_VIDEO_HISTOGRAM_COLOR_TRANSFER_DECLARED | GST_VIDEO_HISTOGRAM_COLOR_PRIMARIES_DECLARED;

/// The names of the color flags that are set, joined by +, without those of declared parts.
std::string color_flag_names(guint flags) {
  auto* const type =
      static_cast<GFlagsClass*>(g_type_class_ref(gst_video_histogram_color_flags_get_type()));
  std::string names;
  for (guint i = 0; i < type->n_values; i++)
    if (const GFlagsValue& flag = type->values[i]; flag.value & flags & ~declared_flags)
      names += std::string(names.empty() ? "" : "+") + flag.value_nick;
  g_type_class_unref(type);
  return names;
}

/// The parts of the colorimetry that are declared, joined by +; "none" if all are assumed.
std::string declared_parts(guint flags) {
  std::string parts;
  for (const auto& [flag, part] :
       {std::pair{GST_VIDEO_HISTOGRAM_COLOR_RANGE_DECLARED, "range"},
        std::pair{GST_VIDEO_HISTOGRAM_COLOR_MATRIX_DECLARED, "matrix"},
        std::pair{GST_VIDEO_HISTOGRAM_COLOR_TRANSFER_DECLARED, "transfer"},
        std::pair{GST_VIDEO_HISTOGRAM_COLOR_PRIMARIES_DECLARED, "primaries"}})
    if (flags & flag)
      parts += std::string(parts.empty() ? "" : "+") + part;
  return parts.empty() ? "none" : parts;
}

/// Sets the fields that describe the frame. `histogram` is any histogram of it.
void set_frame(GstStructure* structure, GstVideoHistogram* histogram) {
  const GstVideoFormat format = gst_video_histogram_get_format(histogram);
  GstVideoColorimetry colorimetry;
  gst_video_histogram_get_colorimetry(histogram, &colorimetry);
  const guint flags = gst_video_histogram_get_color_flags(histogram);
  gchar* const name = gst_video_colorimetry_to_string(&colorimetry);
  gst_structure_set(structure, "format", G_TYPE_STRING, gst_video_format_to_string(format), "width",
                    G_TYPE_UINT, gst_video_histogram_get_width(histogram), "height", G_TYPE_UINT,
                    gst_video_histogram_get_height(histogram), "colorimetry", G_TYPE_STRING,
                    name ? name : "unknown", "colorimetry-declared", G_TYPE_STRING,
                    declared_parts(flags).c_str(), "range", G_TYPE_STRING,
                    range_name(colorimetry.range), nullptr);
  g_free(name);
  if (const std::string names = color_flag_names(flags); !names.empty())
    gst_structure_set(structure, "color-flags", G_TYPE_STRING, names.c_str(), nullptr);
  Array depth, bins;
  const guint n_channels = gst_video_histogram_get_n_channels(histogram);
  for (guint c = 0; c < n_channels; c++) {
    depth.append(gst_video_histogram_get_depth(histogram, c));
    bins.append(gst_video_histogram_get_bins(histogram, c));
  }
  depth.field(structure, "depth");
  bins.field(structure, "bins");
}

/// Sets `percents`, and `percentiles` with the bin at each percentage for each channel.
void set_percentiles(GstStructure* structure, GstVideoHistogram* histogram,
                     const std::vector<double>& list) {
  Array percents, percentiles;
  for (const double percent : list)
    percents.append(percent);
  const guint n_channels = gst_video_histogram_get_n_channels(histogram);
  for (guint c = 0; c < n_channels; c++) {
    Array channel;
    for (const double percent : list)
      channel.append(gst_video_histogram_get_percentile(histogram, c, percent));
    percentiles.append(channel);
  }
  percents.field(structure, "percents");
  percentiles.field(structure, "percentiles");
}

} // namespace

FrameTimes frame_times(const GstSegment& segment, GstClockTime timestamp, GstClockTime duration,
                       GstClockTime length) {
  FrameTimes times;
  times.timestamp = timestamp;
  times.duration = duration;
  if (segment.format != GST_FORMAT_TIME || !GST_CLOCK_TIME_IS_VALID(timestamp))
    return times;
  const GstClockTime end =
      GST_CLOCK_TIME_IS_VALID(length) && length < GST_CLOCK_TIME_NONE - timestamp
          ? timestamp + length
          : GST_CLOCK_TIME_NONE;
  guint64 first = 0, last = 0;
  times.outside_segment =
      !gst_segment_clip(&segment, GST_FORMAT_TIME, timestamp, end, &first, &last);
  if (times.outside_segment)
    return times;
  times.stream_time = gst_segment_to_stream_time(&segment, GST_FORMAT_TIME, first);
  times.running_time = gst_segment_to_running_time(&segment, GST_FORMAT_TIME, first);
  times.running_end = times.running_time;
  const bool has_end = GST_CLOCK_TIME_IS_VALID(end) && GST_CLOCK_TIME_IS_VALID(times.running_time);
  if (has_end && segment.rate > 0) // played in reverse, a frame ends at its first instant
    times.running_end +=
        segment.rate == 1
            ? last - first
            : static_cast<GstClockTime>(static_cast<double>(last - first) / segment.rate);
  return times;
}

GstStructure* make_message_structure(const Report& report, const ContentLight& measured,
                                     const char* element) {
  GstVideoHistogram* const histogram = report.histogram;
  const guint64 frames = report.failure ? 0
                         : histogram    ? gst_video_histogram_get_n_frames(histogram)
                                        : 1;
  GstStructure* structure = gst_structure_new(
      "videohistogram", "element", G_TYPE_STRING, element, "timestamp", G_TYPE_UINT64,
      report.times.timestamp, "stream-time", G_TYPE_UINT64, report.times.stream_time,
      "running-time", G_TYPE_UINT64, report.times.running_time, "duration", G_TYPE_UINT64,
      report.times.duration, "frame", G_TYPE_UINT64, report.frame, "frames", G_TYPE_UINT64, frames,
      "failed", G_TYPE_UINT64, report.failed, "corrupted", G_TYPE_UINT64, report.corrupted,
      nullptr);
  if (!report.timecode.empty())
    gst_structure_set(structure, "timecode", G_TYPE_STRING, report.timecode.c_str(), nullptr);
  if (report.failure) {
    set_error(structure, report.failure->code, report.failure->message.c_str());
    return structure;
  }
  set_frame(structure, histogram ? histogram : report.regions->front().histogram);
  if (histogram) {
    set_statistics(structure, histogram);
    if (report.percentiles)
      set_percentiles(structure, histogram, *report.percentiles);
    set_light(structure, histogram, measured, report.declared_light);
    if (report.content.counts)
      set_counts(structure, histogram, report.summed);
    if (report.content.projections && gst_video_histogram_get_n_projections(histogram) > 0)
      set_projections(structure, histogram);
    if (report.content.joints)
      set_joints(structure, histogram, report.summed);
  }
  if (report.regions && !report.regions->empty())
    set_regions(structure, report);
  if (histogram)
    gst_structure_set(structure, "histogram", GST_TYPE_VIDEO_HISTOGRAM, histogram, nullptr);
  return structure;
}

} // namespace videohistogram
