// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/file_source.h"

#include "tools/decode/add_element.h"
#include "tools/decode/gpu/nvdec_stream.h"
#include "tools/read/declared_video.h"
#include "tools/read/frame_timecode.h"
#include "tools/read/packet_buffer.h"
#include "tools/read/times.h"

#include <gst/app/gstappsrc.h>

#include <cstdlib>
#include <exception>
#include <pthread.h>
#include <utility>

namespace videohistogram::tools {

namespace {

/// What may wait for the pipeline.
constexpr guint64 frames_ahead = 2, packets_ahead = 64;

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

ReadError unsuitable(const char* message) {
  return {ReadError::Cause::unsuitable, message};
}

} // namespace

FileSource::FileSource(GstElement* pipeline, GstElement* next, const std::string& path,
                       const AnalysisSettings& settings, Processor processor, Seek seek,
                       FrameReader& reader)
    : path_(path), settings_(settings), processor_(processor), seek_(seek), frames_(reader),
      pipeline_(pipeline), next_(next), element_(add_element(pipeline, "appsrc")),
      overrides_(statement_of(settings.colours)),
      buffers_(overrides_, FrameBuffers::Rgb::converted, settings.fields) {
  const bool cpu = processor == Processor::cpu;
  g_object_set(element_, "format", GST_FORMAT_TIME, "block", TRUE, "max-buffers",
               cpu ? frames_ahead : packets_ahead, "max-bytes", guint64{0}, "handle-segment-change",
               TRUE, nullptr);
  if (cpu) {
    gst_element_link(element_, next);
    return;
  }
  const PadPtr pad(gst_element_get_static_pad(next, "sink"));
  gst_pad_add_probe(
      pad.get(),
      static_cast<GstPadProbeType>(GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM),
      note_decoded, this, nullptr);
}

FileSource::~FileSource() {
  stop();
  join();
}

FrameAccount FileSource::account() const {
  // The reader is ahead of the last frame that counts by a number of packets that varies.
  if (!reader_ || settings_.selection.start > 0 || settings_.selection.duration > 0)
    return {};
  FrameAccount account = reader_->account();
  if (processor_ == Processor::gpu)
    account.decoded = decoded_;
  return account;
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
  if (processor_ == Processor::gpu && pushed_ == 0)
    // Nothing is linked to the element, so that the end of its stream would reach nobody.
    GST_ELEMENT_ERROR(element_, STREAM, FAILED,
                      ("%s", error_ ? error_->message.c_str() : "no frame in it"), (nullptr));
  else
    gst_app_src_end_of_stream(GST_APP_SRC(element_));
}

void FileSource::read() {
  const bool cpu = processor_ == Processor::cpu;
  reader_.emplace(path_, settings_.selection.stream,
                  settings_.repeatable ? VideoDecoder::repeatable
                  : cpu                ? settings_.decoder_threads
                                       : 1,
                  [this] {
                    progress_++;
                    return is_stopped_.load();
                  });
  TimedFrame next = reader_->next();
  if (!next.frame)
    return;
  describe(*next.frame);
  const bool seeks = seek_ == Seek::yes && settings_.selection.start > 0;
  if (seeks)
    reader_->seek(static_cast<int64_t>(settings_.selection.start * 1e9));
  if (!cpu) {
    feed_decoder();
    return;
  }
  if (seeks)
    next = reader_->next();
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
  caps_ = buffers_.caps_of(frame, *reader_);
}

/// Returns false if nobody wants another frame; so do the functions below.
bool FileSource::push_frame(TimedFrame timed) {
  FrameState state = describe_frame(*reader_, *timed.frame, overrides_);
  if (!(state == state_))
    frames_.change(pushed_, state_ = std::move(state));
  CapsPtr caps = buffers_.caps_of(*timed.frame, *reader_);
  const bool is_new = pushed_ == 0 || !gst_caps_is_equal(caps_.get(), caps.get());
  if (is_new)
    caps_ = std::move(caps);
  FrameBuffers::Side side = buffers_.make_side(*timed.frame, *reader_);
  if (side.buffer)
    count_side(std::move(side));
  BufferPtr buffer = buffers_.make(*timed.frame);
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
  const CapsPtr packets =
      processor_ == Processor::cpu ? nullptr : caps_of_packets(*reader_->file().stream().codecpar);
  const SamplePtr sample(
      gst_sample_new(buffer.get(), packets ? packets.get() : caps_.get(), &segment, nullptr));
  return gst_app_src_push_sample(source, sample.get()) == GST_FLOW_OK;
}

/// Has NVDEC decode the packets, those of the first frame included.
void FileSource::feed_decoder() {
  if (settings_.fields)
    throw unsuitable("which frames have fields is told by FFmpeg's decoders");
  const CapsPtr caps = caps_of_packets(*reader_->file().stream().codecpar);
  if (!caps || !link_by_nvdec(pipeline_, element_, next_, caps.get()))
    throw unsuitable("its codec is not for a GPU");
  while (PacketPtr packet = reader_->next_packet()) {
    if (is_stopped_ || !push_packet(std::move(packet)))
      return;
  }
  if (reader_->begin_next_stream())
    throw unsuitable("its streams change");
}

bool FileSource::push_packet(PacketPtr packet) {
  const AVRational unit = reader_->file().stream().time_base;
  const auto time = [&](int64_t stamp) {
    const std::optional<int64_t> own = to_ns(stamp, unit);
    const int64_t after = own ? *own - state_.video.stream_start : longest_time;
    return std::abs(after) <= longest_video ? static_cast<GstClockTime>(begin_time + after)
                                            : GST_CLOCK_TIME_NONE;
  };
  const GstClockTime pts = time(packet->pts), dts = time(packet->dts);
  if (!GST_CLOCK_TIME_IS_VALID(pts))
    throw unsuitable("its packets have no times");
  const bool is_key = (packet->flags & AV_PKT_FLAG_KEY) != 0;
  if (packet->flags & AV_PKT_FLAG_DISCARD) {
    const std::lock_guard<std::mutex> lock(mutex_);
    discarded_.insert(pts);
  } else if (is_discarded(pts)) {
    throw unsuitable("its edit list shows a time twice");
  }
  const int64_t duration = to_ns(packet->duration, unit).value_or(0);
  BufferPtr buffer = make_buffer(std::move(packet));
  GST_BUFFER_PTS(buffer.get()) = pts;
  GST_BUFFER_DTS(buffer.get()) = dts;
  if (duration > 0)
    GST_BUFFER_DURATION(buffer.get()) = static_cast<GstClockTime>(duration);
  if (!is_key)
    GST_BUFFER_FLAG_SET(buffer.get(), GST_BUFFER_FLAG_DELTA_UNIT);
  return push(std::move(buffer), pushed_ == 0);
}

bool FileSource::is_discarded(GstClockTime time) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return discarded_.count(time) > 0;
}

/// What NVDEC gives out has the colours, the rate and the times that the reader knows.
GstPadProbeReturn FileSource::note_decoded(GstPad*, GstPadProbeInfo* info, gpointer data) {
  auto* const self = static_cast<FileSource*>(data);
  self->progress_++;
  if (GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_BUFFER) {
    if (self->is_discarded(GST_BUFFER_PTS(GST_PAD_PROBE_INFO_BUFFER(info))))
      return GST_PAD_PROBE_DROP;
    self->decoded_++;
    return GST_PAD_PROBE_OK;
  }
  return GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info)) == GST_EVENT_CAPS ? self->take_caps(info)
                                                                          : GST_PAD_PROBE_OK;
}

GstPadProbeReturn FileSource::take_caps(GstPadProbeInfo* info) {
  GstEvent* const event = GST_PAD_PROBE_INFO_EVENT(info);
  GstCaps* decoded = nullptr;
  gst_event_parse_caps(event, &decoded);
  if (decoded_caps_ && !gst_caps_is_equal(decoded_caps_.get(), decoded)) {
    GST_ELEMENT_ERROR(pipeline_, STREAM, FORMAT, ("its streams change"), (nullptr));
    return GST_PAD_PROBE_DROP;
  }
  decoded_caps_.reset(gst_caps_ref(decoded));
  CapsPtr caps(gst_caps_copy(decoded));
  const GstStructure* const known = gst_caps_get_structure(caps_.get(), 0);
  for (const char* field : {"colorimetry", "framerate", "pixel-aspect-ratio", "x-matrix-h273"}) {
    if (const GValue* const value = gst_structure_get_value(known, field))
      gst_caps_set_value(caps.get(), field, value);
  }
  GST_PAD_PROBE_INFO_DATA(info) = gst_event_new_caps(caps.get());
  gst_event_unref(event);
  return GST_PAD_PROBE_OK;
}

} // namespace videohistogram::tools
