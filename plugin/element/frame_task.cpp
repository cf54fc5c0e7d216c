// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/frame_task.h"

#include "plugin/memory/pinned_allocator.h"

#include <gst/videohistogram/gstvideohistogram-private.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace videohistogram {

namespace {

GstVideoHistogramError error_code(ErrorKind kind) {
  switch (kind) {
  case ErrorKind::transient:
    return GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES;
  case ErrorKind::device_lost:
    return GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST;
  case ErrorKind::invalid_argument:
    return GST_VIDEO_HISTOGRAM_ERROR_INVALID;
  case ErrorKind::no_device:
  case ErrorKind::device_unusable:
  case ErrorKind::bug:
    break;
  }
  return GST_VIDEO_HISTOGRAM_ERROR_FAILED;
}

ErrorKind error_kind(gint code) {
  return code == GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES  ? ErrorKind::transient
         : code == GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST ? ErrorKind::device_lost
                                                         : ErrorKind::bug;
}

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

void FrameTask::collect_regions(GstBuffer* buffer, const std::vector<NamedRegion>& named_regions,
                                uint32_t width, uint32_t height) {
  const auto add = [&](RegionResult region, const Rect& rect) {
    if (rects.size() == max_regions) {
      counters_.regions_ignored.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    region.rect = clip(rect.x, rect.y, rect.width, rect.height, width, height);
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

void FrameTask::attach(GstBuffer* buffer, const char* element_name) {
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

Status FrameTask::map_before(GstBuffer* buffer, const GstVideoInfo& info,
                             const FormatInfo& format) {
  before.reset();
  const FrameView& view = frame.view();
  const auto context = [](const FrameView& of) {
    return of.context ? of.context->handle : nullptr;
  };
  const Status mapped = before.map(buffer, info, format, view.on_device());
  if (!mapped.ok())
    return mapped.error().kind == ErrorKind::invalid_argument ? Status() : mapped;
  if (context(view) == context(before.view()) && check_frame(before.view()).ok())
    frame.set_before(std::make_shared<const FrameView>(before.view()));
  else
    before.reset();
  return {};
}

void FrameTask::finish() {
  if (!has_histograms()) {
    reporter_.pass_time(ticket, times.running_end, interval);
    reset();
    return;
  }
  std::optional<CpuStopWatch> cpu_time;
  if (on_completion_thread)
    cpu_time.emplace(counters_, sequence);
  const Status status = job->pending() ? job->wait(counts_.data()) : Status(*refusal);
  note_copies();
  if (status.ok()) {
    set_matrices();
    load_matrices();
  }
  const bool fell_back = job->pending() && job->fell_back();
  job->release();
  frame.reset();
  before.reset();

  if (status.ok()) {
    // Before complete(): an application that waited for the histogram finds the frame in the stats.
    counters_.count_one();
    if (fell_back)
      counters_.fell_back.fetch_add(1, std::memory_order_relaxed);
    reporter_.frame_succeeded();
    complete();
  } else {
    fail(status.error());
  }
  report(status);
  reset();
}

/// Notes whether an element downstream copied the frame while it was held.
void FrameTask::note_copies() {
  GstBuffer* const held = frame.held_buffer();
  if (!held)
    return;
  if (take_was_copied(held)) {
    counters_.copied_by_writer.fetch_add(1, std::memory_order_relaxed);
    counters_.copied_in_row.fetch_add(1, std::memory_order_relaxed);
  } else if (counters_.copied_in_row.load(std::memory_order_relaxed) > 0) {
    counters_.copied_in_row.store(0, std::memory_order_relaxed);
  }
}

/// Hands the job's matrices, which are in the order of Plan::n_matrices(), to the histograms.
void FrameTask::set_matrices() {
  const guint projections = histogram ? gst_video_histogram_get_n_projections(histogram) : 0;
  for (guint i = 0; i < projections; i++)
    gst_video_histogram_private_set_projection(histogram, i, read_matrix,
                                               new_shared(job->matrix(i)), drop_matrix);
  for (size_t rectangle = 0; rectangle <= joint_regions_; rectangle++) {
    GstVideoHistogram* const of = rectangle == 0 ? histogram : regions[rectangle - 1].histogram;
    const guint joints = of ? gst_video_histogram_get_n_joints(of) : 0;
    for (guint i = 0; i < joints; i++)
      gst_video_histogram_private_set_joint(
          of, i, read_matrix, new_shared(job->matrix(projections + rectangle * joints + i)),
          drop_matrix);
  }
}

/// Reads the tables of the message, and those that can be lost with the device once the frame is
/// released, if anybody may ask for them. The CPU counts what the device does not deliver.
void FrameTask::load_matrices() {
  const bool sums = post_messages && histogram && interval > 0;
  const bool all = sums || (job->matrices_need_frame() && is_shared());
  const bool projections = all || (post_messages && message_projections);
  const bool joints = all || (post_messages && message_joint);
  if (!projections && !joints)
    return;
  GError* error = nullptr;
  guint failed = 0;
  const auto load = [&](GstVideoHistogram* of) {
    failed += gst_video_histogram_private_load(of, projections, joints, error ? nullptr : &error);
  };
  if (histogram)
    load(histogram);
  for (size_t i = 0; i < joint_regions_; i++)
    load(regions[i].histogram);
  if (failed == 0) {
    reporter_.tables_succeeded();
    return;
  }
  counters_.failed_tables.fetch_add(failed, std::memory_order_relaxed);
  reporter_.warn_of_tables({error_kind(error->code), error->message});
  g_error_free(error);
}

/// Whether somebody else has the histograms, or gets them by a message. Metas do not count on a
/// buffer that only this task holds.
bool FrameTask::is_shared() const {
  GstBuffer* const held = frame.held_buffer();
  const gint own = held && GST_MINI_OBJECT_REFCOUNT_VALUE(held) == 1 && attached_ ? 2 : 1;
  const auto shared = [own](GstVideoHistogram* of) {
    return GST_MINI_OBJECT_REFCOUNT_VALUE(of) > own;
  };
  return post_messages || (histogram && shared(histogram)) ||
         std::any_of(regions.begin(), regions.end(),
                     [&](const RegionResult& region) { return shared(region.histogram); });
}

void FrameTask::complete() {
  const uint32_t* counts = counts_.data();
  if (histogram)
    gst_video_histogram_private_complete(histogram, counts);
  for (RegionResult& region : regions)
    gst_video_histogram_private_complete(region.histogram, counts += rectangle_counts_);
}

/// Reports the frame, or why it has no counts.
void FrameTask::report(const Status& status) {
  if (!post_messages) {
    reporter_.end_interval(ticket);
    return;
  }
  Report report;
  report.times = times;
  report.frame = sequence;
  report.corrupted = corrupted;
  report.timecode = timecode;
  if (!status.ok()) {
    report.failed = 1;
    report.failure = Failure{error_code(status.error().kind), status.error().message};
    reporter_.report(ticket, report, histogram ? interval : 0);
    reporter_.pass_time(ticket, times.running_end, interval);
    return;
  }
  report.histogram = histogram;
  report.regions = &regions;
  report.counts = message_counts;
  report.projections = message_projections;
  report.joints = message_joint;
  report.percentiles = percentiles;
  report.declared_light = declared_light;
  reporter_.report(ticket, report, histogram ? interval : 0);
}

void FrameTask::fail(const Error& error) {
  counters_.failed.fetch_add(1, std::memory_order_relaxed);
  reporter_.warn_of_frame(error);
  const GstVideoHistogramError code = error_code(error.kind);
  if (histogram)
    gst_video_histogram_private_fail(histogram, code, error.message.c_str());
  for (RegionResult& region : regions)
    gst_video_histogram_private_fail(region.histogram, code, error.message.c_str());
}

void FrameTask::reset() {
  job->release();
  refusal.reset();
  frame.reset();
  before.reset();
  g_clear_pointer(&histogram, gst_video_histogram_unref);
  for (RegionResult& region : regions)
    g_clear_pointer(&region.histogram, gst_video_histogram_unref);
  regions.clear();
  rects.clear();
  attached_ = false;
}

} // namespace videohistogram
