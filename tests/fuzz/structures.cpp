// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The structure of a histogram with a projection and a joint histogram, in which fields are removed
// or have any other value. What is accepted is written to an equal structure.
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/gstreamer.h"

#include <gst/videohistogram/videohistogram.h>

#include <memory>

using videohistogram::fuzz::Input;

namespace {

struct Free {
  void operator()(GstStructure* structure) const { gst_structure_free(structure); }
  void operator()(GstVideoHistogram* histogram) const { gst_video_histogram_unref(histogram); }
};
using Structure = std::unique_ptr<GstStructure, Free>;
using Histogram = std::unique_ptr<GstVideoHistogram, Free>;

/// Of a frame of 2x2 pixels.
constexpr const char* histogram_text =
    "GstVideoHistogram, version=(uint)4, format=(string)RGB, width=(uint)2, height=(uint)2, "
    "colorimetry=(string)\"1:1:7:1\", colors-declared=(uint)15, frames=(guint64)1, "
    "bins=(uint)<2,2>, "
    "depth=(uint)<8,8>, n-values=(uint)<256,256>, channels=(string)<R,G>, "
    "counts=<<(guint64)1,(guint64)3>,<(guint64)0,(guint64)4>>";
constexpr const char* projection_text =
    "projection, channel=(string)R, angle=(double)0, line=(uint)1, positions=(uint)2, "
    "bins=(uint)2, "
    "depth=(uint)8, n-values=(uint)256, cos=(gint64)1073741824, sin=(gint64)0, "
    "origin=(gint64)1073741824, x-sub=(uint)0, y-sub=(uint)0, counts=<<(uint)1,(uint)1>,<(uint)0,"
    "(uint)2>>";
constexpr const char* joint_text =
    "joint, x=(string)R, y=(string)G, x-bins=(uint)2, y-bins=(uint)2, x-depth=(uint)8, "
    "y-depth=(uint)8, x-n-values=(uint)256, y-n-values=(uint)256, "
    "counts=<<(guint64)0,(guint64)1>,<(guint64)0,(guint64)3>>";

void set_leaf(Input& input, GValue* value, uint32_t kind) {
  const uint64_t number = input.flag() ? input.below(5) : input.number<uint64_t>();
  switch (kind) {
  case 0:
    g_value_init(value, G_TYPE_UINT);
    return g_value_set_uint(value, static_cast<guint>(number));
  case 1:
    g_value_init(value, G_TYPE_UINT64);
    return g_value_set_uint64(value, number);
  case 2:
    g_value_init(value, G_TYPE_INT);
    return g_value_set_int(value, static_cast<gint>(number));
  case 3:
    g_value_init(value, G_TYPE_INT64);
    return g_value_set_int64(value, static_cast<gint64>(number));
  case 4:
    g_value_init(value, G_TYPE_DOUBLE);
    return g_value_set_double(value, input.number<double>());
  default:
    g_value_init(value, G_TYPE_STRING);
    return g_value_set_string(value, videohistogram::fuzz::valid_line(input).c_str());
  }
}

/// A leaf, or arrays in arrays with leaves of one kind, as GStreamer does not mix them.
void set_value(Input& input, GValue* value, uint32_t kind, uint32_t depth) {
  if (depth == 0)
    return set_leaf(input, value, kind);
  gst_value_array_init(value, 0);
  for (uint32_t n = input.below(5); n > 0; n--) {
    GValue element = G_VALUE_INIT;
    set_value(input, &element, kind, depth - 1);
    gst_value_array_append_and_take_value(value, &element);
  }
}

/// Gives some fields of the structure other values.
Structure edited(Input& input, const char* text) {
  Structure structure(gst_structure_from_string(text, nullptr));
  REQUIRE(structure != nullptr);
  for (uint32_t edits = input.below(4); edits > 0 && gst_structure_n_fields(structure.get()) > 0;
       edits--) {
    const auto n = static_cast<uint32_t>(gst_structure_n_fields(structure.get()));
    const std::string field = gst_structure_nth_field_name(structure.get(), input.below(n));
    if (input.below(8) == 0) {
      gst_structure_remove_field(structure.get(), field.c_str());
      continue;
    }
    GValue value = G_VALUE_INIT;
    const uint32_t kind = input.below(6);
    set_value(input, &value, kind, input.below(4));
    gst_structure_take_value(structure.get(), field.c_str(), &value);
  }
  return structure;
}

/// Adds a field with one structure in an array.
void add_table(GstStructure* structure, const char* field, Structure table) {
  GValue array = G_VALUE_INIT, value = G_VALUE_INIT;
  gst_value_array_init(&array, 1);
  g_value_init(&value, GST_TYPE_STRUCTURE);
  g_value_take_boxed(&value, table.release());
  gst_value_array_append_and_take_value(&array, &value);
  gst_structure_take_value(structure, field, &array);
}

/// Every pixel of the frame has a position within the projection.
void check_projection(GstVideoHistogram* histogram) {
  const guint width = gst_video_histogram_get_width(histogram),
              height = gst_video_histogram_get_height(histogram);
  if (gst_video_histogram_get_n_projections(histogram) == 0 || width == 0 || height == 0)
    return;
  GstVideoHistogramProjection* const projection = gst_video_histogram_get_projection(histogram, 0);
  for (guint x : {0u, width / 2, width - 1})
    for (guint y : {0u, height / 2, height - 1}) {
      guint position = 0;
      REQUIRE(gst_video_histogram_projection_get_position(projection, x, y, &position));
      REQUIRE(position < gst_video_histogram_projection_get_positions(projection));
    }
  gst_video_histogram_projection_unref(projection);
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  videohistogram::fuzz::initialise_gstreamer();
  Input input(data, size);
  const Structure structure = edited(input, histogram_text);
  if (input.flag())
    add_table(structure.get(), "projections", edited(input, projection_text));
  if (input.flag())
    add_table(structure.get(), "joints", edited(input, joint_text));

  GError* error = nullptr;
  const Histogram histogram(gst_video_histogram_new_from_structure(structure.get(), &error));
  if (!histogram) {
    REQUIRE(error && error->domain == GST_VIDEO_HISTOGRAM_ERROR &&
            error->code == GST_VIDEO_HISTOGRAM_ERROR_INVALID);
    g_error_free(error);
    return 0;
  }
  REQUIRE(!error);
  check_projection(histogram.get());
  const Structure written(gst_video_histogram_to_structure_with_tables(histogram.get()));
  REQUIRE(written != nullptr);
  const Histogram again(gst_video_histogram_new_from_structure(written.get(), nullptr));
  REQUIRE(again != nullptr);
  const Structure same(gst_video_histogram_to_structure_with_tables(again.get()));
  REQUIRE(same && gst_structure_is_equal(same.get(), written.get()));
  return 0;
}
