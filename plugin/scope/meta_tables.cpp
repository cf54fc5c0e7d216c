// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/meta_tables.h"

#include "core/quantity.h"

#include <gst/videohistogram/videohistogram.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace videohistogram::scope {

namespace {

/// Adds rows of counts to rows of as many or fewer bins; false if these are no whole factor fewer.
template <class Count>
bool add_bins(const Count* from, uint32_t from_bins, uint32_t* to, uint32_t to_bins, size_t rows) {
  if (to_bins == 0 || from_bins % to_bins != 0)
    return false;
  const uint32_t factor = from_bins / to_bins;
  for (size_t i = 0; i < rows * from_bins; i++)
    to[i / factor] += static_cast<uint32_t>(from[i]);
  return true;
}

bool is_of(GstVideoHistogram* histogram, const GstVideoInfo& frames, const FrameColours& colours) {
  GstVideoColorimetry colorimetry;
  gst_video_histogram_get_colorimetry(histogram, &colorimetry);
  return gst_video_histogram_get_n_frames(histogram) == 1 &&
         gst_video_histogram_get_format(histogram) == GST_VIDEO_INFO_FORMAT(&frames) &&
         gst_video_histogram_get_width(histogram) ==
             static_cast<guint>(GST_VIDEO_INFO_WIDTH(&frames)) &&
         gst_video_histogram_get_height(histogram) ==
             static_cast<guint>(GST_VIDEO_INFO_HEIGHT(&frames)) &&
         gst_video_colorimetry_is_equal(&colorimetry, &colours.colorimetry);
}

/// Whether R, G and B that were computed from Y'CbCr are in that range.
bool has_range(GstVideoHistogram* histogram, bool narrow_rgb) {
  return ((gst_video_histogram_get_color_flags(histogram) & GST_VIDEO_HISTOGRAM_COLOR_NARROW_RGB) !=
          0) == narrow_rgb;
}

// Each of these reads a table of the histogram, and returns false if the histogram lacks it.

bool read(GstVideoHistogram* histogram, const Histogram& of, uint32_t* counts) {
  const gint channel = gst_video_histogram_find_channel(histogram, quantity_name(of.quantity));
  gsize bins = 0;
  const guint64* const from =
      channel < 0 ? nullptr
                  : gst_video_histogram_get_counts(histogram, static_cast<guint>(channel), &bins);
  return from && add_bins(from, static_cast<uint32_t>(bins), counts, of.bins, 1);
}

bool read(GstVideoHistogram* histogram, const Projection& of, uint32_t* counts) {
  if (of.is_filtered()) // which those of histograms never are
    return false;
  const double angle = of.direction.c == 0 ? 90 : 0;
  for (guint i = 0; i < gst_video_histogram_get_n_projections(histogram); i++) {
    g_autoptr(GstVideoHistogramProjection) projection =
        gst_video_histogram_get_projection(histogram, i);
    if (std::strcmp(gst_video_histogram_projection_get_channel(projection),
                    quantity_name(of.quantity)) != 0 ||
        gst_video_histogram_projection_get_angle(projection) != angle ||
        gst_video_histogram_projection_get_line(projection) >= 0 ||
        gst_video_histogram_projection_get_positions(projection) != of.direction.positions)
      continue;
    const guint32* const from = gst_video_histogram_projection_get_counts(projection, nullptr);
    std::fill_n(counts, of.counters(), 0);
    if (from && add_bins(from, gst_video_histogram_projection_get_bins(projection), counts, of.bins,
                         of.direction.positions))
      return true;
  }
  return false;
}

bool read(GstVideoHistogram* histogram, const Joint& of, uint32_t* counts) {
  for (guint i = 0; i < gst_video_histogram_get_n_joints(histogram); i++) {
    g_autoptr(GstVideoHistogramJoint) joint = gst_video_histogram_get_joint(histogram, i);
    const auto is_of = [&](GstVideoHistogramAxis axis, Quantity quantity) {
      return std::strcmp(gst_video_histogram_joint_get_channel(joint, axis),
                         quantity_name(quantity)) == 0;
    };
    if (!is_of(GST_VIDEO_HISTOGRAM_AXIS_X, of.x.quantity) ||
        !is_of(GST_VIDEO_HISTOGRAM_AXIS_Y, of.y.quantity))
      continue;
    const uint32_t x = gst_video_histogram_joint_get_bins(joint, GST_VIDEO_HISTOGRAM_AXIS_X),
                   y = gst_video_histogram_joint_get_bins(joint, GST_VIDEO_HISTOGRAM_AXIS_Y);
    const guint64* const from = gst_video_histogram_joint_get_counts(joint, nullptr);
    if (!from || x % of.x.bins != 0)
      continue;
    std::fill_n(counts, of.counters(), 0);
    bool whole = true;
    for (uint32_t row = 0; row < x && whole; row++)
      whole = add_bins(from + size_t{row} * y, y,
                       counts + size_t{row / (x / of.x.bins)} * of.y.bins, of.y.bins, 1);
    if (whole)
      return true;
  }
  return false;
}

/// Whether the plan has tables of values that are computed from Y'CbCr in the range of R, G and B.
bool computes_rgb(const Plan& plan) {
  constexpr QuantitySet set = rgb_set | quantity_bit(Quantity::r_minus_g) |
                              quantity_bit(Quantity::g_minus_b) | quantity_bit(Quantity::chroma) |
                              chromaticity_set;
  return plan.format.is_ycbcr() && (plan.all_quantities() & set) != 0;
}

/// Whether the plan has a table that depends on the limits of the range.
bool has_limits(const Plan& plan) {
  return (plan.all_quantities() & quantity_bit(Quantity::range)) != 0;
}
bool is_by_r103(GstVideoHistogram* histogram) {
  return (gst_video_histogram_get_color_flags(histogram) &
          GST_VIDEO_HISTOGRAM_COLOR_LEGAL_LIMITS) == 0;
}

bool read_all(GstVideoHistogram* meta, const SharedPlan& shared, CountedTables& tables) {
  const Plan& plan = *shared;
  if (!plan.weighted.empty()) // which histograms never have
    return false;
  uint32_t* const histograms = tables.histograms_of(shared);
  std::fill_n(histograms, plan.total_counts(0), 0);
  for (const Histogram& histogram : plan.histograms)
    if (!read(meta, histogram, histograms + histogram.first))
      return false;
  for (size_t i = 0; i < plan.projections.size(); i++)
    if (!read(meta, plan.projections[i], tables.matrix_of(i)))
      return false;
  for (size_t i = 0; i < plan.joints.size(); i++)
    if (!read(meta, plan.joints[i], tables.matrix_of(plan.matrix_of_joint(i, 0))))
      return false;
  return true;
}

} // namespace

bool read_meta_tables(GstBuffer* buffer, const GstVideoInfo& frames, const FrameColours& colours,
                      const SharedPlan& plan, bool narrow_rgb, CountedTables& tables) {
  const std::unique_ptr<GPtrArray, decltype(&g_ptr_array_unref)> metas(
      gst_buffer_get_video_histogram_metas(buffer), g_ptr_array_unref);
  for (guint i = 0; i < metas->len; i++) {
    const auto* const meta =
        static_cast<const GstVideoHistogramMeta*>(g_ptr_array_index(metas.get(), i));
    if (meta->id != GST_VIDEO_HISTOGRAM_META_FRAME_ID ||
        gst_video_histogram_get_field(meta->histogram) != GST_VIDEO_HISTOGRAM_FIELD_NONE)
      continue;
    GstVideoHistogram* const from = meta->histogram;
    if (!is_of(from, frames, colours) || (computes_rgb(*plan) && !has_range(from, narrow_rgb)) ||
        (has_limits(*plan) && !is_by_r103(from)))
      continue;
    tables.prepare(plan);
    if (read_all(from, plan, tables))
      return true;
  }
  return false;
}

} // namespace videohistogram::scope
