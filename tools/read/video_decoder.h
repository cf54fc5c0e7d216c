// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Decodes the packets of one stream: CpuDecoder, or GpuDecoder.
#pragma once

#include "tools/read/av_pointers.h"
#include "tools/read/decoder_log.h"

#include <string>

namespace videohistogram::tools {

/// Thread-safety: one thread.
class VideoDecoder {
public:
  VideoDecoder() = default;
  virtual ~VideoDecoder() = default;
  VideoDecoder(const VideoDecoder&) = delete;
  VideoDecoder& operator=(const VideoDecoder&) = delete;

  /// Takes a packet, or null at the end of the stream. Call it when receive() has no frame. Throws
  /// ReadError.
  virtual void send(const AVPacket* packet) = 0;
  enum class Result { frame, needs_packet, ended };
  /// A frame is cropped to the pixel. Throws ReadError.
  virtual Result receive(AVFrame& frame) = 0;
  /// Forgets what was sent, so that packets of another place can follow.
  virtual void flush() = 0;
  /// Whether a frame had parts that were not decoded.
  virtual bool has_gaps() const { return false; }

  /// Call it after the first frame.
  const AVCodecContext& context() const { return *codec_; }

protected:
  /// Sets codec_ to a decoder that is not open, of which frames tell what the bitstream states, and
  /// whose errors go to `log`.
  void prepare(const AVCodec& codec, const AVStream& stream, DecoderLog& log);
  /// Throws ReadError if the decoder does not take the stream.
  void open();

  CodecPtr codec_;
};

/// The codec and its profile, such as "H.264 / AVC / MPEG-4 AVC / MPEG-4 part 10 (High)".
std::string describe_codec(const AVCodecParameters& parameters);
/// The name of the codec, or the four letters by which the container names it.
std::string codec_name_of(const AVCodecParameters& parameters);

} // namespace videohistogram::tools
