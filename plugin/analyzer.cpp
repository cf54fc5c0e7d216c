// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/analyzer.h"

#include "plugin/frame_task.h"
#include "plugin/pinned_allocator.h"
#include "plugin/stats.h"

#include <gst/video/gstvideometa.h>
#include <gst/videohistogram/gstvideohistogram-private.h>

#include <utility>

GST_DEBUG_CATEGORY_EXTERN(gst_video_histogram_element_debug);
#define GST_CAT_DEFAULT gst_video_histogram_element_debug

namespace videohistogram {

namespace {

FrameTimes frame_times(GstBuffer* buffer, const GstSegment& segment) {
  FrameTimes times;
  times.timestamp = GST_BUFFER_PTS(buffer);
  times.duration = GST_BUFFER_DURATION(buffer);
  if (segment.format == GST_FORMAT_TIME && GST_CLOCK_TIME_IS_VALID(times.timestamp)) {
    times.stream_time = gst_segment_to_stream_time(&segment, GST_FORMAT_TIME, times.timestamp);
    times.running_time = gst_segment_to_running_time(&segment, GST_FORMAT_TIME, times.timestamp);
  }
  return times;
}

/// Does something at the end of a scope, unless it is dismissed.
template <class Action>
class Unless {
public:
  explicit Unless(Action action) : action_(std::move(action)) {}
  ~Unless() {
    if (armed_)
      action_();
  }
  Unless(const Unless&) = delete;
  Unless& operator=(const Unless&) = delete;
  void dismiss() { armed_ = false; }

private:
  Action action_;
  bool armed_ = true;
};

} // namespace

Analyzer::Analyzer(GstElement* element)
    : element_(element), cuda_context_(element), reporter_(element) {
  gst_video_info_init(&info_);
}

Analyzer::~Analyzer() {
  stop();
  g_clear_pointer(&last_stats_, gst_structure_free);
}

Status Analyzer::start(const Settings& settings) {
  Expected<ChosenBackend> chosen = choose_backend(
      settings, [this](const Error& error, int device) { warn_of(error, device); },
      [this](int device) { return cuda_context_.find(device); });
  if (!chosen.ok())
    return chosen.error();
  if (chosen->no_gpu) {
    const Error& why = *chosen->no_gpu;
    if (why.kind == ErrorKind::no_device && !names_devices(settings))
      GST_INFO_OBJECT(element_, "counting on the CPU: %s", why.message.c_str());
    else // there is something that can be mended, or a GPU was named that is not there
      GST_ELEMENT_WARNING(
          element_, RESOURCE, FAILED,
          ("Counting on the CPU until the element starts again: %s", why.message.c_str()),
          ("%s", why.detail.c_str()));
  }

  for (const Error& why : chosen->left_out)
    GST_ELEMENT_WARNING(element_, RESOURCE, FAILED,
                        ("Counting on the other GPUs: %s", why.message.c_str()),
                        ("%s", why.detail.c_str()));

  counters_.reset();
  in_invalid_episode_ = false;
  told_download_ = writer_behind_ = told_lost_ = false;
  make_queue(*chosen->backend); // before the backend is there: what fails here leaves none behind
  GST_INFO_OBJECT(element_, "counting on %s, %s", chosen->backend->name(),
                  chosen->backend->device().c_str());
  {
    std::lock_guard lock(backend_mutex_);
    backend_ = std::move(chosen->backend);
    on_gpus_ = chosen->on_gpus;
    g_clear_pointer(&last_stats_, gst_structure_free);
  }
  running_.store(true, std::memory_order_release);
  return {};
}

/// As many tasks as may be pending. None may be.
void Analyzer::make_queue(const Backend& backend) {
  std::vector<std::unique_ptr<Task>> tasks;
  const uint32_t depth = backend.depth();
  for (uint32_t i = 0; i < depth; i++) {
    auto task = std::make_unique<FrameTask>(reporter_, counters_);
    task->on_completion_thread = depth > 1;
    tasks.push_back(std::move(task));
  }
  queue_ = std::make_unique<CompletionQueue>(std::move(tasks));
  queue_depth_ = depth;
}

void Analyzer::stop() {
  if (!running())
    return;
  finish_stream();
  running_.store(false, std::memory_order_release);
  queue_.reset();
  reporter_.flush_stop(); // the next run begins a new interval
  GstStructure* stats = this->stats();

  std::unique_ptr<Backend> backend;
  {
    std::lock_guard lock(backend_mutex_);
    last_stats_ = stats;
    backend = std::move(backend_);
  }
  format_ = nullptr;
  asked_.reset();
  backend.reset();
  cuda_context_.clear();
}

Status Analyzer::set_format(const GstVideoInfo& info, bool on_device, const Settings& settings) {
  finish_stream();
  format_ = nullptr;
  writer_behind_ = false; // maybe another one now
  counters_.copied_in_row.store(0, std::memory_order_relaxed);
  const FormatInfo* format = find_format(GST_VIDEO_INFO_NAME(&info));
  if (!format)
    return {ErrorKind::invalid_argument,
            std::string("Frames of format ") + GST_VIDEO_INFO_NAME(&info) + " cannot be counted"};
  if (GST_VIDEO_INFO_WIDTH(&info) < 1 || GST_VIDEO_INFO_HEIGHT(&info) < 1)
    return {ErrorKind::invalid_argument, "Frames without pixels cannot be counted"};
  if (guint64{static_cast<guint>(GST_VIDEO_INFO_WIDTH(&info))} *
          static_cast<guint>(GST_VIDEO_INFO_HEIGHT(&info)) >
      G_MAXUINT32)
    return {ErrorKind::invalid_argument,
            "Frames of more than 2^32 - 1 pixels cannot be counted exactly; use smaller ones"};

  Expected<FramePlan> plan = plan_frames(settings, *format, info);
  if (!plan.ok() && asked_ && settings.direction == asked_->direction) {
    Settings possible = settings; // with the one of before, if that direction was refused before
    possible.direction = plan_.settings.direction;
    plan = plan_frames(possible, *format, info);
  }
  if (!plan.ok())
    return plan.error();
  info_ = info;
  on_device_ = on_device;
  plan_ = std::move(*plan);
  asked_ = settings;
  prepare(*format);
  return {};
}

/// Makes ready for frames as planned. None may be pending.
void Analyzer::prepare(const FormatInfo& format) {
  format_ = nullptr; // until the end: whoever throws here leaves us without one
  // Frames that are on a GPU bring their context; another one is not created for them.
  backend_->prepare({format, frame_width(), frame_height(), on_device_ ? 0 : backend_->depth(),
                     plan_.direction.has_value()});
  if (backend_->depth() != queue_depth_)
    make_queue(*backend_);
  format_ = &format;
}

/// A plan for settings that have changed while frames flow. If nothing but their direction is
/// impossible, the one before stays, or there is none if that has become impossible too.
Status Analyzer::replan(const Settings& settings) {
  Settings possible = settings;
  Expected<FramePlan> plan = plan_frames(possible, *format_, info_);
  if (!plan.ok()) {
    const Error refusal = plan.error();
    const char* instead = "The direction stays as it was";
    possible.direction = plan_.settings.direction;
    plan = plan_frames(possible, *format_, info_);
    if (!plan.ok()) {
      instead = "Nothing is counted along a direction until it is possible";
      possible.direction.directional = false;
      plan = plan_frames(possible, *format_, info_);
    }
    if (!plan.ok())
      return plan.error();
    GST_ELEMENT_WARNING(element_, RESOURCE, SETTINGS, ("%s. %s", refusal.message.c_str(), instead),
                        (nullptr));
  }
  asked_ = settings;
  if (ask_alike(possible, plan_.settings))
    return {};
  finish_stream(); // an interval's histograms are alike
  // A matrix is large: without it, or with other bins, its memory is given back.
  const bool other_memory = plan_.direction.has_value() != plan->direction.has_value() ||
                            (plan_.direction && plan_.request.bins != plan->request.bins);
  plan_ = std::move(*plan);
  if (other_memory)
    prepare(*format_);
  return {};
}

Status Analyzer::analyse(GstBuffer* buffer, const GstSegment& segment, const Settings& settings) {
  const StopWatch streaming_time(counters_.streaming_time, CLOCK_MONOTONIC);
  const guint64 sequence = counters_.frames.fetch_add(1, std::memory_order_relaxed);
  const CpuStopWatch cpu_time(counters_, sequence);
  if (!ask_alike(settings, *asked_))
    if (Status status = replan(settings); !status.ok())
      return status;

  if (GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_GAP)) {
    counters_.skipped_gap.fetch_add(1, std::memory_order_relaxed);
    return {};
  }

  auto& task = static_cast<FrameTask&>(queue_->acquire());
  Unless guard([&] { task.let_go(); }); // an exception must not leave the buffer mapped
  if (Status status = map_and_submit(buffer, task); !status.ok()) {
    skip_invalid(status.error());
    return {};
  }
  in_invalid_episode_ = false;

  task.histogram = gst_video_histogram_private_new_pending(
      GST_VIDEO_INFO_FORMAT(&info_), frame_width(), frame_height(), &info_.colorimetry,
      plan_.channel_names.data(), plan_.request.bins);
  for (RegionResult& region : task.regions)
    region.histogram = gst_video_histogram_private_new_pending(
        GST_VIDEO_INFO_FORMAT(&info_), frame_width(), frame_height(), &info_.colorimetry,
        plan_.channel_names.data(), plan_.request.bins);
  if (plan_.direction)
    gst_video_histogram_private_set_direction(task.histogram, &plan_.direction->description);
  if (settings.attach_meta && gst_buffer_is_writable(buffer))
    attach(buffer, task);
  if (task.job && task.job->holds_frame()) {
    take_was_copied(buffer); // what was done to it before
    task.frame.hold_buffer();
  } else {
    task.frame.reset();
  }

  task.ticket = reporter_.ticket();
  task.post = settings.post_messages;
  task.message_counts = settings.message_counts;
  task.message_matrix = settings.message_matrix;
  task.interval = settings.interval;
  task.times = frame_times(buffer, segment);
  task.sequence = sequence;
  const bool holds_frame = task.frame.held_buffer() != nullptr;
  guard.dismiss();
  queue_->submit();
  if (holds_frame && writer_behind())
    queue_->drain();
  return {};
}

/// Whether an element behind us writes into our pinned frames while they are held: GStreamer then
/// copies each of them, which takes longer than to wait for the count.
bool Analyzer::writer_behind() {
  constexpr guint64 enough = 3; // one copy may have been somebody's snapshot
  if (!writer_behind_ && counters_.copied_in_row.load(std::memory_order_relaxed) >= enough) {
    writer_behind_ = true;
    GST_INFO_OBJECT(element_, "frames are written to behind us: each is counted before it goes on");
  }
  return writer_behind_;
}

/// Submits the frame where it lies if the backend can count it there, else a mapping on the host.
/// The error is what is wrong with the buffer; what goes wrong with the count is the task's.
Status Analyzer::map_and_submit(GstBuffer* buffer, FrameTask& task) {
  const bool on_device = is_cuda_buffer(buffer);
  collect_regions(buffer, task);
  if (on_device && is_cuda_lost()) {
    task.refusal = cuda_lost_error(); // GStreamer could not read it either, and may hang
    return {};
  }
  if (on_device && backend_->counts_device_frames()) {
    cuda_context_.learn(buffer);
    if (task.frame.map(buffer, info_, *format_, true).ok()) {
      Status status = submit(task);
      if (status.ok())
        return {};
      if (status.error().kind == ErrorKind::device_lost) {
        task.refusal = status.error(); // nothing can read it any more
        return {};
      }
    }
  }
  if (on_device && !told_download_) {
    told_download_ = true;
    GST_INFO_OBJECT(element_, "frames in a GPU's memory are copied to the host to be counted");
  }
  if (Status status = task.frame.map(buffer, info_, *format_, false); !status.ok())
    return status;
  if (Status status = submit(task); !status.ok()) {
    // Every frame that passes its check can be counted, so this is no fault of the stream.
    GST_ELEMENT_WARNING(
        element_, LIBRARY, FAILED,
        ("A frame could not be counted: %s", status.error().message.c_str()),
        ("%s: %s", error_kind_name(status.error().kind), status.error().detail.c_str()));
    task.refusal = status.error();
  }
  return {};
}

Status Analyzer::submit(FrameTask& task) {
  task.expect_counts(plan_.request);
  Expected<JobPtr> job = backend_->submit(task.frame.view(), plan_.request);
  if (!job.ok())
    return job.error();
  task.job = std::move(*job);
  return {};
}

void Analyzer::collect_regions(GstBuffer* buffer, FrameTask& task) {
  plan_.request.regions.clear();
  gpointer state = nullptr;
  while (GstMeta* meta = gst_buffer_iterate_meta_filtered(
             buffer, &state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE)) {
    const auto* roi = reinterpret_cast<const GstVideoRegionOfInterestMeta*>(meta);
    if (plan_.request.regions.size() == max_regions) {
      counters_.regions_ignored.fetch_add(1, std::memory_order_relaxed);
      continue;
    }
    RegionResult region;
    region.id = roi->id;
    region.rect = clip(roi->x, roi->y, roi->w, roi->h, frame_width(), frame_height());
    plan_.request.regions.push_back(region.rect);
    task.regions.push_back(region);
  }
}

void Analyzer::attach(GstBuffer* buffer, FrameTask& task) {
  const GstVideoRectangle whole = {0, 0, static_cast<gint>(frame_width()),
                                   static_cast<gint>(frame_height())};
  gst_buffer_add_video_histogram_meta(buffer, GST_VIDEO_HISTOGRAM_META_FRAME_ID, &whole,
                                      task.histogram);
  for (const RegionResult& region : task.regions) {
    const GstVideoRectangle rect = {
        static_cast<gint>(region.rect.x), static_cast<gint>(region.rect.y),
        static_cast<gint>(region.rect.width), static_cast<gint>(region.rect.height)};
    gst_buffer_add_video_histogram_meta(buffer, region.id, &rect, region.histogram);
  }
}

void Analyzer::skip_invalid(const Error& error) {
  counters_.skipped_invalid.fetch_add(1, std::memory_order_relaxed);
  if (in_invalid_episode_)
    return;
  in_invalid_episode_ = true;
  GST_ELEMENT_WARNING(
      element_, STREAM, FORMAT,
      ("A buffer cannot be counted: %s. It is passed on without a histogram, and so "
       "are those like it that follow",
       error.message.c_str()),
      ("%s", error.detail.c_str()));
}

void Analyzer::warn_of(const Error& error, int device) {
  const bool several = device >= 0;
  std::string what =
      several ? "Counting without GPU " + std::to_string(device) : "Counting on the CPU";
  if (error.kind == ErrorKind::device_lost) {
    if (told_lost_.exchange(true))
      return; // every GPU meets it
    what = "Counting on the CPU until this process is restarted";
  } else if (error.kind == ErrorKind::transient) {
    what += several ? " until it can be used again" : " until the GPU can be used again";
  } else {
    what += " from now on";
    if (several && !g_strcmp0(active_backend(), "cpu"))
      what += ", and on the CPU since no GPU is left";
  }
  GST_ELEMENT_WARNING(element_, RESOURCE, FAILED, ("%s: %s", what.c_str(), error.message.c_str()),
                      ("%s: %s", error_kind_name(error.kind), error.detail.c_str()));
}

void Analyzer::set_context(GstContext* context, const Settings& settings) {
  cuda_context_.set(context, only_device(settings));
}

void Analyzer::drain() {
  if (running())
    queue_->drain();
}

void Analyzer::finish_stream() {
  drain();
  reporter_.end_interval();
}

void Analyzer::flush_stop() {
  drain();
  reporter_.flush_stop();
}

const char* Analyzer::active_backend() const {
  std::lock_guard lock(backend_mutex_);
  return backend_ ? backend_->name() : nullptr;
}

GstStructure* Analyzer::stats() const {
  std::lock_guard lock(backend_mutex_);
  if (last_stats_)
    return gst_structure_copy(last_stats_);

  return make_stats_structure(counters_, backend_.get(), on_gpus_);
}

} // namespace videohistogram
