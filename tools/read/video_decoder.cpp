// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/video_decoder.h"

#include "tools/read/read_error.h"

#include <cstring>
#include <new>

namespace videohistogram::tools {

namespace {

std::string name_of(const AVCodecParameters& parameters) {
  if (parameters.codec_id != AV_CODEC_ID_NONE)
    return avcodec_get_name(parameters.codec_id);
  char text[AV_FOURCC_MAX_STRING_SIZE];
  return parameters.codec_tag ? av_fourcc_make_string(text, parameters.codec_tag) : "its codec";
}

/// Decoders leave parts of damaged frames as they find them.
int get_cleared_buffer(AVCodecContext* codec, AVFrame* frame, int flags) {
  const int result = avcodec_default_get_buffer2(codec, frame, flags);
  for (int i = 0; result >= 0 && i < AV_NUM_DATA_POINTERS && frame->buf[i]; i++)
    std::memset(frame->buf[i]->data, 0, frame->buf[i]->size);
  return result;
}

} // namespace

VideoDecoder::VideoDecoder(const AVStream& stream, int threads, DecoderLog& log) : log_(log) {
  const AVCodec* const codec = avcodec_find_decoder(stream.codecpar->codec_id);
  if (!codec)
    throw ReadError{ReadError::Cause::unsuitable, "no decoder for " + name_of(*stream.codecpar)};
  codec_.reset(avcodec_alloc_context3(codec));
  if (!codec_ || avcodec_parameters_to_context(codec_.get(), stream.codecpar) < 0)
    throw std::bad_alloc();
  // Frames then tell what the bitstream states. What the container states is added later.
  codec_->color_range = AVCOL_RANGE_UNSPECIFIED;
  codec_->colorspace = AVCOL_SPC_UNSPECIFIED;
  codec_->color_trc = AVCOL_TRC_UNSPECIFIED;
  codec_->color_primaries = AVCOL_PRI_UNSPECIFIED;
  codec_->chroma_sample_location = AVCHROMA_LOC_UNSPECIFIED;
  codec_->pkt_timebase = stream.time_base;
  codec_->thread_count = threads == repeatable ? 1 : threads;
  if (threads == repeatable)
    codec_->get_buffer2 = get_cleared_buffer;
  codec_->flags |= AV_CODEC_FLAG_UNALIGNED; // frames are cropped to the pixel
  codec_->opaque = codec_.get();
  log.attach(codec_.get());
  if (avcodec_open2(codec_.get(), codec, nullptr) < 0)
    throw ReadError{ReadError::Cause::unsuitable,
                    "the decoder of " + name_of(*stream.codecpar) + " does not take the video"};
}

void VideoDecoder::send(const AVPacket* packet) {
  const uint64_t before = log_.number();
  const int result = avcodec_send_packet(codec_.get(), packet);
  if (result < 0 && result != AVERROR_EOF && log_.number() == before)
    log_.note("a packet that cannot be decoded");
}

VideoDecoder::Result VideoDecoder::receive(AVFrame& frame) {
  for (;;) {
    const uint64_t before = log_.number();
    const int result = avcodec_receive_frame(codec_.get(), &frame);
    if (result == 0)
      return Result::frame;
    if (result == AVERROR(EAGAIN))
      return Result::needs_packet;
    if (result == AVERROR_EOF)
      return Result::ended;
    if (log_.number() == before) // another frame may follow the one that cannot be decoded
      log_.note("a frame that cannot be decoded");
  }
}

void VideoDecoder::flush() {
  avcodec_flush_buffers(codec_.get());
}

std::string describe_codec(const AVCodecParameters& parameters) {
  const AVCodecDescriptor* const codec = avcodec_descriptor_get(parameters.codec_id);
  if (!codec)
    return name_of(parameters);
  const char* const profile = avcodec_profile_name(parameters.codec_id, parameters.profile);
  const std::string name = codec->long_name ? codec->long_name : codec->name;
  return profile ? name + " (" + profile + ")" : name;
}

} // namespace videohistogram::tools
