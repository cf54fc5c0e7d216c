// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/plugin/support/frame_tables.h"

#include "tests/reference/colours.h"
#include "tests/reference/joint.h"
#include "tests/reference/projection.h"
#include "tests/reference/reference.h"

#include <utility>

namespace videohistogram::test {

namespace {

using reference::Frame;

constexpr guint bins = 32, joint_bins = 16;
constexpr Rect left{2, 4, 20, 11}, right{33, 0, 31, 40};

std::vector<guint64> wide(const std::vector<uint32_t>& counts) {
  return {counts.begin(), counts.end()};
}

void add_expected(const Frame& frame, const Frame* before, const Rect& rect,
                  const std::string& prefix, FrameTables& tables) {
  const FrameView view = frame.view();
  Request request;
  request.bins = bins;
  request.channels = select_quantities(*view.format, view.format->channels());
  request.regions = {rect};
  const std::vector<uint32_t> counts = reference::count(view, request);
  for (guint c = 0; c < request.channels.size; c++) {
    const auto first = counts.begin() + static_cast<ptrdiff_t>(request.region_counts() + c * bins);
    tables[prefix + quantity_name(request.channels[c])].counts = {first, first + bins};
  }
  tables[prefix + "DIFF-Y"].counts =
      before && prefix.empty() // differences are of whole frames
          ? wide(reference::count_difference(view, before->view(), Quantity::y, bins, rect))
          : std::vector<guint64>(bins);
  // Small frames without colorimetry in their caps are those of BT.601 in limited range.
  const reference::Meaning meaning{luma_bt709, {reference::Matrix::bt601, true, false}, false};
  tables[prefix + "joint 0"].counts = wide(reference::count_joint(
      view, {Quantity::cb, joint_bins}, {Quantity::cr, joint_bins}, meaning, rect));
}

std::vector<guint64> projection_of(const Frame& frame, Quantity quantity, double angle) {
  const reference::PictureSize size = reference::picture_size(frame.view(), quantity);
  return wide(
      reference::count_along(frame.view(), quantity, bins, luma_bt709,
                             reference::Positions::of_angle(angle, size.width, size.height)));
}

/// Appends the numbers in an array of arrays.
void append_counts(const GValue* value, std::vector<guint64>& counts) {
  if (GST_VALUE_HOLDS_ARRAY(value))
    for (guint i = 0; i < gst_value_array_get_size(value); i++)
      append_counts(gst_value_array_get_value(value, i), counts);
  else
    counts.push_back(G_VALUE_HOLDS_UINT64(value) ? g_value_get_uint64(value)
                                                 : g_value_get_uint(value));
}

FrameTable table_in(const GstStructure* structure) {
  FrameTable table;
  if (const GValue* const counts = gst_structure_get_value(structure, "counts"))
    append_counts(counts, table.counts);
  const gchar* const error = gst_structure_get_string(structure, "error");
  table.error = error ? error : "";
  return table;
}

void add_structures(const GstStructure* structure, const char* field, const std::string& name,
                    FrameTables& tables) {
  const GValue* const array = gst_structure_get_value(structure, field);
  for (guint i = 0; array && i < gst_value_array_get_size(array); i++)
    tables[name + std::to_string(i)] =
        table_in(gst_value_get_structure(gst_value_array_get_value(array, i)));
}

void add_channels(const GstStructure* structure, const GValue* names, const std::string& prefix,
                  FrameTables& tables) {
  const GValue* const counts = gst_structure_get_value(structure, "counts");
  for (guint c = 0; counts && c < gst_value_array_get_size(names); c++)
    append_counts(gst_value_array_get_value(counts, c),
                  tables[prefix + g_value_get_string(gst_value_array_get_value(names, c))].counts);
}

FrameTable failed_table(GError* error) {
  FrameTable table;
  table.error = error->message;
  g_error_free(error);
  return table;
}

} // namespace

Frame table_frame(guint number) {
  return reference::make_frame({"NV12", table_width, table_height, 0, false, 0},
                               reference::Content::noise, number + 1);
}

std::vector<guint8> pixels_of(const Frame& frame) {
  const FrameView view = frame.view();
  std::vector<guint8> pixels;
  for (uint32_t plane = 0; plane < view.format->n_planes; plane++)
    for (uint32_t y = 0; y < view.rows(plane); y++)
      pixels.insert(pixels.end(), view.planes[plane].row(y),
                    view.planes[plane].row(y) + view.row_bytes(plane));
  return pixels;
}

FrameTables expected_tables(const Frame& frame, const Frame* before) {
  FrameTables tables;
  add_expected(frame, before, {0, 0, table_width, table_height}, "", tables);
  add_expected(frame, before, left, "left/", tables);
  add_expected(frame, before, right, "right/", tables);
  tables["projection 0"].counts = projection_of(frame, Quantity::y, 0);
  tables["projection 1"].counts = projection_of(frame, Quantity::cb, 90);
  return tables;
}

FrameTables tables_in(const GstStructure* report) {
  FrameTables tables;
  const GValue* const names = gst_structure_get_value(report, "channels");
  if (!names)
    return tables;
  add_channels(report, names, "", tables);
  add_structures(report, "projections", "projection ", tables);
  add_structures(report, "joint", "joint ", tables);
  const GValue* const regions = gst_structure_get_value(report, "regions");
  for (guint i = 0; regions && i < gst_value_array_get_size(regions); i++) {
    const GstStructure* const region =
        gst_value_get_structure(gst_value_array_get_value(regions, i));
    const std::string prefix = std::string(gst_structure_get_string(region, "roi-type")) + "/";
    add_channels(region, names, prefix, tables);
    add_structures(region, "joint", prefix + "joint ", tables);
  }
  return tables;
}

void add_tables(GstVideoHistogram* histogram, const std::string& prefix, FrameTables& tables) {
  gsize n = 0;
  for (guint c = 0; c < gst_video_histogram_get_n_channels(histogram); c++) {
    const guint64* const counts = gst_video_histogram_get_counts(histogram, c, &n);
    tables[prefix + gst_video_histogram_get_channel_name(histogram, c)].counts = {counts,
                                                                                  counts + n};
  }
  GError* error = nullptr;
  for (guint i = 0; i < gst_video_histogram_get_n_projections(histogram); i++) {
    GstVideoHistogramProjection* const table = gst_video_histogram_get_projection(histogram, i);
    const std::string name = prefix + "projection " + std::to_string(i);
    if (gst_video_histogram_projection_wait(table, 0, &error)) {
      const guint32* const counts = gst_video_histogram_projection_get_counts(table, &n);
      tables[name].counts = {counts, counts + n};
    } else {
      tables[name] = failed_table(std::exchange(error, nullptr));
    }
    gst_video_histogram_projection_unref(table);
  }
  for (guint i = 0; i < gst_video_histogram_get_n_joints(histogram); i++) {
    GstVideoHistogramJoint* const table = gst_video_histogram_get_joint(histogram, i);
    const std::string name = prefix + "joint " + std::to_string(i);
    if (gst_video_histogram_joint_wait(table, 0, &error)) {
      const guint64* const counts = gst_video_histogram_joint_get_counts(table, &n);
      tables[name].counts = {counts, counts + n};
    } else {
      tables[name] = failed_table(std::exchange(error, nullptr));
    }
    gst_video_histogram_joint_unref(table);
  }
}

std::vector<std::string> lost_tables(const FrameTables& expected, const FrameTables& found,
                                     guint& announced) {
  std::vector<std::string> lost;
  for (const auto& [name, table] : expected) {
    const auto there = found.find(name);
    if (there != found.end() && !there->second.error.empty() && there->second.counts.empty())
      announced++;
    else if (there == found.end() || there->second.counts != table.counts)
      lost.push_back(name);
  }
  return lost;
}

} // namespace videohistogram::test
