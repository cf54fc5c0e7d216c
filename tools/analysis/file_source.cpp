// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/file_source.h"

#include "tools/decode/add_element.h"
#include "tools/read/declared_video.h"
#include "tools/read/frame_timecode.h"
#include "tools/read/gpu/gpu.h"
#include "tools/read/gpu/gpu_frames.h"
#include "tools/read/times.h"

#include <gst/app/gstappsrc.h>

#include <cstdlib>
#include <exception>
#include <pthread.h>
#include <utility>

namespace videohistogram::tools {

namespace {

/// Frames that may wait for the pipeline.
constexpr guint64 frames_ahead = 2;

/// The time of buffers at which a video begins: later parts of some files have earlier times.
constexpr int64_t begin_time = int64_t{1} << 60;
static_assert(begin_time > longest_video);

/// Whether the header of the container tells the duration. Others are estimated by what is found.
bool declares_duration(const AVFormatContext& context) {
  for (const char* name : {"asf", "avi", "flv", "matroska", "mxf", "mov"}) {
    if (av_match_list(name, context.iformat->name, ',') > 0)
      return context.duration > 0;
  }
  return false;
}

} // namespace

FileSource::FileSource(GstElement* pipeline, GstElement* next, const std::string& path,
                       const AnalysisSettings& settings, Processor processor, Seek seek,
                       FrameReader& reader)
    : path_(path), settings_(settings), processor_(processor), seek_(seek), frames_(reader),
      element_(add_element(pipeline, "appsrc")), overrides_(statement_of(settings.colours)),
      buffers_(overrides_, FrameBuffers::Rgb::converted, settings.fields) {
  g_object_set(element_, "format", GST_FORMAT_TIME, "block", TRUE, "max-buffers", frames_ahead,
               "max-bytes", guint64{0}, "handle-segment-change", TRUE, nullptr);
  gst_element_link(element_, next);
}

FileSource::~FileSource() {
  stop();
  join();
}

FrameAccount FileSource::account() const {
  // The reader is ahead of the last frame that counts by a number of packets that varies.
  if (!reader_ || settings_.selection.start > 0 || settings_.selection.duration > 0)
    return {};
  return reader_->account();
}

void FileSource::start() {
  thread_ = std::thread(&FileSource::run, this);
}

void FileSource::join() {
  if (thread_.joinable())
    thread_.join();
}

void FileSource::run() {
  pthread_setname_np(pthread_self(), "file-reader"); // and the threads of the decoder
  try {
    read();
  } catch (const ReadError& error) {
    error_ = error;
  } catch (const std::exception& error) {
    error_ = ReadError{ReadError::Cause::unreadable, error.what()};
  }
  gst_app_src_end_of_stream(GST_APP_SRC(element_));
}

void FileSource::read() {
  const bool gpu = processor_ == Processor::gpu;
  if (gpu && settings_.fields)
    throw ReadError{ReadError::Cause::unsuitable, "fields are counted on the CPU"};
  reader_.emplace(
      path_, settings_.selection.stream,
      settings_.repeatable ? CpuDecoder::repeatable : settings_.decoder_threads,
      [this] {
        progress_++;
        return is_stopped_.load();
      },
      gpu ? &gpu_decoders() : nullptr);
  TimedFrame next = reader_->next();
  if (!next.frame)
    return;
  describe(*next.frame);
  if (seek_ == Seek::yes && settings_.selection.start > 0) {
    next = {}; // the memory of a GPU's frame may be needed
    reader_->seek(static_cast<int64_t>(settings_.selection.start * 1e9));
    next = reader_->next();
  }
  for (; next.frame && !is_stopped_; next = reader_->next()) {
    if (is_uncertain() || !push_frame(std::move(next)))
      return;
  }
}

void FileSource::describe(const AVFrame& frame) {
  const AVFormatContext& context = reader_->file().context();
  VideoFormat format;
  format.codec = describe_codec(*reader_->file().stream().codecpar);
  format.container = context.iformat->long_name;
  if (context.duration > 0 && reader_->rate().num > 0)
    estimated_ = to_ns(context.duration, AV_TIME_BASE_Q).value_or(0);
  declared_ = declares_duration(context) ? estimated_ : 0;
  format.duration = estimated_;
  state_ = describe_frame(*reader_, frame, overrides_);
  frames_.expect(format, state_);
  caps_ = caps_of(frame);
}

CapsPtr FileSource::caps_of(const AVFrame& frame) const {
  CapsPtr caps = buffers_.caps_of(frame, *reader_);
  if (processor_ == Processor::gpu)
    gst_caps_set_features_simple(caps.get(), gst_caps_features_new("memory:CUDAMemory", nullptr));
  return caps;
}

/// Returns false if nobody wants another frame; so do the functions below.
bool FileSource::push_frame(TimedFrame timed) {
  FrameState state = describe_frame(*reader_, *timed.frame, overrides_);
  if (!(state == state_))
    frames_.change(pushed_, state_ = std::move(state));
  CapsPtr caps = caps_of(*timed.frame);
  const bool is_new = pushed_ == 0 || !gst_caps_is_equal(caps_.get(), caps.get());
  if (is_new)
    caps_ = std::move(caps);
  BufferPtr buffer;
  if (processor_ == Processor::gpu) {
    buffer = copy_on_gpu(*timed.frame);
  } else {
    FrameBuffers::Side side = buffers_.make_side(*timed.frame, *reader_);
    if (side.buffer)
      count_side(std::move(side));
    buffer = buffers_.make(*timed.frame);
  }
  attach_timecode(*buffer, *timed.frame, *reader_);
  if (timed.time)
    GST_BUFFER_PTS(buffer.get()) = static_cast<GstClockTime>(begin_time + *timed.time);
  if (timed.duration > 0)
    GST_BUFFER_DURATION(buffer.get()) = static_cast<GstClockTime>(timed.duration);
  if (timed.is_damaged)
    GST_BUFFER_FLAG_SET(buffer.get(), GST_BUFFER_FLAG_CORRUPTED);
  return push(std::move(buffer), is_new);
}

void FileSource::count_side(FrameBuffers::Side side) {
  if (!side_ || side_channels_ != side.channels)
    side_.emplace(side_channels_ = side.channels, settings_.fields);
  FieldPtrs part = side_->count(std::move(side.buffer), side.caps.get());
  if (part[GST_VIDEO_HISTOGRAM_FIELD_NONE])
    frames_.add_part(pushed_, std::move(part));
}

bool FileSource::push(BufferPtr buffer, bool has_new_caps) {
  GST_BUFFER_OFFSET(buffer.get()) = pushed_++;
  progress_++;
  auto* const source = GST_APP_SRC(element_);
  if (!has_new_caps)
    return gst_app_src_push_buffer(source, buffer.release()) == GST_FLOW_OK;
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  segment.start = begin_time;
  const SamplePtr sample(gst_sample_new(buffer.get(), caps_.get(), &segment, nullptr));
  return gst_app_src_push_sample(source, sample.get()) == GST_FLOW_OK;
}

} // namespace videohistogram::tools
