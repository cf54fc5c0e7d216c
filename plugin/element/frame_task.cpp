// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/frame_task.h"

#include "plugin/memory/pinned_allocator.h"

#include <optional>

namespace videohistogram {

static ErrorKind error_kind(gint code) {
  return code == GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES  ? ErrorKind::transient
         : code == GST_VIDEO_HISTOGRAM_ERROR_DEVICE_LOST ? ErrorKind::device_lost
                                                         : ErrorKind::bug;
}

Status FrameTask::map_before(GstBuffer* buffer, const GstVideoInfo& info,
                             const FormatInfo& format) {
  before.reset();
  const FrameView& view = frame.view();
  const Status mapped = before.map(buffer, info, format, view.place.kind);
  if (!mapped.ok())
    return mapped.error().kind == ErrorKind::invalid_argument ? Status() : mapped;
  if (view.place.shares_addresses(before.view().place) && check_frame(before.view()).ok())
    frame.set_before(std::make_shared<const FrameView>(before.view()));
  else
    before.reset();
  return {};
}

void FrameTask::finish() {
  if (!whole.has_histograms()) {
    reporter_.pass_time(delivery.ticket, delivery.report.times.running_end, delivery.interval);
    reset();
    return;
  }
  std::optional<CpuStopWatch> cpu_time;
  if (on_completion_thread)
    cpu_time.emplace(counters_, delivery.report.frame);
  const Status status = wait();
  note_copies();
  if (status.ok()) {
    whole.set_sums();
    whole.set_matrices();
    load_matrices();
  }
  const bool fell_back = whole.fell_back() || (top && top->fell_back());
  release_jobs();
  frame.reset();
  before.reset();

  if (status.ok()) {
    // Before complete(): an application that waited for the histogram finds the frame in the stats.
    counters_.count_one();
    if (fell_back)
      counters_.fell_back.fetch_add(1, std::memory_order_relaxed);
    reporter_.frames.succeeded();
    whole.complete();
    for (const FieldHistograms& field : fields)
      top->complete(field, whole);
  } else {
    counters_.failed.fetch_add(1, std::memory_order_relaxed);
    reporter_.frames.failed(status.error());
    whole.fail(status.error());
    for (FieldHistograms& field : fields)
      field.fail(status.error());
  }
  deliver(status);
  reset();
}

/// Waits for all jobs: a frame is counted if each of its parts is.
Status FrameTask::wait() {
  Status status = whole.wait();
  if (top)
    if (Status of_top = top->wait(); !of_top.ok())
      status = of_top;
  return status;
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

/// Reads the tables of the message, and those that can be lost with the device once the frame is
/// released, if another owner of the histograms may read them. The CPU counts what the device does
/// not deliver.
void FrameTask::load_matrices() {
  g_autoptr(GError) error = nullptr;
  const bool sums = delivery.post && whole.histogram && delivery.interval > 0;
  const bool all = sums || (whole.job->matrices_need_frame() &&
                            (delivery.post || whole.is_shared(frame.held_buffer())));
  const bool projections = all || (delivery.post && delivery.report.content.projections);
  const bool joints = all || (delivery.post && delivery.report.content.joints);
  const bool loaded = projections || joints;
  const guint failed = loaded ? whole.load_matrices(projections, joints, &error) : 0;
  if (failed == 0) {
    if (loaded)
      reporter_.tables.succeeded();
    return;
  }
  counters_.failed_tables.fetch_add(failed, std::memory_order_relaxed);
  reporter_.tables.failed({error_kind(error->code), error->message});
}

/// Reports the frame, or why it has no counts.
void FrameTask::deliver(const Status& status) {
  if (!delivery.post) {
    reporter_.end_interval(delivery.ticket);
    return;
  }
  Report& report = delivery.report;
  if (status.ok()) {
    report.histogram = whole.histogram;
    report.regions = &whole.regions;
    report.fields = &fields;
  } else {
    report.failed = 1;
    report.failure = Failure{error_code(status.error().kind), status.error().message};
  }
  reporter_.report(delivery.ticket, report, whole.histogram ? delivery.interval : 0);
  if (!status.ok())
    reporter_.pass_time(delivery.ticket, report.times.running_end, delivery.interval);
}

void FrameTask::release_jobs() {
  whole.release();
  if (top)
    top->release();
}

void FrameTask::reset() {
  for (FieldHistograms& field : fields)
    field.drop();
  fields.clear();
  release_jobs();
  whole.reset();
  frame.reset();
  before.reset();
  delivery = {};
}

} // namespace videohistogram
