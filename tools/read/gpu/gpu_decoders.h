// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Decoders of FFmpeg whose frames NVDEC decodes in the memory of a GPU.
#pragma once

#include "tools/read/av_pointers.h"

#include <functional>
#include <mutex>
#include <vector>

namespace videohistogram::tools {

/// What the choice of a decoder depends on.
struct StreamKind {
  const AVCodecParameters& parameters; ///< with what was found in the bitstream
  bool tells_colours; ///< whether all colours of `parameters` are those of the bitstream
};

/// Sets decoders up for a GPU, and keeps those whose video has ended: to make and to free one takes
/// the driver 80 ms and more, one at a time.
/// Thread-safety: any thread. Decoders do not outlive the object.
class GpuDecoders {
public:
  /// `make_device` makes an AVHWDeviceContext of CUDA for one decoder, or returns null. While
  /// `most_idle` decoders, 1 or more, wait for a stream, one of them is freed for each new one.
  GpuDecoders(std::function<BufferRefPtr()> make_device, size_t most_idle)
      : make_device_(std::move(make_device)), most_idle_(most_idle) {}
  GpuDecoders(const GpuDecoders&) = delete;
  GpuDecoders& operator=(const GpuDecoders&) = delete;

  /// FFmpeg's decoder that decodes such streams on a GPU, to the same frames as every other
  /// decoder; null: there is none. MPEG-2, for example, does not define every bit of a frame.
  static const AVCodec* find(const AVCodecParameters& parameters);
  /// Whether frames of this format have the samples that decoders on the CPU give out. NVDEC fills
  /// samples of 12 bits up to 16.
  static bool has_own_samples(AVPixelFormat format);

  /// Makes a decoder that find() has named decode on the GPU. Call it before avcodec_open2().
  /// Frames have the format AV_PIX_FMT_CUDA; what NVDEC does not take ends with an error. Throws
  /// ReadError if the GPU has no place for another decoder.
  void set_up(AVCodecContext& codec) const;

  /// An open decoder that an earlier stream has left, which decodes this one as a new decoder does;
  /// null: there is none. If as many wait as may, the one that has waited longest is freed then.
  CodecPtr take(const StreamKind& kind);
  /// Keeps a decoder, which is ready for another stream of this kind.
  void put(CodecPtr codec, const StreamKind& kind);

private:
  struct Kept {
    CodecPtr codec;
    ParametersPtr parameters;
  };

  const std::function<BufferRefPtr()> make_device_;
  const size_t most_idle_;
  std::mutex mutex_;       ///< of what follows
  std::vector<Kept> kept_; ///< the one that has waited longest is the first
};

} // namespace videohistogram::tools
