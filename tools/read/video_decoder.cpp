// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/video_decoder.h"

#include "tools/read/read_error.h"

#include <new>

namespace videohistogram::tools {

void VideoDecoder::prepare(const AVCodec& codec, const AVStream& stream, DecoderLog& log) {
  codec_.reset(avcodec_alloc_context3(&codec));
  if (!codec_ || avcodec_parameters_to_context(codec_.get(), stream.codecpar) < 0)
    throw std::bad_alloc();
  // What the container states is added later.
  codec_->color_range = AVCOL_RANGE_UNSPECIFIED;
  codec_->colorspace = AVCOL_SPC_UNSPECIFIED;
  codec_->color_trc = AVCOL_TRC_UNSPECIFIED;
  codec_->color_primaries = AVCOL_PRI_UNSPECIFIED;
  codec_->chroma_sample_location = AVCHROMA_LOC_UNSPECIFIED;
  codec_->pkt_timebase = stream.time_base;
  codec_->thread_count = 1;
  codec_->flags |= AV_CODEC_FLAG_UNALIGNED; // frames are cropped to the pixel
  codec_->opaque = codec_.get();
  log.attach(codec_.get());
}

void VideoDecoder::open() {
  if (avcodec_open2(codec_.get(), codec_->codec, nullptr) < 0)
    throw ReadError{ReadError::Cause::unsuitable, std::string("the decoder of ") +
                                                      avcodec_get_name(codec_->codec_id) +
                                                      " does not take the video"};
}

std::string codec_name_of(const AVCodecParameters& parameters) {
  if (parameters.codec_id != AV_CODEC_ID_NONE)
    return avcodec_get_name(parameters.codec_id);
  char text[AV_FOURCC_MAX_STRING_SIZE];
  return parameters.codec_tag ? av_fourcc_make_string(text, parameters.codec_tag) : "its codec";
}

std::string describe_codec(const AVCodecParameters& parameters) {
  const AVCodecDescriptor* const codec = avcodec_descriptor_get(parameters.codec_id);
  if (!codec)
    return codec_name_of(parameters);
  const char* const profile = avcodec_profile_name(parameters.codec_id, parameters.profile);
  const std::string name = codec->long_name ? codec->long_name : codec->name;
  return profile ? name + " (" + profile + ")" : name;
}

} // namespace videohistogram::tools
