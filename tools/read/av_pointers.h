// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Owning pointers to objects of FFmpeg's libraries.
#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libswscale/swscale.h>
}

#include <memory>

namespace videohistogram::tools {

/// A deleter for unique_ptr that calls a function of libav*, which sets the pointer to null.
template <auto release>
struct AvReleaser {
  template <class T>
  void operator()(T* object) const {
    release(&object);
  }
};
using PacketPtr = std::unique_ptr<AVPacket, AvReleaser<av_packet_free>>;
using FramePtr = std::unique_ptr<AVFrame, AvReleaser<av_frame_free>>;
using CodecPtr = std::unique_ptr<AVCodecContext, AvReleaser<avcodec_free_context>>;
using ParametersPtr = std::unique_ptr<AVCodecParameters, AvReleaser<avcodec_parameters_free>>;
using BufferRefPtr = std::unique_ptr<AVBufferRef, AvReleaser<av_buffer_unref>>;
using FormatPtr = std::unique_ptr<AVFormatContext, AvReleaser<avformat_close_input>>;
using FilePtr = std::unique_ptr<AVIOContext, AvReleaser<avio_closep>>;

struct ScalerReleaser {
  void operator()(SwsContext* scaler) const { sws_freeContext(scaler); }
};
using ScalerPtr = std::unique_ptr<SwsContext, ScalerReleaser>;

} // namespace videohistogram::tools
