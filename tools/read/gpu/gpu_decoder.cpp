// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/gpu/gpu_decoder.h"

#include "tools/read/field_flags.h"
#include "tools/read/h264.h"
#include "tools/read/pixel_formats.h"
#include "tools/read/read_error.h"

extern "C" {
#include <libavutil/pixdesc.h>
}

#include <atomic>
#include <cstring>
#include <new>
#include <utility>

namespace videohistogram::tools {

namespace {

/// More frames than a decoder of H.264 holds back of two streams.
constexpr int most_delayed = 40;

/// The pictures that are sent again at the end of a stream of H.264 have times from this one on,
/// and those of each stream one of its own: some are still in the decoder when another stream
/// begins.
constexpr int64_t first_repeated_time = INT64_MAX / 2;

int64_t next_repeated_time() {
  static std::atomic<int64_t> next{first_repeated_time};
  return next++;
}

ParametersPtr copy_of(const AVCodecParameters& parameters) {
  ParametersPtr copy(avcodec_parameters_alloc());
  if (!copy || avcodec_parameters_copy(copy.get(), &parameters) < 0)
    throw std::bad_alloc();
  return copy;
}

bool states_no_colours(const AVCodecParameters& stated) {
  return stated.color_range == AVCOL_RANGE_UNSPECIFIED &&
         stated.color_space == AVCOL_SPC_UNSPECIFIED && stated.color_trc == AVCOL_TRC_UNSPECIFIED &&
         stated.color_primaries == AVCOL_PRI_UNSPECIFIED;
}

/// Takes the left columns and the top rows off that libavcodec leaves in frames of a GPU.
void crop(AVFrame& frame) {
  const AVPixFmtDescriptor& description = *av_pix_fmt_desc_get(format_of(frame));
  for (int i = 0; i < description.nb_components; i++) {
    const AVComponentDescriptor& component = description.comp[i];
    if (i > 0 && component.plane == description.comp[i - 1].plane)
      continue;
    const int horizontal = i == 0 ? 0 : description.log2_chroma_w,
              vertical = i == 0 ? 0 : description.log2_chroma_h;
    frame.data[component.plane] +=
        (frame.crop_top >> vertical) * static_cast<size_t>(frame.linesize[component.plane]) +
        (frame.crop_left >> horizontal) * static_cast<size_t>(component.step);
  }
  frame.width -= static_cast<int>(frame.crop_left);
  frame.height -= static_cast<int>(frame.crop_top);
  frame.crop_left = frame.crop_top = 0;
}

/// Whether a decoder that gives out such frames holds nothing that frames of another stream would
/// get: messages that last, such as the orientation of the display, or a transfer function that
/// takes the place of that of the parameter set. Fields may come in two packets.
bool has_nothing_that_lasts(const AVFrame& frame, AVCodecID codec) {
  for (int i = 0; i < frame.nb_side_data; i++) {
    switch (frame.side_data[i]->type) {
    case AV_FRAME_DATA_SEI_UNREGISTERED:
      break;
    case AV_FRAME_DATA_MASTERING_DISPLAY_METADATA:
    case AV_FRAME_DATA_CONTENT_LIGHT_LEVEL:
      if (codec != AV_CODEC_ID_HEVC) // whose decoder forgets them where another stream begins
        return false;
      break;
    default:
      return false;
    }
  }
  return frame.color_trc != AVCOL_TRC_ARIB_STD_B67 && !field_flags(frame).interlaced;
}

} // namespace

int64_t TimeGuess::next(int64_t shown, int64_t decoded) {
  if (decoded != AV_NOPTS_VALUE)
    wrong_decoded_ += decoded <= last_decoded_;
  if (shown != AV_NOPTS_VALUE)
    wrong_shown_ += shown <= last_shown_;
  if (decoded != AV_NOPTS_VALUE || shown != AV_NOPTS_VALUE) {
    last_decoded_ = decoded != AV_NOPTS_VALUE ? decoded : shown;
    last_shown_ = shown != AV_NOPTS_VALUE ? shown : decoded;
  }
  const bool believes_shown = wrong_shown_ <= wrong_decoded_ || decoded == AV_NOPTS_VALUE;
  return believes_shown && shown != AV_NOPTS_VALUE ? shown : decoded;
}

GpuDecoder::GpuDecoder(const AVStream& stream, const AVCodecParameters& stated,
                       GpuDecoders& decoders, DecoderLog& log)
    : stream_(stream), decoders_(decoders), log_(log),
      parameters_(copy_of(*stream.codecpar)), kind_{*parameters_, states_no_colours(stated)},
      repeated_time_(next_repeated_time()) {
  if (!GpuDecoders::find(*parameters_))
    throw ReadError{ReadError::Cause::unsuitable, "its codec is not for a GPU"};
}

GpuDecoder::~GpuDecoder() {
  try {
    if (codec_ && log_.number() == 0 && may_be_kept_ && make_ready_for_another_stream())
      decoders_.put(std::move(codec_), kind_);
  } catch (const std::bad_alloc&) {
    // The decoder is freed.
  }
}

/// Returns false if the decoder must be freed. That of H.264 has NVDEC's decoder made anew after
/// avcodec_flush_buffers(), so that another stream must follow as a part of the same one.
bool GpuDecoder::make_ready_for_another_stream() {
  switch (parameters_->codec_id) {
  case AV_CODEC_ID_H264:
    return is_drained_;
  case AV_CODEC_ID_AV1: // which takes no header of another stream
    return false;
  default:
    avcodec_flush_buffers(codec_.get());
    return true;
  }
}

/// A kept decoder of H.264 has frames of the stream before, to which the first ones of a stream may
/// refer unless it begins with an IDR picture.
void GpuDecoder::begin(const AVPacket& first) {
  const bool is_h264 = parameters_->codec_id == AV_CODEC_ID_H264;
  if (is_h264 && begins_with_idr(first, *parameters_)) {
    first_.reset(av_packet_clone(&first));
    if (!first_)
      throw std::bad_alloc();
    first_->pts = first_->dts = repeated_time_;
    first_->flags &= ~AV_PKT_FLAG_DISCARD;
  }
  if (!is_h264 || first_)
    codec_ = decoders_.take(kind_);
  if (codec_) {
    codec_->pkt_timebase = stream_.time_base;
    codec_->has_b_frames = parameters_->video_delay;
    needs_header_ = parameters_->extradata_size > 0;
    log_.attach(codec_.get());
    return;
  }
  prepare(*GpuDecoders::find(*parameters_), stream_, log_);
  decoders_.set_up(*codec_);
  open();
}

/// The stream before may have had other parameter sets at its end.
void GpuDecoder::send_with_header(const AVPacket& packet) {
  const PacketPtr copy(av_packet_clone(&packet));
  const auto size = static_cast<size_t>(parameters_->extradata_size);
  uint8_t* const header =
      copy ? av_packet_new_side_data(copy.get(), AV_PKT_DATA_NEW_EXTRADATA, size) : nullptr;
  if (!header)
    throw std::bad_alloc();
  std::memcpy(header, parameters_->extradata, size);
  check(avcodec_send_packet(codec_.get(), copy.get()), "a packet that cannot be decoded");
}

/// Has a decoder of H.264 give out one of the frames that it holds back. After the end of its
/// stream it would take no other one.
void GpuDecoder::send_first_again() {
  repeats_++;
  check(avcodec_send_packet(codec_.get(), first_.get()), "a frame that cannot be decoded");
}

/// Throws ReadError if there was any error, of which libavcodec does not tell all by its results.
void GpuDecoder::check(int result, const char* failure) {
  if (result < 0 && result != AVERROR_EOF && log_.number() == 0)
    log_.note(failure);
  if (log_.number() > 0)
    throw ReadError{ReadError::Cause::unsuitable,
                    "the GPU does not decode it without errors: " + log_.describe()};
}

void GpuDecoder::send(const AVPacket* packet) {
  if (!codec_ && packet)
    begin(*packet);
  is_ending_ = !packet;
  if (!codec_)
    return;
  if (packet && std::exchange(needs_header_, false))
    send_with_header(*packet);
  else if (!packet && first_ && may_be_kept_)
    send_first_again();
  else
    check(avcodec_send_packet(codec_.get(), packet), "a packet that cannot be decoded");
}

VideoDecoder::Result GpuDecoder::receive(AVFrame& frame) {
  if (!codec_)
    return is_ending_ ? Result::ended : Result::needs_packet;
  for (;;) {
    const int result = avcodec_receive_frame(codec_.get(), &frame);
    if (result == 0 && frame.pts != AV_NOPTS_VALUE && frame.pts >= first_repeated_time) {
      is_drained_ = frame.pts == repeated_time_; // not one of the stream before
      av_frame_unref(&frame);
      if (is_drained_)
        return Result::ended;
      continue;
    }
    if (result == 0) {
      finish(frame);
      return Result::frame;
    }
    if (result == AVERROR_EOF)
      return Result::ended;
    if (result != AVERROR(EAGAIN))
      check(result, "a frame that cannot be decoded");
    else if (!is_ending_)
      return Result::needs_packet;
    else if (repeats_ > most_delayed)
      check(AVERROR_BUG, "a decoder that keeps frames back");
    else
      send_first_again();
  }
}

void GpuDecoder::finish(AVFrame& frame) {
  if (!GpuDecoders::has_own_samples(format_of(frame)))
    throw ReadError{ReadError::Cause::unsuitable, "a GPU gives out other samples of it"};
  if (frame.decode_error_flags != 0 || (frame.flags & AV_FRAME_FLAG_CORRUPT))
    log_.note("a damaged frame");
  check(0, "");
  frame.best_effort_timestamp = times_.next(frame.pts, frame.pkt_dts);
  if (matrix_ == AVCOL_SPC_NB)
    matrix_ = frame.colorspace;
  may_be_kept_ &=
      has_nothing_that_lasts(frame, parameters_->codec_id) && frame.colorspace == matrix_;
  crop(frame);
}

void GpuDecoder::flush() {
  if (codec_)
    avcodec_flush_buffers(codec_.get());
  times_ = {};
  is_ending_ = false;
}

} // namespace videohistogram::tools
