// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Decodes the packets of one stream on the CPU.
#pragma once

#include "tools/read/av_pointers.h"
#include "tools/read/decoder_log.h"

namespace videohistogram::tools {

/// Thread-safety: one thread.
class VideoDecoder {
public:
  /// `threads` 0: as many as FFmpeg takes; repeatable: one, and no frame shows what was in its
  /// memory before. Otherwise frames with damage differ from run to run. Errors of the decoder go
  /// to `log`, which must outlive it. Throws ReadError if no decoder takes the stream.
  VideoDecoder(const AVStream& stream, int threads, DecoderLog& log);
  static constexpr int repeatable = -1;

  /// Takes a packet, or null at the end of the stream. Call it when receive() has no frame.
  void send(const AVPacket* packet);
  enum class Result { frame, needs_packet, ended };
  Result receive(AVFrame& frame);
  /// Forgets what was sent, so that packets of another place can follow.
  void flush();

  const AVCodecContext& context() const { return *codec_; }
  /// Whether a frame had parts that were not decoded.
  bool has_gaps() const { return has_gaps_; }

private:
  void note_gaps(AVFrame& frame);

  DecoderLog& log_;
  CodecPtr codec_;
  bool has_gaps_ = false;
  uint64_t noted_ = 0; ///< the errors until the last frame
};

/// The codec and its profile, such as "H.264 / AVC / MPEG-4 AVC / MPEG-4 part 10 (High)".
std::string describe_codec(const AVCodecParameters& parameters);

} // namespace videohistogram::tools
