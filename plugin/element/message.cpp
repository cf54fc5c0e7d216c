// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/message.h"

#include "plugin/element/array.h"

#include <cmath>

namespace videohistogram {

namespace {

/// Sets a string field and replaces invalid UTF-8, which a structure's strings must not have.
void set_text(GstStructure* structure, const gchar* field, const gchar* text) {
  g_autofree gchar* valid = g_utf8_make_valid(text, -1);
  gst_structure_set(structure, field, G_TYPE_STRING, valid, nullptr);
}

/// Says why a frame or a table has no counts.
void set_error(GstStructure* structure, gint code, const gchar* message) {
  g_autoptr(GEnumClass) type =
      static_cast<GEnumClass*>(g_type_class_ref(gst_video_histogram_error_get_type()));
  const GEnumValue* const value = g_enum_get_value(type, code);
  gst_structure_set(structure, "error-kind", G_TYPE_STRING, value ? value->value_nick : "failed",
                    nullptr);
  set_text(structure, "error", message);
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

/// Sets counts[row][bin] of a table.
template <class Count>
void set_matrix(GstStructure* table, const Count* counts, guint rows, guint bins, bool summed) {
  Array matrix(rows);
  for (guint r = 0; r < rows; r++, counts += bins) {
    Array row(bins);
    row.append_counts(counts, bins, summed);
    matrix.append(row);
  }
  matrix.field(table, "counts");
}

/// Sets `projections`. A projection whose matrix cannot be read has `error` and no `counts`.
void set_projections(GstStructure* structure, GstVideoHistogram* histogram) {
  Array projections;
  const guint n_projections = gst_video_histogram_get_n_projections(histogram);
  for (guint i = 0; i < n_projections; i++) {
    g_autoptr(GstVideoHistogramProjection) projection =
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
    g_autoptr(GError) error = nullptr;
    if (!gst_video_histogram_projection_wait(projection, 0, &error))
      set_error(element, error->code, error->message);
    else
      set_matrix(element, gst_video_histogram_projection_get_counts(projection, nullptr), positions,
                 bins, false);
    projections.append_taking(element);
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
    g_autoptr(GstVideoHistogramJoint) joint = gst_video_histogram_get_joint(histogram, i);
    constexpr GstVideoHistogramAxis x = GST_VIDEO_HISTOGRAM_AXIS_X, y = GST_VIDEO_HISTOGRAM_AXIS_Y;
    const guint x_bins = gst_video_histogram_joint_get_bins(joint, x);
    const guint y_bins = gst_video_histogram_joint_get_bins(joint, y);
    GstStructure* element = gst_structure_new(
        "joint", "x", G_TYPE_STRING, gst_video_histogram_joint_get_channel(joint, x), "y",
        G_TYPE_STRING, gst_video_histogram_joint_get_channel(joint, y), "x-bins", G_TYPE_UINT,
        x_bins, "y-bins", G_TYPE_UINT, y_bins, nullptr);
    g_autoptr(GError) error = nullptr;
    if (!gst_video_histogram_joint_wait(joint, 0, &error))
      set_error(element, error->code, error->message);
    else
      set_matrix(element, gst_video_histogram_joint_get_counts(joint, nullptr), x_bins, y_bins,
                 summed);
    joints.append_taking(element);
  }
  joints.field(structure, "joint");
}

void set_regions(GstStructure* structure, const std::vector<RegionResult>& results,
                 const MessageContent& content) {
  if (results.empty())
    return;
  Array regions;
  for (const RegionResult& result : results) {
    GstStructure* region = gst_structure_new(
        "region", "id", G_TYPE_INT, result.id, "parent-id", G_TYPE_INT, result.parent_id, "x",
        G_TYPE_UINT, result.rect.x, "y", G_TYPE_UINT, result.rect.y, "w", G_TYPE_UINT,
        result.rect.width, "h", G_TYPE_UINT, result.rect.height, "histogram",
        GST_TYPE_VIDEO_HISTOGRAM, result.histogram, nullptr);
    // A meta may have no type, or, from a faulty element, one that is no quark of this process.
    if (const gchar* type = g_quark_to_string(result.type))
      set_text(region, "roi-type", type);
    set_region_light(region, result.histogram);
    if (content.counts)
      set_counts(region, result.histogram, false);
    if (content.joints)
      set_joints(region, result.histogram, false);
    regions.append_taking(region);
  }
  regions.field(structure, "regions");
}

const char* range_name(GstVideoColorRange range) {
  return range == GST_VIDEO_COLOR_RANGE_0_255    ? "full"
         : range == GST_VIDEO_COLOR_RANGE_16_235 ? "limited"
                                                 : "unknown";
}

/// The names of color flags that are set, joined by +.
struct FlagNames {
  std::string declared; ///< parts of the colorimetry; empty: all are assumed
  std::string others;
};
FlagNames names_of(guint flags) {
  g_autoptr(GFlagsClass) type =
      static_cast<GFlagsClass*>(g_type_class_ref(gst_video_histogram_color_flags_get_type()));
  FlagNames names;
  for (guint i = 0; i < type->n_values; i++) {
    if ((type->values[i].value & flags) == 0)
      continue;
    const std::string nick = type->values[i].value_nick;
    const size_t part = nick.rfind("-declared"); // its length
    std::string& list = part == nick.npos ? names.others : names.declared;
    list += (list.empty() ? "" : "+") + nick.substr(0, part);
  }
  return names;
}

/// Sets the fields that describe the frame. `histogram` is any histogram of it.
void set_frame(GstStructure* structure, GstVideoHistogram* histogram) {
  const GstVideoFormat format = gst_video_histogram_get_format(histogram);
  GstVideoColorimetry colorimetry;
  gst_video_histogram_get_colorimetry(histogram, &colorimetry);
  const FlagNames flags = names_of(gst_video_histogram_get_color_flags(histogram));
  g_autofree gchar* name = gst_video_colorimetry_to_string(&colorimetry);
  gst_structure_set(structure, "format", G_TYPE_STRING, gst_video_format_to_string(format), "width",
                    G_TYPE_UINT, gst_video_histogram_get_width(histogram), "height", G_TYPE_UINT,
                    gst_video_histogram_get_height(histogram), "colorimetry", G_TYPE_STRING,
                    name ? name : "unknown", "colorimetry-declared", G_TYPE_STRING,
                    flags.declared.empty() ? "none" : flags.declared.c_str(), "range",
                    G_TYPE_STRING, range_name(colorimetry.range), nullptr);
  if (!flags.others.empty())
    gst_structure_set(structure, "color-flags", G_TYPE_STRING, flags.others.c_str(), nullptr);
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

const char* field_name(GstVideoHistogramField field) {
  return field == GST_VIDEO_HISTOGRAM_FIELD_TOP ? "top" : "bottom";
}

/// Sets what is counted of each field, and how the fields are shown.
void set_fields(GstStructure* structure, const Report& report) {
  if (!report.fields || report.fields->empty())
    return;
  if (!report.summed)
    gst_structure_set(structure, "field-order", G_TYPE_STRING,
                      report.top_field_first ? "top-first" : "bottom-first", nullptr);
  gst_structure_set(structure, "repeated-fields", G_TYPE_UINT64, report.repeated_fields, nullptr);
  Array fields;
  for (const FieldHistograms& of : *report.fields) {
    GstStructure* field =
        gst_structure_new("field", "field", G_TYPE_STRING, field_name(of.field), nullptr);
    if (of.histogram) {
      set_statistics(field, of.histogram);
      if (report.percentiles)
        set_percentiles(field, of.histogram, *report.percentiles);
      set_region_light(field, of.histogram);
      if (report.content.counts)
        set_counts(field, of.histogram, report.summed);
    }
    set_regions(field, of.regions, report.content);
    if (of.histogram)
      gst_structure_set(field, "histogram", GST_TYPE_VIDEO_HISTOGRAM, of.histogram, nullptr);
    fields.append_taking(field);
  }
  fields.field(structure, "fields");
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
  GstVideoHistogram* const any = histogram ? histogram : report.regions->front().histogram;
  set_frame(structure, any);
  if (const GstVideoHistogramField field = gst_video_histogram_get_field(any))
    gst_structure_set(structure, "field", G_TYPE_STRING, field_name(field), nullptr);
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
  if (report.regions)
    set_regions(structure, *report.regions, report.content);
  set_fields(structure, report);
  if (histogram)
    gst_structure_set(structure, "histogram", GST_TYPE_VIDEO_HISTOGRAM, histogram, nullptr);
  return structure;
}

} // namespace videohistogram
