// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/frame_part.h"

#include <gst/videohistogram/gstvideohistogram-private.h>

namespace videohistogram {

GstVideoHistogramError error_code(ErrorKind kind) {
  switch (kind) {
  case ErrorKind::transient:
    return GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES;
  case ErrorKind::device_lost:
    return GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST;
  case ErrorKind::invalid_argument:
    return GST_VIDEO_HISTOGRAM_ERROR_INVALID;
  default:
    return GST_VIDEO_HISTOGRAM_ERROR_FAILED;
  }
}

namespace {

using SharedMatrix = std::shared_ptr<Matrix>;

/// Implements GstVideoHistogramPrivateRead; `data` is a SharedMatrix*, or null if there was no
/// memory for the matrix.
gboolean read_matrix(gpointer data, guint32* counts, GError** error) {
  const Status status = data ? (*static_cast<SharedMatrix*>(data))->read(counts)
                             : Status(ErrorKind::transient,
                                      "there was no memory for a projection or joint histogram");
  if (!status.ok())
    g_set_error_literal(error, GST_VIDEO_HISTOGRAM_ERROR, error_code(status.error().kind),
                        status.error().message.c_str());
  return status.ok();
}

void drop_matrix(gpointer data) {
  delete static_cast<SharedMatrix*>(data);
}

SharedMatrix* new_shared(SharedMatrix matrix) {
  return matrix ? new SharedMatrix(std::move(matrix)) : nullptr;
}

} // namespace

void FramePart::collect_regions(GstBuffer* buffer, const std::vector<NamedRegion>& named_regions,
                                const PixelSize& frame, Counter& ignored) {
  const auto add = [&](RegionResult region, const Rect& rect) {
    if (rects.size() == max_regions) {
      ignored.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    region.rect = clip(rect.x, rect.y, rect.width, rect.height, frame.width, frame.height);
    rects.push_back(region.rect);
    regions.push_back(region);
  };
  RegionResult region;
  region.parent_id = -1;
  region.id = GST_VIDEO_HISTOGRAM_META_FRAME_ID;
  for (const NamedRegion& named : named_regions) {
    region.type = named.name;
    region.id--;
    add(region, named.rect);
  }
  gpointer state = nullptr;
  while (GstMeta* meta = gst_buffer_iterate_meta_filtered(
             buffer, &state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE)) {
    const auto* roi = reinterpret_cast<const GstVideoRegionOfInterestMeta*>(meta);
    region.type = roi->roi_type;
    region.id = roi->id;
    region.parent_id = roi->parent_id;
    add(region, Rect{roi->x, roi->y, roi->w, roi->h});
  }
}

void FramePart::attach(GstBuffer* buffer, const char* element_name) {
  const auto add = [&](const RegionResult& region, const GstVideoRectangle* roi,
                       GstVideoHistogram* attached) {
    gst_video_histogram_meta_set_element_name(
        gst_buffer_add_video_histogram_meta(buffer, region.id, region.parent_id,
                                            g_quark_to_string(region.type), roi, attached),
        element_name);
  };
  if (histogram)
    add({0, GST_VIDEO_HISTOGRAM_META_FRAME_ID, -1}, nullptr, histogram);
  for (const RegionResult& region : regions) {
    const GstVideoRectangle rect = {
        static_cast<gint>(region.rect.x), static_cast<gint>(region.rect.y),
        static_cast<gint>(region.rect.width), static_cast<gint>(region.rect.height)};
    add(region, &rect, region.histogram);
  }
  attached_ = true;
}

void FramePart::expect_counts(const Plan& plan) {
  rectangle_counts_ = plan.rectangle_counts();
  counts_.resize(plan.total_counts(rects.size()));
  joint_regions_ = plan.joint_regions(rects.size());
}

bool FramePart::is_shared(GstBuffer* held) const {
  const gint own = held && GST_MINI_OBJECT_REFCOUNT_VALUE(held) == 1 && attached_ ? 2 : 1;
  bool shared = false;
  for_each_histogram(
      [&](GstVideoHistogram* of) { shared |= GST_MINI_OBJECT_REFCOUNT_VALUE(of) > own; });
  return shared;
}

Status FramePart::wait() {
  return job->pending() ? job->wait(counts_.data()) : Status(*refusal);
}

void FramePart::set_matrices() {
  const guint projections = histogram ? gst_video_histogram_get_n_projections(histogram) : 0;
  for (guint i = 0; i < projections; i++)
    gst_video_histogram_producer()->set_projection(histogram, i, read_matrix,
                                                   new_shared(job->matrix(i)), drop_matrix);
  for (size_t rectangle = 0; rectangle <= joint_regions_; rectangle++) {
    GstVideoHistogram* const of = rectangle == 0 ? histogram : regions[rectangle - 1].histogram;
    const guint joints = of ? gst_video_histogram_get_n_joints(of) : 0;
    for (guint i = 0; i < joints; i++)
      gst_video_histogram_producer()->set_joint(
          of, i, read_matrix, new_shared(job->matrix(projections + rectangle * joints + i)),
          drop_matrix);
  }
}

guint FramePart::load_matrices(bool projections, bool joints, GError** error) {
  guint failed = 0;
  const auto load = [&](GstVideoHistogram* of) {
    failed +=
        gst_video_histogram_producer()->load(of, projections, joints, *error ? nullptr : error);
  };
  if (histogram)
    load(histogram);
  for (size_t i = 0; i < joint_regions_; i++)
    load(regions[i].histogram);
  return failed;
}

void FramePart::complete() {
  const uint32_t* counts = counts_.data(); // the first ones are those of the whole part
  if (histogram)
    gst_video_histogram_producer()->complete(histogram, counts);
  for (RegionResult& region : regions)
    gst_video_histogram_producer()->complete(region.histogram, counts += rectangle_counts_);
}

void FramePart::fail(const Error& error) {
  for_each_histogram([&](GstVideoHistogram* of) {
    gst_video_histogram_producer()->set_error(of, error_code(error.kind), error.message.c_str());
  });
}

void FramePart::release() {
  job->release();
  view = {};
}

void FramePart::reset() {
  release();
  refusal.reset();
  for_each_histogram([](GstVideoHistogram* of) {
    if (of) // null: an exception came before it was made
      gst_video_histogram_unref(of);
  });
  histogram = nullptr;
  regions.clear();
  rects.clear();
  attached_ = false;
}

} // namespace videohistogram
