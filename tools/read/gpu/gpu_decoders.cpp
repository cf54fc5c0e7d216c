// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/gpu/gpu_decoders.h"

#include "tools/read/h264.h"
#include "tools/read/read_error.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <new>
#include <utility>

namespace videohistogram::tools {

namespace {

/// Whether the standard of a codec defines every bit of a frame.
bool is_exact(AVCodecID id) {
  constexpr AVCodecID exact[] = {AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_AV1,
                                 AV_CODEC_ID_VP8, AV_CODEC_ID_VP9};
  return std::find(std::begin(exact), std::end(exact), id) != std::end(exact);
}

bool decodes_on_gpu(const AVCodec* codec) {
  for (int i = 0; const AVCodecHWConfig* config = avcodec_get_hw_config(codec, i); i++) {
    if (config->device_type == AV_HWDEVICE_TYPE_CUDA &&
        (config->methods & AV_CODEC_HW_CONFIG_METHOD_HW_DEVICE_CTX))
      return true;
  }
  return false;
}

/// Surfaces of a decoder of H.264 that any stream finds enough, whatever it refers to. Larger
/// pictures get what they need, since each surface takes 1.5 bytes of the GPU's memory per pixel,
/// twice. FFmpeg adds five to what it counts as needed.
constexpr int most_surfaces = 28, added_surfaces = 5;
constexpr int64_t largest_with_most = 1920 * 1088;

bool has_most_surfaces(int width, int height) {
  return int64_t{width} * height <= largest_with_most;
}

AVPixelFormat choose_gpu(AVCodecContext* codec, const AVPixelFormat* formats) {
  while (*formats != AV_PIX_FMT_NONE && *formats != AV_PIX_FMT_CUDA)
    formats++;
  if (codec->codec_id == AV_CODEC_ID_H264 &&
      has_most_surfaces(codec->coded_width, codec->coded_height))
    codec->extra_hw_frames =
        std::max(0, most_surfaces - added_surfaces - codec->refs - codec->has_b_frames);
  return *formats;
}

/// What a decoder depends on from its first packet on, and what it takes over from the container.
bool are_equal(const AVCodecParameters& one, const AVCodecParameters& other) {
  return one.codec_id == other.codec_id && one.width == other.width && one.height == other.height &&
         one.format == other.format && one.profile == other.profile && one.level == other.level &&
         one.video_delay == other.video_delay && one.field_order == other.field_order &&
         one.extradata_size == other.extradata_size &&
         (one.extradata_size == 0 || std::memcmp(one.extradata, other.extradata,
                                                 static_cast<size_t>(one.extradata_size)) == 0);
}

/// Whether a decoder of H.264 that has decoded one stream decodes the other one as a new decoder
/// does, by the parameter sets in its header.
bool can_follow(const AVCodecParameters& one, const AVCodecParameters& other) {
  return one.codec_id == AV_CODEC_ID_H264 && other.codec_id == AV_CODEC_ID_H264 &&
         has_most_surfaces(one.width, one.height) && one.width == other.width &&
         one.height == other.height && one.format == other.format &&
         av_cmp_q(one.sample_aspect_ratio, other.sample_aspect_ratio) == 0 &&
         one.extradata_size > 0 && other.extradata_size > 0;
}

/// A decoder of H.264 sets what a parameter set states, and makes NVDEC's decoder anew where the
/// matrix is another one.
void set_colours(AVCodecContext& codec, const StreamKind& kind, bool has_equal_sets) {
  codec.color_range = AVCOL_RANGE_UNSPECIFIED;
  codec.color_trc = AVCOL_TRC_UNSPECIFIED;
  codec.color_primaries = AVCOL_PRI_UNSPECIFIED;
  if (!has_equal_sets)
    codec.colorspace = kind.tells_colours ? kind.parameters.color_space : AVCOL_SPC_UNSPECIFIED;
}

} // namespace

const AVCodec* GpuDecoders::find(const AVCodecParameters& parameters) {
  const AVCodecID id = parameters.codec_id;
  // libavcodec has NVDEC decode monochrome H.264 as 4:2:0, to other samples.
  if (!is_exact(id) || is_monochrome_h264(parameters))
    return nullptr;
  void* place = nullptr;
  while (const AVCodec* codec = av_codec_iterate(&place)) {
    // Those with a wrapper, such as h264_cuvid, leave the parsing to NVIDIA's library, which does
    // not report errors.
    if (codec->id == id && av_codec_is_decoder(codec) && !codec->wrapper_name &&
        decodes_on_gpu(codec))
      return codec;
  }
  return nullptr;
}

bool GpuDecoders::has_own_samples(AVPixelFormat format) {
  return format == AV_PIX_FMT_NV12 || format == AV_PIX_FMT_P010LE || format == AV_PIX_FMT_YUV444P;
}

void GpuDecoders::set_up(AVCodecContext& codec) const {
  codec.hw_device_ctx = make_device_().release();
  if (!codec.hw_device_ctx)
    throw ReadError{ReadError::Cause::unsuitable, "the GPU has no place for another decoder"};
  codec.get_format = choose_gpu;
#ifdef AV_HWACCEL_FLAG_UNSAFE_OUTPUT
  // Frames are those of NVDEC, which must not be held for long, instead of copies.
  codec.hwaccel_flags |= AV_HWACCEL_FLAG_UNSAFE_OUTPUT;
#endif
}

CodecPtr GpuDecoders::take(const StreamKind& kind) {
  CodecPtr surplus; // is freed without the lock
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto find = [&](auto matches) { return std::find_if(kept_.begin(), kept_.end(), matches); };
  auto found = find([&](const Kept& kept) { return are_equal(*kept.parameters, kind.parameters); });
  const bool has_equal_sets = found != kept_.end();
  if (!has_equal_sets)
    found = find([&](const Kept& kept) { return can_follow(*kept.parameters, kind.parameters); });
  CodecPtr codec;
  if (found != kept_.end()) {
    codec = std::move(found->codec);
    kept_.erase(found);
    if (codec->codec_id == AV_CODEC_ID_H264)
      set_colours(*codec, kind, has_equal_sets);
  } else if (kept_.size() >= most_idle_) {
    surplus = std::move(kept_.front().codec);
    kept_.erase(kept_.begin());
  }
  return codec;
}

void GpuDecoders::put(CodecPtr codec, const StreamKind& kind) {
  ParametersPtr copy(avcodec_parameters_alloc());
  if (!copy || avcodec_parameters_copy(copy.get(), &kind.parameters) < 0)
    throw std::bad_alloc();
  const std::lock_guard<std::mutex> lock(mutex_);
  kept_.push_back({std::move(codec), std::move(copy)});
}

} // namespace videohistogram::tools
