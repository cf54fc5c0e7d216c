// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/frame_part.h"

#include "plugin/element/detections.h"

#include <gst/videohistogram/gstvideohistogram-private.h>

#include <algorithm>

namespace videohistogram {

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
  std::vector<Detection> detections = read_detections(buffer);
  gpointer state = nullptr;
  while (GstMeta* meta = gst_buffer_iterate_meta_filtered(
             buffer, &state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE)) {
    const auto* roi = reinterpret_cast<const GstVideoRegionOfInterestMeta*>(meta);
    const Rect rect = {roi->x, roi->y, roi->w, roi->h};
    region.type = roi->roi_type;
    region.id = roi->id;
    region.parent_id = roi->parent_id;
    // Some elements describe an object twice, by both kinds of meta.
    const auto same =
        std::find_if(detections.begin(), detections.end(), [&](const Detection& detection) {
          return detection.label == roi->roi_type && detection.rect == rect;
        });
    if (same != detections.end()) {
      region.id = same->tracking_id.value_or(region.id);
      detections.erase(same);
    }
    add(region, rect);
  }
  region.parent_id = -1;
  for (const Detection& detection : detections) {
    region.type = detection.label;
    region.id = detection.tracking_id.value_or(detection.id);
    add(region, detection.rect);
  }
}

void FramePart::expect_counts(const Plan& plan) {
  rectangle_counts_ = plan.rectangle_counts();
  counts_.resize(plan.total_counts(rects.size()));
  joint_regions_ = plan.joint_regions(rects.size());
}

Status FramePart::wait() {
  return refusal ? Status(*refusal) : job->pending() ? job->wait(counts_.data()) : Status();
}

Status FramePart::collect() {
  Status status = job->wait(counts_.data());
  fell_back_ = status.ok() && job->fell_back();
  job->release();
  return status;
}

void FramePart::add_sums(const SharedPlan& plan) {
  plan_ = plan;
  for (uint32_t s = 0; s < n_sums; s++) {
    const auto sum = static_cast<Sum>(s);
    if (!plan->sums.has(sum))
      continue;
    const SumsPlan::Place& place = plan->sums.place(sum);
    const GstVideoHistogramPrivateSum shape = {info_of(sum).name, info_of(sum).unit, place.planes,
                                               place.rows, place.columns};
    gst_video_histogram_producer()->add_sum(histogram, &shape);
  }
}

void FramePart::set_sums() {
  const Sums* const sums = histogram && plan_ ? job->sums() : nullptr;
  guint index = 0;
  for (uint32_t s = 0; sums && s < n_sums; s++)
    if (const auto sum = static_cast<Sum>(s); plan_->sums.has(sum))
      gst_video_histogram_producer()->set_sum(histogram, index++, sums->of(plan_->sums, sum),
                                              info_of(sum).of_two_frames && sums->has_before);
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
  if (histogram)
    gst_video_histogram_producer()->complete(histogram, counts_of(0));
  for (size_t i = 0; i < regions.size(); i++)
    gst_video_histogram_producer()->complete(regions[i].histogram, counts_of(i + 1));
}

void FramePart::release() {
  job->release();
  view = {};
}

void FramePart::reset() {
  release();
  refusal.reset();
  fell_back_ = false;
  plan_.reset();
  drop();
  rects.clear();
}

} // namespace videohistogram
