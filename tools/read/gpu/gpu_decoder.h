// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tools/read/gpu/gpu_decoders.h"
#include "tools/read/video_decoder.h"

#include <cstdint>

namespace videohistogram::tools {

/// The time of a frame as libavcodec guesses it from the two that a packet may have: those are
/// believed of which fewer have not increased. A decoder that was of another stream still counts
/// the times of that one.
class TimeGuess {
public:
  int64_t next(int64_t shown, int64_t decoded);

private:
  int64_t last_shown_ = INT64_MIN, last_decoded_ = INT64_MIN;
  int wrong_shown_ = 0, wrong_decoded_ = 0;
};

/// Decodes with NVDEC, in one thread; libavcodec reads the bitstream. The first error is thrown,
/// since NVDEC makes of damage what no other decoder makes of it.
class GpuDecoder final : public VideoDecoder {
public:
  /// `stated`: what the container states of the stream. Throws ReadError if no decoder takes the
  /// stream. All but `stated` must outlive the object.
  GpuDecoder(const AVStream& stream, const AVCodecParameters& stated, GpuDecoders& decoders,
             DecoderLog& log);
  ~GpuDecoder() override;

  void send(const AVPacket* packet) override;
  /// The frame is in the memory of the GPU, and must be freed before the next one is received.
  Result receive(AVFrame& frame) override;
  void flush() override;

private:
  void begin(const AVPacket& first);
  void send_with_header(const AVPacket& packet);
  void send_first_again();
  void check(int result, const char* failure);
  void finish(AVFrame& frame);
  bool make_ready_for_another_stream();

  const AVStream& stream_;
  GpuDecoders& decoders_;
  DecoderLog& log_;
  const ParametersPtr parameters_;
  const StreamKind kind_;
  TimeGuess times_;
  AVColorSpace matrix_ = AVCOL_SPC_NB; ///< of the first frame; AVCOL_SPC_NB: there is none yet
  bool may_be_kept_ = true;            ///< the decoder, for another stream
  bool needs_header_ = false;          ///< the decoder was of another stream
  bool is_ending_ = false;
  // Of H.264:
  const int64_t repeated_time_;
  PacketPtr first_;         ///< an IDR picture, with that time; null: the decoder cannot be kept
  int repeats_ = 0;         ///< of that packet, at the end
  bool is_drained_ = false; ///< its pictures are all that the decoder holds
};

} // namespace videohistogram::tools
