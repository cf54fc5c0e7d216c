// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/plugin/support/regions_check.h"

namespace videohistogram::test {

void expect_regions_of(GstBuffer* buffer, const reference::Frame& frame,
                       const std::vector<ExpectedRegion>& expected) {
  GPtrArray* metas = gst_buffer_get_video_histogram_metas(buffer);
  fail_unless_equals_int(metas->len, expected.size());
  for (const ExpectedRegion& e : expected) {
    const GstVideoHistogramMeta* found = nullptr;
    for (guint i = 0; i < metas->len; i++) {
      auto* meta = static_cast<GstVideoHistogramMeta*>(g_ptr_array_index(metas, i));
      if (meta->id == e.id && !g_strcmp0(gst_video_histogram_meta_get_roi_type(meta), e.type))
        found = meta;
    }
    fail_unless(found != nullptr, "no histogram of %s, id %d", e.type ? e.type : "the frame", e.id);
    fail_unless_equals_int(found->parent_id, e.parent_id);
    const GstVideoRectangle& roi = found->roi;
    fail_unless(roi.x == static_cast<gint>(e.rect.x) && roi.y == static_cast<gint>(e.rect.y) &&
                    roi.w == static_cast<gint>(e.rect.width) &&
                    roi.h == static_cast<gint>(e.rect.height),
                "region %d is %dx%d at %d,%d, expected %ux%u at %u,%u", e.id, roi.w, roi.h, roi.x,
                roi.y, e.rect.width, e.rect.height, e.rect.x, e.rect.y);
    Request request = default_request(frame);
    request.regions = {e.rect};
    const std::vector<uint32_t> counts = reference::count(frame.view(), request);
    expect_counts(found->histogram, request, counts.data() + request.region_counts());
  }
  g_ptr_array_unref(metas);
}

} // namespace videohistogram::test
