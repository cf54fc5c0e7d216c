// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/light.h"

#include "plugin/element/array.h"

#include <cmath>

namespace videohistogram {

namespace {

constexpr double hlg_peak = GST_VIDEO_HISTOGRAM_HLG_PEAK;

/// A new structure `light` with the light that frames and regions have; null: the histogram has no
/// light.
GstStructure* make_light(GstVideoHistogram* histogram) {
  const double peak = gst_video_histogram_get_peak_light(histogram, hlg_peak);
  if (std::isnan(peak))
    return nullptr;
  const bool bound = gst_video_histogram_is_light_bound(histogram);
  GstStructure* const light = gst_structure_new(
      "light", "transfer", G_TYPE_STRING, bound ? "hlg" : "pq", "bound", G_TYPE_BOOLEAN,
      static_cast<gboolean>(bound), "peak", G_TYPE_DOUBLE, peak, "average", G_TYPE_DOUBLE,
      gst_video_histogram_get_average_light(histogram, hlg_peak), nullptr);
  if (bound)
    gst_structure_set(light, "hlg-peak", G_TYPE_DOUBLE, hlg_peak, nullptr);
  return light;
}

/// Sets `percents`, those of HDR10+, and `percentiles` in nits.
void set_percentiles(GstStructure* light, GstVideoHistogram* histogram) {
  gsize n = 0;
  const gdouble* const list = gst_video_histogram_get_hdr10plus_percents(&n);
  Array percents(n), percentiles(n);
  for (gsize i = 0; i < n; i++) {
    percents.append(list[i]);
    percentiles.append(gst_video_histogram_get_percentile_light(histogram, list[i], hlg_peak));
  }
  percents.field(light, "percents");
  percentiles.field(light, "percentiles");
}

void set_field(GstStructure* structure, GstStructure* light) {
  GValue value = G_VALUE_INIT;
  g_value_init(&value, GST_TYPE_STRUCTURE);
  g_value_take_boxed(&value, light);
  gst_structure_take_value(structure, "light", &value);
}

} // namespace

void ContentLight::add(GstVideoHistogram* frame) {
  GstVideoColorimetry colorimetry;
  gst_video_histogram_get_colorimetry(frame, &colorimetry);
  if (colorimetry.transfer != GST_VIDEO_TRANSFER_SMPTE2084 ||
      gst_video_histogram_find_channel(frame, "MAXRGB") < 0)
    return;
  if (!meter_)
    meter_ = gst_video_histogram_light_meter_new();
  gst_video_histogram_light_meter_add(meter_, frame, nullptr);
}

void ContentLight::reset() {
  g_clear_pointer(&meter_, gst_video_histogram_light_meter_unref);
}

void set_light(GstStructure* message, GstVideoHistogram* histogram, const ContentLight& measured,
               const DeclaredLight& declared) {
  GstStructure* const light = make_light(histogram);
  if (!light)
    return;
  set_percentiles(light, histogram);
  guint min = 0, average = 0, max = 0;
  if (gst_video_histogram_get_pq_levels(histogram, &min, &average, &max)) {
    gst_structure_set(light, "pq-min", G_TYPE_UINT, min, "pq-avg", G_TYPE_UINT, average, "pq-max",
                      G_TYPE_UINT, max, nullptr);
    if (GstVideoHistogramLightMeter* const meter = measured.meter())
      gst_structure_set(
          light, "max-cll", G_TYPE_DOUBLE, gst_video_histogram_light_meter_get_max_cll(meter),
          "max-fall", G_TYPE_DOUBLE, gst_video_histogram_light_meter_get_max_fall(meter), nullptr);
  }
  if (declared)
    gst_structure_set(light, "declared-max-cll", G_TYPE_UINT,
                      guint{declared->max_content_light_level}, "declared-max-fall", G_TYPE_UINT,
                      guint{declared->max_frame_average_light_level}, nullptr);
  set_field(message, light);
}

void set_region_light(GstStructure* region, GstVideoHistogram* histogram) {
  if (GstStructure* const light = make_light(histogram))
    set_field(region, light);
}

} // namespace videohistogram
