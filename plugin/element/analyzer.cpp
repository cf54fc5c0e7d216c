// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/element/analyzer.h"

#include "core/scope_guard.h"
#include "plugin/counting/buffer_fields.h"
#include "plugin/element/frame_task.h"
#include "plugin/memory/pinned_allocator.h"

#include <gst/video/gstvideometa.h>
#include <gst/videohistogram/gstvideohistogram-private.h>

#include <algorithm>
#include <utility>

GST_DEBUG_CATEGORY_EXTERN(gst_video_histogram_element_debug);
#undef GST_CAT_DEFAULT
#define GST_CAT_DEFAULT gst_video_histogram_element_debug

namespace videohistogram {

namespace {

/// The duration of a buffer by the caps' frame rate: half a frame's if buffers are single fields.
/// GST_CLOCK_TIME_NONE if the rate is not fixed.
GstClockTime usual_duration(const GstVideoInfo& info) {
  if (GST_VIDEO_INFO_FPS_N(&info) < 1 || GST_VIDEO_INFO_FPS_D(&info) < 1)
    return GST_CLOCK_TIME_NONE;
  return gst_util_uint64_scale(GST_SECOND, static_cast<guint64>(GST_VIDEO_INFO_FPS_D(&info)),
                               static_cast<guint64>(GST_VIDEO_INFO_FIELD_RATE_N(&info)));
}

/// The timecode of the buffer's GstVideoTimeCodeMeta, as in "01:00:00:00"; empty if there is none.
std::string timecode_of(GstBuffer* buffer) {
  GstVideoTimeCodeMeta* const meta = gst_buffer_get_video_time_code_meta(buffer);
  if (!meta || !gst_video_time_code_is_valid(&meta->tc))
    return {};
  g_autofree gchar* text = gst_video_time_code_to_string(&meta->tc);
  return text ? text : "";
}

} // namespace

Analyzer::Analyzer(GstElement* element)
    : element_(element), run_(element, GST_CAT_DEFAULT,
                              [this](const RunStats& run) { return counters_.make_stats(run); }),
      reporter_(element), invalid_(element, GST_CAT_DEFAULT, "A buffer cannot be counted",
                                   "It is passed on without a histogram, and so are those like it "
                                   "that follow") {}

Status Analyzer::start(const Settings& settings) {
  Expected<ChosenBackend> chosen = run_.choose(settings);
  if (!chosen.ok())
    return chosen.error();

  g_autofree gchar* name = gst_object_get_name(GST_OBJECT(element_));
  element_name_ = name;
  counters_.reset();
  invalid_.succeeded();
  reporter_.frames.succeeded();
  reporter_.tables.succeeded();
  jobs_per_frame_ = settings.jobs_per_frame();
  planner_.restart(settings.max_memory,
                   chosen->backend->depth() *
                       static_cast<uint32_t>(std::max<size_t>(chosen->gpus, 1)));
  downstream_writes_ = false;
  create_queue(*chosen->backend); // may throw, so the run begins afterwards
  run_.begin(std::move(*chosen));
  return {};
}

/// Creates one task per frame that may be in flight. No frame may be pending.
void Analyzer::create_queue(Backend& backend) {
  std::vector<std::unique_ptr<Task>> tasks;
  const uint32_t frames = std::max(backend.depth() / jobs_per_frame_, 1u);
  for (uint32_t i = 0; i < frames; i++) {
    auto task = std::make_unique<FrameTask>(backend.make_job(), reporter_, counters_);
    if (jobs_per_frame_ > 1)
      task->top.emplace(backend.make_job());
    task->on_completion_thread = frames > 1;
    tasks.push_back(std::move(task));
  }
  queue_ = std::make_unique<CompletionQueue>(std::move(tasks));
  queue_depth_ = backend.depth();
  GST_DEBUG_OBJECT(element_, "up to %u frames in flight", frames);
}

void Analyzer::stop() {
  if (!run_.running())
    return;
  finish_stream();
  const std::unique_ptr<Backend> backend = run_.end(); // outlives the jobs of the queue
  queue_.reset();
  reporter_.flush_stop(); // the next run begins a new interval
  previous_.reset();
  has_format_ = false;
  planner_.restart();
}

void Analyzer::set_format(const FrameCaps& caps, SharedSettings settings) {
  finish_stream();
  previous_.reset();
  has_format_ = false;        // an exception below leaves the element without a format
  downstream_writes_ = false; // the elements downstream may have changed
  counters_.copied_in_row.store(0, std::memory_order_relaxed);
  planner_.set_caps(caps, std::move(settings));
  declared_light_ = caps.declared_light;
  log_plan();
  if (planner_.plan())
    prepare();
  has_format_ = true;
}

void Analyzer::log_plan() {
  if (!planner_.plan()) {
    GST_DEBUG_OBJECT(element_, "nothing can be counted");
    return;
  }
  const Plan& plan = *planner_.plan()->plan;
  std::string names;
  for (Quantity channel : plan.quantities)
    names += std::string(names.empty() ? "" : " ") + quantity_name(channel);
  GST_DEBUG_OBJECT(element_,
                   "frames of %ux%u %s%s: counting %s, %zu counts, %zu projections, %zu joint%s",
                   plan.width, plan.height, plan.format.name,
                   planner_.memory() == MemoryKind::host ? "" : " in a GPU's memory", names.c_str(),
                   plan.rectangle_counts(), plan.projections.size(), plan.joints.size(),
                   plan.whole_frame ? "" : ", of regions alone");
}

/// Prepares the backend for the planned frames. No frame may be pending.
void Analyzer::prepare() {
  const FramePlan& plan = *planner_.plan();
  run_.prepare({*plan.plan, plan.plan->height, plan.limit.total, planner_.memory(), plan.limit});
  if (run_.backend().depth() != queue_depth_)
    create_queue(run_.backend());
  prepared_limit_ = plan.limit;
}

/// Applies settings that may have changed since the last frame.
void Analyzer::adopt(const SharedSettings& settings) {
  const FramePlanner::Change change = planner_.adopt(settings);
  if (change != FramePlanner::Change::none) {
    log_plan();
    finish_stream(); // an interval sums histograms of one plan
  }
  const FramePlan* const plan = planner_.plan();
  if (change == FramePlanner::Change::memory || (plan && !(plan->limit == prepared_limit_))) {
    queue_->drain(); // and keep the frame before, with which the next one is compared
    prepare();
  }
}

Status Analyzer::analyse(GstBuffer* buffer, const GstSegment& segment,
                         const SharedSettings& settings) {
  const StopWatch streaming_time(counters_.streaming_time, CLOCK_MONOTONIC);
  const guint64 sequence = counters_.frames.fetch_add(1, std::memory_order_relaxed);
  const CpuStopWatch cpu_time(counters_, sequence);
  const GstClockTime duration = GST_BUFFER_DURATION(buffer);
  const FrameTimes times =
      frame_times(segment, GST_BUFFER_PTS(buffer), duration,
                  GST_CLOCK_TIME_IS_VALID(duration) ? duration : usual_duration(planner_.info()));

  if (GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_GAP)) {
    counters_.skipped_gap.fetch_add(1, std::memory_order_relaxed);
    GST_LOG_OBJECT(element_, "frame %" G_GUINT64_FORMAT " is a gap", sequence);
    previous_.reset();
    pass_time(times, settings);
    return {};
  }
  const bool corrupted = GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_CORRUPTED);
  if (corrupted)
    counters_.corrupted.fetch_add(1, std::memory_order_relaxed);

  adopt(settings);
  Expected<std::vector<std::string>> warnings = planner_.begin_frame();
  if (!warnings.ok())
    return warnings.error();
  for (const std::string& warning : *warnings)
    GST_ELEMENT_WARNING(element_, RESOURCE, SETTINGS, ("%s", warning.c_str()), (nullptr));
  if (!count(buffer, times, sequence, corrupted)) {
    previous_.reset();
    pass_time(times, settings);
  }
  return {};
}

/// Submits a frame and attaches its pending histograms. Returns false if nothing is counted in it.
bool Analyzer::count(GstBuffer* buffer, const FrameTimes& times, guint64 sequence, bool corrupted) {
  auto& task = static_cast<FrameTask&>(queue_->acquire());
  FramePart& part = task.whole;
  ScopeGuard guard([&] { task.reset(); }); // an exception must not leave the buffer mapped
  const FramePlan* const plan = planner_.plan();
  const Settings& settings = planner_.settings();
  if (plan)
    part.collect_regions(buffer, planner_.regions(), size_of(planner_.info()),
                         counters_.regions_ignored);
  if (!plan || (!plan->plan->whole_frame && part.regions.empty())) {
    counters_.skipped_unplanned.fetch_add(1, std::memory_order_relaxed);
    GST_LOG_OBJECT(element_, "frame %" G_GUINT64_FORMAT " has nothing to count", sequence);
    return false;
  }
  if (Status status = map_and_submit(buffer, task); !status.ok()) {
    counters_.skipped_invalid.fetch_add(1, std::memory_order_relaxed);
    invalid_.failed(status.error());
    GST_LOG_OBJECT(element_, "frame %" G_GUINT64_FORMAT " is invalid", sequence);
    return false;
  }
  invalid_.succeeded();
  GST_LOG_OBJECT(element_,
                 "frame %" G_GUINT64_FORMAT ", PTS %" GST_TIME_FORMAT ", %zu regions: %s%s",
                 sequence, GST_TIME_ARGS(times.timestamp), part.regions.size(),
                 !part.job->pending()      ? "refused by the backend"
                 : part.job->holds_frame() ? "counted where it lies"
                                           : "counted from a copy, or already",
                 corrupted ? "; it is corrupted" : "");

  make_histograms(buffer, task);
  if (settings.attach_meta && gst_buffer_is_writable(buffer)) {
    part.attach(buffer, element_name_.c_str());
    for (FieldHistograms& field : task.fields)
      field.attach(buffer, element_name_.c_str());
  }
  if (task.holds_frame()) {
    take_was_copied(buffer); // clear the mark of copies made before the frame was held
    task.frame.hold_buffer();
    task.before.hold_buffer();
  } else {
    task.frame.reset();
    task.before.reset();
  }
  previous_.reset(keeps_previous() ? gst_buffer_ref(buffer) : nullptr);

  Delivery& delivery = task.delivery;
  delivery.ticket = reporter_.ticket();
  delivery.post = settings.post_messages;
  delivery.interval = settings.interval;
  Report& report = delivery.report;
  report.times = times;
  report.frame = sequence;
  report.corrupted = corrupted;
  report.timecode = settings.post_messages ? timecode_of(buffer) : std::string();
  report.content = settings.message;
  report.percentiles = planner_.percentiles();
  report.declared_light = declared_light_;
  report.flashes = plan->flashes;
  report.top_field_first = shows_top_first(buffer, planner_.info());
  report.repeated_fields =
      !task.fields.empty() && GST_BUFFER_FLAG_IS_SET(buffer, GST_VIDEO_BUFFER_FLAG_RFF);
  const bool holds_frame = task.frame.held_buffer() != nullptr;
  guard.dismiss();
  queue_->submit();
  if (holds_frame && downstream_writes())
    queue_->drain();
  return true;
}

void Analyzer::gap(GstClockTime timestamp, GstClockTime duration, const GstSegment& segment,
                   const SharedSettings& settings) {
  previous_.reset();
  pass_time(
      frame_times(segment, timestamp, duration, GST_CLOCK_TIME_IS_VALID(duration) ? duration : 0),
      settings);
}

/// Queues a task after the pending frames that tells the reporter of time without a histogram.
void Analyzer::pass_time(const FrameTimes& times, const SharedSettings& settings) {
  if (!settings->post_messages || settings->interval == 0 || times.outside_segment)
    return;
  auto& task = static_cast<FrameTask&>(queue_->acquire());
  task.delivery.ticket = reporter_.ticket();
  task.delivery.interval = settings->interval;
  task.delivery.report.times = times;
  queue_->submit();
}

/// A pending histogram of the first `channels` channels of the plan.
GstVideoHistogram* Analyzer::new_histogram(GstVideoHistogramField field, guint channels) {
  const FramePlan& plan = *planner_.plan();
  GstVideoHistogram* const histogram = gst_video_histogram_producer()->new_pending(
      GST_VIDEO_INFO_FORMAT(&planner_.info()), plan.plan->width, plan.plan->height,
      &plan.frame_colours.colorimetry, plan.channels.data(), channels, plan.color_flags);
  if (field != GST_VIDEO_HISTOGRAM_FIELD_NONE)
    gst_video_histogram_producer()->set_field(histogram, field);
  return histogram;
}

/// Makes the histograms of the frame and its fields, and of the regions of both.
void Analyzer::make_histograms(GstBuffer* buffer, FrameTask& task) {
  const FramePlan& plan = *planner_.plan();
  const GstVideoHistogramField field = field_of(buffer, planner_.info());
  const auto new_of_frame = [&] {
    GstVideoHistogram* const histogram =
        new_histogram(field, static_cast<guint>(plan.channels.size()));
    for (const JointPlan& joint : plan.joints)
      gst_video_histogram_producer()->add_joint(histogram, joint.axes);
    return histogram;
  };
  if (plan.plan->whole_frame) {
    task.whole.histogram = new_of_frame();
    for (const ProjectionPlan& projection : plan.projections)
      gst_video_histogram_producer()->add_projection(task.whole.histogram, &projection.description);
    task.whole.add_sums(plan.plan);
  }
  for (RegionResult& region : task.whole.regions)
    region.histogram = new_of_frame();

  if (!plan.field_plan)
    return;
  for (const GstVideoHistogramField of : fields_of(buffer, planner_.info())) {
    FieldHistograms& made = task.fields.emplace_back();
    made.field = of;
    if (plan.plan->whole_frame)
      made.histogram = new_histogram(of, plan.field_channels);
    for (RegionResult region : task.whole.regions) {
      region.histogram = new_histogram(of, plan.field_channels);
      made.regions.push_back(region);
    }
  }
}

/// Whether an element downstream writes into frames in the pool's pinned memory while this element
/// holds them. GStreamer then copies each frame, which takes longer than waiting for its count.
bool Analyzer::downstream_writes() {
  constexpr guint64 enough = 3; // a single copy may be a snapshot by an application
  if (!downstream_writes_ && counters_.copied_in_row.load(std::memory_order_relaxed) >= enough) {
    downstream_writes_ = true;
    GST_INFO_OBJECT(
        element_, "an element downstream writes into frames: each is counted before it is pushed");
  }
  return downstream_writes_;
}

/// Maps and submits the frame. Returns an error only for an invalid buffer; an error of the
/// backend, or of GStreamer's copy of a frame from a GPU's memory, becomes the part's refusal.
Status Analyzer::map_and_submit(GstBuffer* buffer, FrameTask& task) {
  const Status status = count_if_memory_suffices([&] {
    return run_.submit(buffer, [&](MemoryKind memory) {
      task.release_jobs(); // of an attempt with the frame in other memory, which they read
      Status mapped =
          task.frame.map(buffer, planner_.info(), planner_.plan()->plan->format, memory);
      return mapped.ok() ? submit(task) : mapped;
    });
  });
  if (status.ok() || status.error().kind == ErrorKind::invalid_argument)
    return status;
  task.release_jobs();
  task.whole.refusal = status.error();
  return {};
}

Status Analyzer::submit(FrameTask& task) {
  const SharedPlan& plan = planner_.plan()->plan;
  if (previous_)
    if (Status status = task.map_before(previous_.get(), planner_.info(), plan->format);
        !status.ok())
      return status;
  FramePart& whole = task.whole;
  whole.view = task.frame.view();
  whole.expect_counts(*plan);
  const auto submit_whole = [&] {
    return run_.backend().submit(*whole.job, whole.view, plan, whole.rects);
  };
  if (!planner_.plan()->field_plan || !whole.view.interlaced)
    return submit_whole();
  // The frame keeps its job until its projections are read, so the field comes first if the backend
  // takes only one job. Otherwise the frame does, to whose size an idle GPU trims its memory.
  const SharedPlan& field_plan = planner_.plan()->field_plan;
  const bool one_by_one = run_.backend().depth() < jobs_per_frame_;
  const auto submit_field = [&] {
    return task.top->submit(run_.backend(), whole, field_plan, one_by_one);
  };
  const Status first = one_by_one ? submit_field() : submit_whole();
  return !first.ok() ? first : one_by_one ? submit_whole() : submit_field();
}

void Analyzer::drain() {
  previous_.reset();
  if (run_.running())
    queue_->drain();
}

void Analyzer::finish_stream() {
  if (run_.running())
    queue_->drain();
  reporter_.end_interval(reporter_.ticket());
}

void Analyzer::begin_stream(const std::string& id) {
  if (id == stream_id_)
    return; // sent again, for example because elements were linked anew
  finish_stream();
  reporter_.begin_stream();
  stream_id_ = id;
}

void Analyzer::flush_stop() {
  drain();
  reporter_.flush_stop();
}

} // namespace videohistogram
