// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/pixel_formats.h"

#include "core/format.h"

extern "C" {
#include <libavutil/hwcontext.h>
#include <libavutil/pixdesc.h>
}

#include <string>

namespace videohistogram::tools {

namespace {

/// Formats of 8 or 16 bits with planes, or pairs, for each chroma grid.
struct PlanarPair {
  int x_sub, y_sub;
  const char *bytes, *words; ///< null: GStreamer 1.22 has none
};
constexpr PlanarPair planar_pairs[] = {
    {1, 1, "I420", "P016_LE"}, {1, 0, "Y42B", "v216"},  {0, 0, "Y444", "Y444_16LE"},
    {2, 0, "Y41B", nullptr},   {2, 2, "YUV9", nullptr},
};
constexpr PlanarPair gray_pair = {0, 0, "GRAY8", "GRAY16_LE"};

/// The name of the format without alpha, and without the range that is part of some names.
std::string plain_name(AVPixelFormat format) {
  std::string name = av_get_pix_fmt_name(format);
  if (name.rfind("yuvj", 0) == 0 || name.rfind("yuva", 0) == 0)
    name.erase(3, 1);
  return name;
}

/// The format of the table with the same layout; null: there is none.
const FormatInfo* find_stored(const std::string& name) {
  for (const FormatInfo* const* format = all_formats(); *format; format++)
    if ((*format)->packing == Packing::none && (*format)->ffmpeg_name &&
        name == (*format)->ffmpeg_name && !(*format)->is_rgb())
      return *format;
  return nullptr;
}

/// The planar format of the table with as many bits per sample and the same chroma grid.
const FormatInfo* find_planar(const AVPixFmtDescriptor& description) {
  for (const FormatInfo* const* format = all_formats(); *format; format++) {
    const SamplePlane& last = (*format)->sample_planes[(*format)->n_sample_planes - 1];
    if ((*format)->packing == Packing::none && (*format)->is_ycbcr() &&
        (*format)->n_sample_planes == 3 && !(*format)->canonical &&
        (*format)->depth == description.comp[0].depth && last.x_sub == description.log2_chroma_w &&
        last.y_sub == description.log2_chroma_h)
      return *format;
  }
  return nullptr;
}

/// 4:4:0: Y as all planes of a frame, and chroma as planes of one with half as many rows.
CountedForm divide(const AVPixFmtDescriptor& description) {
  const FormatInfo* const whole =
      find_stored(description.comp[0].depth == 8
                      ? "yuv444p"
                      : "yuv444p" + std::to_string(description.comp[0].depth) + "le");
  if (!whole || description.flags & AV_PIX_FMT_FLAG_BE)
    return {};
  return {Treatment::divided, whole->name, whole->depth, 0, av_get_pix_fmt(whole->ffmpeg_name)};
}

CountedForm repack(const AVPixFmtDescriptor& description) {
  const int depth = description.comp[0].depth;
  const bool is_gray = description.nb_components <= 2;
  if (const FormatInfo* const planar = is_gray ? nullptr : find_planar(description))
    return {Treatment::repacked, planar->name, depth, 0};
  if (!is_gray && description.log2_chroma_w == 0 && description.log2_chroma_h == 1)
    return divide(description);
  const PlanarPair* found = is_gray ? &gray_pair : nullptr;
  for (const PlanarPair& pair : planar_pairs)
    if (!is_gray && pair.x_sub == description.log2_chroma_w &&
        pair.y_sub == description.log2_chroma_h)
      found = &pair;
  const char* const name = !found ? nullptr : depth > 8 ? found->words : found->bytes;
  if (!name)
    return {};
  return {Treatment::repacked, name, depth, (depth > 8 ? 16 : 8) - depth};
}

/// The format to which FFmpeg's filter graph converts R, G and B before signalstats. FFmpeg 5.1
/// takes 16 bits for more than 8, and 7.1 as many as the file has.
const FormatInfo& find_converted(AVPixelFormat format) {
  // FFmpeg 5.1 takes the first one of equally good ones, and 7.1 rates greater depths lower.
  constexpr AVPixelFormat choices[] = {AV_PIX_FMT_YUV444P,   AV_PIX_FMT_YUV444P16,
                                       AV_PIX_FMT_YUV444P14, AV_PIX_FMT_YUV444P12,
                                       AV_PIX_FMT_YUV444P10, AV_PIX_FMT_YUV444P9};
  const bool has_alpha = av_pix_fmt_desc_get(format)->nb_components % 2 == 0;
  AVPixelFormat best = AV_PIX_FMT_NONE;
  for (const AVPixelFormat choice : choices)
    best = av_find_best_pix_fmt_of_2(best, choice, format, has_alpha, nullptr);
  const FormatInfo* const found = find_stored(av_get_pix_fmt_name(best));
  return found ? *found : *find_stored("yuv444p16le"); // GStreamer has none of 9 and 14 bits
}

} // namespace

AVPixelFormat format_of(const AVFrame& frame) {
  return frame.hw_frames_ctx
             ? reinterpret_cast<const AVHWFramesContext*>(frame.hw_frames_ctx->data)->sw_format
             : static_cast<AVPixelFormat>(frame.format);
}

bool is_rgb(AVPixelFormat format) {
  const AVPixFmtDescriptor* const description = av_pix_fmt_desc_get(format);
  return description && (description->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) ||
                         format == AV_PIX_FMT_XYZ12LE || format == AV_PIX_FMT_XYZ12BE);
}

bool is_full_range(AVPixelFormat format) {
  return std::string(av_get_pix_fmt_name(format)).rfind("yuvj", 0) == 0;
}

CountedForm counted_form(AVPixelFormat format) {
  const AVPixFmtDescriptor* const description = av_pix_fmt_desc_get(format);
  if (!description || description->flags & (AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_HWACCEL))
    return {};
  const int depth = description->comp[0].depth;
  if (is_rgb(format)) {
    const FormatInfo& copy = find_converted(format);
    return {sws_isSupportedInput(format) ? Treatment::converted : Treatment::refused, copy.name,
            static_cast<int>(copy.depth), 0, av_get_pix_fmt(copy.ffmpeg_name)};
  }
  if (depth < 8) // black and white; FFmpeg reads 0 and 255
    return {sws_isSupportedInput(format) ? Treatment::converted : Treatment::refused, "GRAY8", 8, 0,
            AV_PIX_FMT_GRAY8};
  if (const FormatInfo* const stored = find_stored(plain_name(format)))
    return {Treatment::stored, stored->name, stored->depth};
  return repack(*description);
}

} // namespace videohistogram::tools
