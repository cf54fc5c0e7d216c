// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tools/read/video_decoder.h"

namespace videohistogram::tools {

/// Decodes on the CPU, by whatever decoder libavcodec has.
class CpuDecoder final : public VideoDecoder {
public:
  /// `threads` 0: as many as FFmpeg takes; repeatable: one, and no frame shows what was in its
  /// memory before. Otherwise frames with damage differ from run to run. Errors of the decoder go
  /// to `log`, which must outlive it. Throws ReadError if no decoder takes the stream.
  CpuDecoder(const AVStream& stream, int threads, DecoderLog& log);
  static constexpr int repeatable = -1;

  void send(const AVPacket* packet) override;
  Result receive(AVFrame& frame) override;
  void flush() override { avcodec_flush_buffers(codec_.get()); }
  bool has_gaps() const override { return has_gaps_; }

private:
  void note_gaps(AVFrame& frame);

  DecoderLog& log_;
  bool has_gaps_ = false;
  uint64_t noted_ = 0; ///< the errors until the last frame
};

} // namespace videohistogram::tools
