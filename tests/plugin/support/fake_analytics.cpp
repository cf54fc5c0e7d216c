// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// As much of GStreamer's library for results of analyses as the element and its tests use, for
// GStreamer before 1.24, which has no such library. With FAKE_ORIENTED as since 1.26.
#include <gst/gst.h>

#include <utility>
#include <vector>

namespace {

struct Result {
  guintptr type = 0;
  GQuark label = 0;
  gint x = 0, y = 0, w = 0, h = 0;
  gfloat rotation = 0, confidence = 0;
  guint64 tracking_id = 0;
};

struct Results {
  std::vector<Result> list;
  std::vector<std::pair<guint, guint>> relations;
};

struct RelationMeta {
  GstMeta meta;
  Results* results;
};

struct Mtd {
  guint id;
  RelationMeta* meta;
};

constexpr guintptr detection = 1, tracking = 2;

gboolean init_meta(GstMeta* meta, gpointer, GstBuffer*) {
  reinterpret_cast<RelationMeta*>(meta)->results = new Results;
  return TRUE;
}

void free_meta(GstMeta* meta, GstBuffer*) {
  delete reinterpret_cast<RelationMeta*>(meta)->results;
}

const Result& result_of(const Mtd* mtd) {
  return mtd->meta->results->list.at(mtd->id);
}

gboolean add(RelationMeta* meta, Mtd* mtd, const Result& result) {
  *mtd = {static_cast<guint>(meta->results->list.size()), meta};
  meta->results->list.push_back(result);
  return TRUE;
}

} // namespace

extern "C" {

RelationMeta* gst_buffer_add_analytics_relation_meta(GstBuffer* buffer) {
  static const GType api = [] {
    static const gchar* tags[] = {nullptr};
    return gst_meta_api_type_register("GstAnalyticsRelationMetaAPI", tags);
  }();
  static const GstMetaInfo* const info = gst_meta_register(
      api, "GstAnalyticsRelationMeta", sizeof(RelationMeta), init_meta, free_meta, nullptr);
  return reinterpret_cast<RelationMeta*>(gst_buffer_add_meta(buffer, info, nullptr));
}

gboolean gst_analytics_relation_meta_iterate(RelationMeta* meta, gpointer* state, guintptr type,
                                             Mtd* mtd) {
  const std::vector<Result>& list = meta->results->list;
  gsize next = GPOINTER_TO_SIZE(*state);
  while (next < list.size() && list[next].type != type)
    next++;
  *state = GSIZE_TO_POINTER(next + 1);
  if (next >= list.size())
    return FALSE;
  *mtd = {static_cast<guint>(next), meta};
  return TRUE;
}

int gst_analytics_relation_meta_get_relation(const RelationMeta* meta, guint first, guint second) {
  for (const auto& relation : meta->results->relations)
    if (relation == std::make_pair(first, second))
      return 1 << 3; // GST_ANALYTICS_REL_TYPE_RELATE_TO
  return 0;
}

gboolean gst_analytics_relation_meta_set_relation(RelationMeta* meta, int, guint first,
                                                  guint second) {
  meta->results->relations.emplace_back(first, second);
  return TRUE;
}

guintptr gst_analytics_od_mtd_get_mtd_type() {
  return detection;
}

guintptr gst_analytics_tracking_mtd_get_mtd_type() {
  return tracking;
}

GQuark gst_analytics_od_mtd_get_obj_type(const Mtd* mtd) {
  return result_of(mtd).label;
}

gboolean gst_analytics_od_mtd_get_location(const Mtd* mtd, gint* x, gint* y, gint* w, gint* h,
                                           gfloat* confidence) {
  const Result& result = result_of(mtd);
  *x = result.x;
  *y = result.y;
  *w = result.w;
  *h = result.h;
  *confidence = result.confidence;
  return TRUE;
}

gboolean gst_analytics_tracking_mtd_get_info(const Mtd* mtd, guint64* id, GstClockTime* first_seen,
                                             GstClockTime* last_seen, gboolean* lost) {
  *id = result_of(mtd).tracking_id;
  *first_seen = *last_seen = 0;
  *lost = FALSE;
  return TRUE;
}

gboolean gst_analytics_relation_meta_add_od_mtd(RelationMeta* meta, GQuark label, gint x, gint y,
                                                gint w, gint h, gfloat confidence, Mtd* mtd) {
  return add(meta, mtd, {detection, label, x, y, w, h, 0, confidence, 0});
}

gboolean gst_analytics_relation_meta_add_tracking_mtd(RelationMeta* meta, guint64 id, GstClockTime,
                                                      Mtd* mtd) {
  Result result;
  result.type = tracking;
  result.tracking_id = id;
  return add(meta, mtd, result);
}

#ifdef FAKE_ORIENTED
gboolean gst_analytics_relation_meta_add_oriented_od_mtd(RelationMeta* meta, GQuark label, gint x,
                                                         gint y, gint w, gint h, gfloat rotation,
                                                         gfloat confidence, Mtd* mtd) {
  return add(meta, mtd, {detection, label, x, y, w, h, rotation, confidence, 0});
}

gboolean gst_analytics_od_mtd_get_oriented_location(const Mtd* mtd, gint* x, gint* y, gint* w,
                                                    gint* h, gfloat* rotation, gfloat* confidence) {
  *rotation = result_of(mtd).rotation;
  return gst_analytics_od_mtd_get_location(mtd, x, y, w, h, confidence);
}
#endif
}
