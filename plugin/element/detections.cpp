// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/detections.h"

#include "plugin/counting/loaded_library.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace videohistogram {

namespace {

/// GstAnalyticsMtd: a handle of one result in a GstAnalyticsRelationMeta.
struct Mtd {
  guint id;
  GstMeta* meta;
};

/// The name of the type of the meta that has them.
constexpr const char* meta_api = "GstAnalyticsRelationMetaAPI";

/// Functions of GStreamer's library for results of analyses, which exists since GStreamer 1.24.
/// Code that attaches such results has loaded the library into the process.
struct AnalyticsLibrary {
  GType api = 0; ///< of GstAnalyticsRelationMeta
  gboolean (*iterate)(GstMeta*, gpointer* state, guintptr type, Mtd*) = nullptr;
  int (*get_relation)(const GstMeta*, guint first_id, guint second_id) = nullptr;
  guintptr (*detection_type)() = nullptr;
  GQuark (*get_label)(const Mtd*) = nullptr;
  gboolean (*get_location)(const Mtd*, gint* x, gint* y, gint* w, gint* h,
                           gfloat* confidence) = nullptr;
  guintptr (*tracking_type)() = nullptr;
  gboolean (*get_tracking)(const Mtd*, guint64* id, GstClockTime* first_seen,
                           GstClockTime* last_seen, gboolean* lost) = nullptr;
  /// Since GStreamer 1.26, where get_location() gives a rounded bounding box that may overflow.
  gboolean (*get_oriented_location)(const Mtd*, gint* x, gint* y, gint* w, gint* h,
                                    gfloat* rotation, gfloat* confidence) = nullptr;

  bool look_up(const LoadedSymbols& find) {
    api = g_type_from_name(meta_api);
    find(iterate, "gst_analytics_relation_meta_iterate");
    find(get_relation, "gst_analytics_relation_meta_get_relation");
    find(detection_type, "gst_analytics_od_mtd_get_mtd_type");
    find(get_label, "gst_analytics_od_mtd_get_obj_type");
    find(get_location, "gst_analytics_od_mtd_get_location");
    find(tracking_type, "gst_analytics_tracking_mtd_get_mtd_type");
    find(get_tracking, "gst_analytics_tracking_mtd_get_info");
    find(get_oriented_location, "gst_analytics_od_mtd_get_oriented_location");
    return api != 0 && iterate && get_relation && detection_type && get_label && get_location &&
           tracking_type && get_tracking;
  }
};

/// Null while the process has not loaded the library.
const AnalyticsLibrary* analytics_library() {
  // The type of its meta is registered before the first meta is attached.
  return find_loaded<AnalyticsLibrary>("libgstanalytics-1.0.so.0",
                                       [] { return g_type_from_name(meta_api) != 0; });
}

/// The smallest rectangle of pixels that contains one of w x h pixels, turned by `rotation`, in
/// radians, about its centre. Without pixels if w or h is not positive; not turned if the rotation
/// is no number.
Rect bounding_box(double x, double y, double w, double h, double rotation) {
  if (w <= 0 || h <= 0)
    return {};
  double left = x, right = left + w, top = y, bottom = top + h;
  if (rotation != 0 && std::isfinite(rotation)) {
    const double cosine = std::abs(std::cos(rotation));
    const double sine = std::abs(std::sin(rotation));
    const double across = (w * cosine + h * sine) / 2, down = (w * sine + h * cosine) / 2;
    const double centre_x = left + w / 2, centre_y = top + h / 2;
    // How far the corners may be off because the angle is a float: one that stands for a right
    // angle must not make the box larger by one pixel.
    const double tolerance =
        std::min(0.5, std::abs(rotation) * std::numeric_limits<float>::epsilon() * (w + h));
    left = std::floor(centre_x - across + tolerance);
    right = std::ceil(centre_x + across - tolerance);
    top = std::floor(centre_y - down + tolerance);
    bottom = std::ceil(centre_y + down - tolerance);
  }
  const auto pixel = [](double position) {
    return static_cast<uint32_t>(std::clamp<double>(position, 0, G_MAXUINT32));
  };
  return {pixel(left), pixel(top), pixel(right) - pixel(left), pixel(bottom) - pixel(top)};
}

Rect rect_of(const AnalyticsLibrary& analytics, const Mtd& detection) {
  gint x = 0, y = 0, w = 0, h = 0;
  gfloat rotation = 0, confidence = 0;
  const bool read =
      analytics.get_oriented_location
          ? analytics.get_oriented_location(&detection, &x, &y, &w, &h, &rotation, &confidence)
          : analytics.get_location(&detection, &x, &y, &w, &h, &confidence);
  return read ? bounding_box(x, y, w, h, rotation) : Rect{};
}

struct Tracking {
  guint id; ///< of the tracking in the meta
  gint object;
};

std::vector<Tracking> read_trackings(const AnalyticsLibrary& analytics, GstMeta* meta) {
  std::vector<Tracking> trackings;
  gpointer state = nullptr;
  Mtd mtd{};
  while (analytics.iterate(meta, &state, analytics.tracking_type(), &mtd)) {
    guint64 object = 0;
    GstClockTime first = 0, last = 0;
    gboolean lost = FALSE;
    if (analytics.get_tracking(&mtd, &object, &first, &last, &lost))
      trackings.push_back({mtd.id, static_cast<gint>(object & G_MAXINT)});
  }
  return trackings;
}

} // namespace

std::vector<Detection> read_detections(GstBuffer* buffer) {
  std::vector<Detection> detections;
  const AnalyticsLibrary* const analytics = analytics_library();
  GstMeta* const meta = analytics ? gst_buffer_get_meta(buffer, analytics->api) : nullptr;
  if (!meta)
    return detections;
  const std::vector<Tracking> trackings = read_trackings(*analytics, meta);
  gpointer state = nullptr;
  Mtd mtd{};
  while (analytics->iterate(meta, &state, analytics->detection_type(), &mtd)) {
    Detection detection;
    detection.label = analytics->get_label(&mtd);
    detection.id = static_cast<gint>(mtd.id & G_MAXINT);
    detection.rect = rect_of(*analytics, mtd);
    // Elements relate the two in either direction.
    const auto tracking =
        std::find_if(trackings.begin(), trackings.end(), [&](const Tracking& candidate) {
          return analytics->get_relation(meta, mtd.id, candidate.id) != 0 ||
                 analytics->get_relation(meta, candidate.id, mtd.id) != 0;
        });
    if (tracking != trackings.end())
      detection.tracking_id = tracking->object;
    detections.push_back(detection);
  }
  return detections;
}

} // namespace videohistogram
