// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/flashes.h"

#include <algorithm>
#include <cmath>

namespace videohistogram {

namespace {

/// A sum of a complete histogram; without values if the histogram does not have it.
struct SumValues {
  const gint64* values = nullptr;
  guint rows = 0, columns = 0;

  SumValues(GstVideoHistogram* histogram, const char* name) {
    const gint place = gst_video_histogram_find_sum(histogram, name);
    if (place < 0)
      return;
    g_autoptr(GstVideoHistogramSum) sum =
        gst_video_histogram_get_sum(histogram, static_cast<guint>(place));
    values = gst_video_histogram_sum_get_values(sum, nullptr); // the histogram keeps them
    gst_video_histogram_sum_get_shape(sum, nullptr, &rows, &columns);
  }
};

pse::FlashFrame flash_frame_of(GstVideoHistogram* histogram) {
  const SumValues light(histogram, "LIGHT"), colours(histogram, "RGB"), iris(histogram, "IRIS");
  pse::FlashFrame frame;
  frame.grid.columns = light.columns;
  frame.grid.rows = light.rows;
  frame.grid.width = gst_video_histogram_get_width(histogram);
  frame.grid.height = gst_video_histogram_get_height(histogram);
  frame.grid.light = light.values;
  if (colours.values) {
    const size_t cells = size_t{colours.columns} * colours.rows;
    frame.grid.red = colours.values;
    frame.grid.green = colours.values + cells;
    frame.grid.blue = colours.values + 2 * cells;
  }
  if (iris.values)
    frame.iris = {iris.values[0], iris.values[1], iris.values[2], iris.values[3]};
  GstVideoColorimetry colorimetry;
  gst_video_histogram_get_colorimetry(histogram, &colorimetry);
  frame.is_hdr = colorimetry.transfer == GST_VIDEO_TRANSFER_SMPTE2084 ||
                 colorimetry.transfer == GST_VIDEO_TRANSFER_ARIB_STD_B67;
  if (colorimetry.primaries == GST_VIDEO_COLOR_PRIMARIES_BT2020)
    frame.primaries = pse::Primaries::bt2020;
  return frame;
}

} // namespace

void FlashMeter::add(GstVideoHistogram* histogram, const FlashRules& rules, guint64 number,
                     GstClockTime time) {
  if (!rules.profile) {
    reset();
    return;
  }
  pse::FlashFrame frame = flash_frame_of(histogram);
  if (rules.profile->is_iris ? !frame.iris : !frame.grid.light)
    return;
  if (rules.profile != rules_.profile)
    largest_.reset(); // figures of one profile are not told as those of another
  if (!(rules == rules_) || frame.is_hdr != is_hdr_ || frame.primaries != primaries_)
    finder_.reset();
  rules_ = rules;
  is_hdr_ = frame.is_hdr;
  primaries_ = frame.primaries;
  if (!finder_)
    finder_.emplace(*rules.profile, 1, *this);
  frame.place.number = number;
  frame.place.time = GST_CLOCK_TIME_IS_VALID(time) ? static_cast<int64_t>(time) : pse::no_time;
  frame.rate = rules.rate;
  const pse::FlashFigures figures = finder_->add(frame);
  if (std::isnan(figures.area))
    return; // a frame without a time
  if (!largest_)
    largest_.emplace();
  largest_->area = std::max(largest_->area, figures.area);
  largest_->count = std::max(largest_->count, figures.count);
  if (!std::isnan(figures.red_count))
    largest_->red_count = std::max(largest_->red_count.value_or(0), figures.red_count);
  largest_->exceeded |=
      exceeds_limits(*rules.profile, figures.area, figures.count, figures.red_count);
  largest_->extended |= figures.is_long;
}

void FlashMeter::reset() {
  finder_.reset();
  largest_.reset();
}

void FlashMeter::set_flashes(GstStructure* message) {
  if (!largest_)
    return;
  GstStructure* const flashes = gst_structure_new(
      "flashes", "profile", G_TYPE_STRING, rules_.profile->name, "area", G_TYPE_DOUBLE,
      largest_->area, "changes", G_TYPE_UINT, static_cast<guint>(largest_->count), "exceeded",
      G_TYPE_BOOLEAN, static_cast<gboolean>(largest_->exceeded), "extended", G_TYPE_BOOLEAN,
      static_cast<gboolean>(largest_->extended), nullptr);
  if (largest_->red_count)
    gst_structure_set(flashes, "red-changes", G_TYPE_UINT, static_cast<guint>(*largest_->red_count),
                      nullptr);
  largest_.reset();
  GValue value = G_VALUE_INIT;
  g_value_init(&value, GST_TYPE_STRUCTURE);
  g_value_take_boxed(&value, flashes);
  gst_structure_take_value(message, "flashes", &value);
}

} // namespace videohistogram
