// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/scope.h"

#include "core/scope_guard.h"
#include "core/threads/workers.h"
#include "plugin/scope/description.h"
#include "plugin/scope/meta_tables.h"
#include "plugin/settings/text.h"

#include <algorithm>
#include <utility>

GST_DEBUG_CATEGORY_EXTERN(gst_video_scope_debug);
#define GST_CAT_DEFAULT gst_video_scope_debug

namespace videohistogram::scope {

namespace {

guint64 now() {
  return static_cast<guint64>(g_get_monotonic_time()) * GST_USECOND;
}

/// Frames and pictures of up to this many bytes are rehearsed: a black frame is counted and drawn
/// before the first one arrives. 8K NV12 frames and 4K pictures are below the limit. Anything
/// larger does not come in real time, and a second frame would cost much memory.
constexpr gsize most_rehearsed = gsize{64} << 20;

Source source_of(const FrameCaps& caps, const FrameColours& colours, const FormatInfo& format) {
  const PixelSize size = size_of(caps.info);
  Source source;
  source.format = &format;
  source.width = size.width;
  source.height = size.height;
  source.colours = colour_spec(colours, format);
  source.colours.narrow_rgb = !source.colours.full_range;
  source.luma = luma_weights(colours);
  source.composite = composite_of_rows(size.height);
  source.description = describe(colours, format);
  return source;
}

/// What scopes show of frames.
Source source_of_region(Source frames, const ShownRegion& region) {
  frames.width = region.rect.width;
  frames.height = region.rect.height;
  frames.region = region.title;
  return frames;
}

PixelOrder order_of(const GstVideoInfo& info) {
  const auto offset = [&](guint component) {
    return static_cast<uint8_t>(GST_VIDEO_FORMAT_INFO_POFFSET(info.finfo, component));
  };
  const uint8_t r = offset(GST_VIDEO_COMP_R), g = offset(GST_VIDEO_COMP_G),
                b = offset(GST_VIDEO_COMP_B);
  return {r, g, b, static_cast<uint8_t>(6 - r - g - b)}; // the last one is the byte that is left
}

} // namespace

Scope::Scope(GstElement* element)
    : element_(element),
      run_(element, GST_CAT_DEFAULT, [this](const RunStats& run) { return make_stats(run); }),
      failures_(element, GST_CAT_DEFAULT, "A frame could not be counted"),
      invalid_(element, GST_CAT_DEFAULT, "A buffer cannot be counted",
               "Its picture has no traces, nor have those of buffers like it that follow"),
      log_(element) {
  gst_video_info_init(&pictures_);
}

Status Scope::start(const ScopeSettings& settings) {
  load_fonts();
  if (Expected<PictureOptions> options = picture_options(settings); !options.ok())
    return options.error();
  BackendSettings one_frame = settings;
  one_frame.max_in_flight = 1; // a picture is drawn from the counts of its own frame
  Expected<ChosenBackend> chosen = run_.choose(one_frame);
  if (!chosen.ok())
    return chosen.error();
  reset({&counters_.frames, &counters_.counted, &counters_.drawn, &counters_.dropped,
         &counters_.from_meta, &counters_.skipped_gap, &counters_.skipped_invalid,
         &counters_.failed, &counters_.count_time, &counters_.draw_time});
  failures_.succeeded();
  invalid_.succeeded();
  cores_ = usable_cores();
  job_ = chosen->backend->make_job();
  run_.begin(std::move(*chosen));
  return {};
}

void Scope::load_fonts() {
  if (fonts_)
    return;
  fonts_ = std::make_unique<const Fonts>();
  if (!fonts_->usable())
    GST_WARNING_OBJECT(element_, "fontconfig lists no font with digits and letters, so scopes have "
                                 "no labels; install a font (Debian: fonts-dejavu-core)");
}

void Scope::stop() {
  if (!run_.running())
    return;
  const std::unique_ptr<Backend> backend = run_.end(); // outlives the job
  tables_.release();
  job_.reset();
  frame_.reset();
  picture_.reset();
  probes_.reset();
  restart_numbers();
  settings_.reset();
  caps_ = {};
  has_tables_ = false;
  std::lock_guard lock(plots_mutex_);
  plots_.reset();
}

void Scope::set_frames(const FrameCaps& frames) {
  if (!has_caps() || !gst_caps_is_equal(caps_.caps.get(), frames.caps.get())) {
    posted_warnings_.clear();
    restart_numbers();
  }
  caps_ = frames;
  picture_.reset();
  has_tables_ = false;
}

void Scope::set_pictures(const GstVideoInfo& pictures) {
  pictures_ = pictures;
  picture_.reset();
  has_tables_ = false;
}

void Scope::prepare(const SharedScopeSettings& settings) {
  if (Status status = plan(settings, nullptr); !status.ok())
    GST_DEBUG_OBJECT(element_, "no picture of these caps: %s", status.error().message.c_str());
  else if (is_before_first_frame() && caps_.memory == MemoryKind::host &&
           !run_.backend().is_device() &&
           std::max(GST_VIDEO_INFO_SIZE(&caps_.info), GST_VIDEO_INFO_SIZE(&pictures_)) <=
               most_rehearsed)
    rehearse();
}

/// Counts and draws a black frame, so that the first frame finds all memory in use: the first write
/// to a page of memory takes several times as long as counting and drawing in pages used before.
void Scope::rehearse() {
  const BufferReference frame(
      gst_buffer_new_allocate(nullptr, GST_VIDEO_INFO_SIZE(&caps_.info), nullptr));
  if (!frame)
    return;
  gst_buffer_memset(frame.get(), 0, 0, GST_VIDEO_INFO_SIZE(&caps_.info));
  const ScopeGuard forget([&] { // also after an exception
    picture_->forget();
    tables_.release();
  });
  if (!count_if_memory_suffices([&] { return count_tables(frame.get()); }).ok())
    return;
  std::vector<uint32_t> row(size_of(pictures_).width);
  picture_->draw(&tables_, {reinterpret_cast<uint8_t*>(row.data()), 0}); // one row in memory
}

/// Tells other threads what the present picture shows.
void Scope::publish_plots() {
  std::lock_guard lock(plots_mutex_);
  plots_ = std::make_shared<const PlotMap>(PlotMap{
      source_of_region(source_, region_), picture_->plots(), region_.rect.x, region_.rect.y});
}

/// The caps with the size of the frame that is mapped.
GstVideoInfo Scope::mapped_info() const {
  GstVideoInfo info = caps_.info;
  if (region_.is_part) {
    const PixelSize size = size_of(info);
    GST_VIDEO_INFO_WIDTH(&info) += static_cast<gint>(region_.mapped.width - size.width);
    GST_VIDEO_INFO_HEIGHT(&info) += static_cast<gint>(region_.mapped.height - size.height);
  }
  return info;
}

/// Makes the picture of the present caps, settings and region of a buffer, unless there is one.
/// `buffer`: null: there is none yet.
Status Scope::plan(const SharedScopeSettings& settings, GstBuffer* buffer) {
  const ShownRegion last = std::exchange(
      region_, find_region(buffer, std::string(trimmed(settings->show_region)), caps_.info));
  if (picture_ && settings == settings_ && region_.is_like(last)) {
    if (!(region_.rect == last.rect))
      publish_plots();
    return {};
  }
  picture_.reset();
  has_tables_ = false;
  const SharedScopeSettings before = std::exchange(settings_, settings);
  Expected<const FormatInfo*> format = countable_format(caps_.info);
  if (!format.ok())
    return format.error();
  Expected<PictureOptions> options = picture_options(*settings);
  if (!options.ok())
    return options.error();
  options->pixel_aspect = pixel_aspect(pictures_);
  const auto [width, height] = size_of(pictures_);
  frame_colours_ = frame_colours(caps_, settings->colorimetry);
  const Source source = source_of(caps_, frame_colours_, **format);
  if (before &&
      (before->show_region != settings->show_region || !have_same_colours(source, source_))) {
    numbers_.forget_light(); // that of other pixels, or by another curve
    numbers_.forget_share();
    log_.end();
  }
  source_ = source;
  if (Status status = plan_probes(options->probes); !status.ok())
    return status;
  Expected<std::unique_ptr<Picture>> made =
      Picture::create(source_of_region(source_, region_), *options, width, height,
                      order_of(pictures_), fonts_.get(), probes_.get());
  if (!made.ok())
    return made.error();
  picture_ = std::move(*made);
  picture_->hold(hold_.hold);
  drawn_by_ = DrawnBy::nobody;
  publish_plots();
  const Plan& plan = *picture_->plan();
  run_.prepare({plan, plan.height, 1, caps_.memory});
  GST_DEBUG_OBJECT(element_,
                   "pictures of %ux%u from frames of %ux%u %s: %zu histograms, %zu projections, "
                   "%zu joint",
                   width, height, plan.width, plan.height, plan.format.name, plan.histograms.size(),
                   plan.projections.size(), plan.joints.size());
  find_warnings(**format, *options);
  return {};
}

Status Scope::count(GstBuffer* buffer, const SharedScopeSettings& settings,
                    GstClockTime stream_time) {
  counters_.frames++;
  begin_numbers(buffer, stream_time);
  if (Status status = plan(settings, buffer); !status.ok())
    return status;
  post_warnings();
  forget_numbers();
  has_tables_ = painted_ = false;
  tables_.release();
  if (probes_)
    probes_->forget();
  if (GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_GAP)) {
    counters_.skipped_gap++;
    note_no_counts();
    return {};
  }
  const guint64 begin = now();
  const bool in_meta = settings->use_meta && needs_counts() &&
                       !region_.is_part && // tables upstream are of whole frames
                       read_meta_tables(buffer, caps_.info, frame_colours_, picture_->plan(),
                                        source_.colours.narrow_rgb, tables_);
  Status status;
  if (probes_ && !probes_->regions().empty())
    status = count_if_memory_suffices([&] { return count_probes(buffer); });
  if (status.ok() && !in_meta)
    status = count_if_memory_suffices([&] { return count_tables(buffer); });
  counters_.from_meta += in_meta ? 1 : 0;
  counters_.count_time += now() - begin;
  if (status.ok()) {
    has_tables_ = true;
    note_counts();
    invalid_.succeeded();
    failures_.succeeded();
    counters_.counted += in_meta || submitted_ ? 1 : 0;
    return {};
  }
  note_no_counts();
  if (status.error().kind == ErrorKind::invalid_argument) {
    counters_.skipped_invalid++;
    invalid_.failed(status.error());
  } else {
    counters_.failed++;
    failures_.failed(status.error());
  }
  return {};
}

Status Scope::count_tables(GstBuffer* buffer) {
  const SharedPlan& plan = picture_->plan();
  DeviceOverlay::End end = DeviceOverlay::End::not_painted;
  submitted_ = false;
  const ScopeGuard release([&] {
    job_->release(); // waits for the GPU, unless it is lost
    if (end == DeviceOverlay::End::not_painted && is_cuda_lost())
      end = DeviceOverlay::End::unknown;
    frame_.reset();
    end_painting(end);
  });
  if (Status status = map_and_submit(buffer, plan); !status.ok())
    return status;
  if (!submitted_)
    return {};
  // The only wait of a frame: downstream gets a buffer that the GPU is done with.
  if (Status status = job_->wait(tables_.histograms_of(plan)); !status.ok())
    return status;
  if (painting_)
    end = DeviceOverlay::End::painted;
  painted_ = painting_ && painter_->draws_picture();
  if (!painted_)
    return tables_.read(plan, *job_);
  drawn_by_ = DrawnBy::device; // the tables stay on the device
  counters_.drawn++;
  return {};
}

void Scope::end_painting(DeviceOverlay::End end) {
  if (painting_)
    painter_->end(end);
  painting_ = false;
}

/// Submits a frame in a device's memory to be counted there, and to be drawn over if the painter
/// says so.
Status Scope::submit_on_device(GstBuffer* buffer, MemoryKind memory, const SharedPlan& plan) {
  // A painting would lie in the region, and has no texts that follow from counts.
  const DeviceOverlay::Way way = painter_ && !region_.is_part && picture_->strip().height() == 0
                                     ? painter_->begin(buffer, has_scopes())
                                     : DeviceOverlay::Way::on_host;
  painting_ = way != DeviceOverlay::Way::on_host;
  Status status =
      frame_.map(buffer, mapped_info(), plan->format, memory,
                 way == DeviceOverlay::Way::in_place ? MappedFrame::Access::read_and_write
                                                     : MappedFrame::Access::read);
  if (status.ok() && painting_) {
    std::shared_ptr<const Painting> painting;
    status = painter_
                 ->painting(picture_->drawing(), source_, fonts_.get(),
                            {hold_.hold, hold_.number, drawn_by_ == DrawnBy::host})
                 .move_to(painting);
    if (status.ok())
      frame_.set_painting(std::move(painting));
  }
  if (status.ok())
    status = submit(plan);
  if (!status.ok()) {
    frame_.reset();
    end_painting(DeviceOverlay::End::not_painted);
  }
  return status;
}

Status Scope::map_and_submit(GstBuffer* buffer, const SharedPlan& plan) {
  return run_.submit(buffer, [&](MemoryKind memory) {
    if (memory != MemoryKind::host)
      return submit_on_device(buffer, memory, plan);
    Status status = frame_.map(buffer, mapped_info(), plan->format, memory);
    return status.ok() ? submit(plan) : status;
  });
}

/// Submits the mapped frame, if its tables are needed or it is painted. A plan counts at least one
/// histogram.
Status Scope::submit(const SharedPlan& plan) {
  submitted_ = needs_counts() || painting_;
  return submitted_ ? run_.backend().submit(*job_, counted_view(), plan, {}) : Status();
}

void Scope::hold(const HoldRequest& request) {
  if (std::exchange(hold_, request).number != request.number && picture_)
    picture_->hold(request.hold);
}

Status Scope::draw(GstBuffer* picture) {
  GstVideoFrame out;
  if (!gst_video_frame_map(&out, &pictures_, picture, GST_MAP_WRITE))
    return {ErrorKind::transient, "A picture cannot be written: its buffer cannot be mapped"};
  const guint64 begin = now();
  const ScopeGuard unmap([&] { gst_video_frame_unmap(&out); });
  if (has_tables_)
    take_over_traces();
  const PixelRows rows = {static_cast<uint8_t*>(GST_VIDEO_FRAME_PLANE_DATA(&out, 0)),
                          GST_VIDEO_FRAME_PLANE_STRIDE(&out, 0)};
  picture_->draw(has_tables_ ? &tables_ : nullptr, rows, cores_);
  const Status status = draw_strip(rows);
  counters_.draw_time += now() - begin;
  counters_.drawn += has_tables_ ? 1 : 0;
  return status;
}

/// Forgets held traces after frames that the device drew over: the host does not know the traces
/// that the device holds.
void Scope::take_over_traces() {
  if (drawn_by_ == DrawnBy::device)
    picture_->forget();
  drawn_by_ = DrawnBy::host;
}

void Scope::skip() {
  numbers_.skip();
  counters_.frames++;
  counters_.dropped++;
}

bool Scope::needs_every_frame() const {
  // Without a picture it is not known.
  return has_peaks() || !picture_ || picture_->numbers().has_light() ||
         picture_->numbers().has_range();
}

bool Scope::has_peaks() const {
  return hold_.hold == Hold::peak || (picture_ && picture_->has_peaks());
}

Status Scope::drop() {
  counters_.dropped++;
  if (!has_peaks() || !has_tables_ || painted_)
    return {};
  const guint64 begin = now();
  take_over_traces();
  picture_->load(tables_);
  counters_.draw_time += now() - begin;
  return {};
}

SharedPlotMap Scope::plots() const {
  std::lock_guard lock(plots_mutex_);
  return plots_;
}

GstStructure* Scope::make_stats(const RunStats& run) const {
  GstStructure* const stats = gst_structure_new_empty("videoscope-stats");
  append(stats, {{"frames", counters_.frames},
                 {"counted", counters_.counted},
                 {"from-meta", counters_.from_meta},
                 {"drawn", counters_.drawn},
                 {"dropped", counters_.dropped},
                 {"skipped-gap", counters_.skipped_gap},
                 {"skipped-invalid", counters_.skipped_invalid},
                 {"failed", counters_.failed},
                 {"count-time", counters_.count_time},
                 {"draw-time", counters_.draw_time}});
  run.append_to(stats);
  return stats;
}

} // namespace videohistogram::scope
