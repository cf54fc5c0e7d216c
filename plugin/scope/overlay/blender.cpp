// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include <gst/gst.h>

// The header declares C functions without saying so to C++. It has to be the first that includes
// gst/video/video.h.
extern "C" {
#include <gst/video/video-blend.h>
}

#include "plugin/scope/overlay/blender.h"

#include "core/drawing/backing.h"
#include "core/scope_guard.h"
#include "plugin/scope/overlay/writable_frame.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace videohistogram::scope {

namespace {

constexpr double white_nits = 203, display_gamma = 2.4;
constexpr size_t pixel_bytes = 4; ///< of a picture

/// The signal, 0 to 1, that shows a component of a picture, 0 to 1.
double signal_of(double component, Transfer transfer) {
  return transfer == Transfer::sdr
             ? component
             : signal_of_light(transfer, white_nits * std::pow(component, display_gamma));
}

/// The part of a frame that a rectangle of whole chroma samples covers.
GstVideoFrame crop(const GstVideoFrame& frame, const Rect& rect) {
  GstVideoFrame part = frame;
  part.info.width = static_cast<gint>(rect.width);
  part.info.height = static_cast<gint>(rect.height);
  const GstVideoFormatInfo* const format = frame.info.finfo;
  for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES(&frame); plane++) {
    const guint c = component_of(format, plane);
    const gssize x = static_cast<gssize>(rect.x >> GST_VIDEO_FORMAT_INFO_W_SUB(format, c));
    const gssize y = static_cast<gssize>(rect.y >> GST_VIDEO_FORMAT_INFO_H_SUB(format, c));
    part.data[plane] = static_cast<guint8*>(frame.data[plane]) +
                       y * GST_VIDEO_FRAME_PLANE_STRIDE(&frame, plane) +
                       x * GST_VIDEO_FORMAT_INFO_PSTRIDE(format, c);
  }
  return part;
}

/// Makes x of formats such as RGBx opaque: gst_video_blend() takes it for alpha. Elements that
/// convert to such formats write the same value.
void fill_padding(const GstVideoFrame& frame) {
  const GstVideoFormatInfo* const format = frame.info.finfo;
  if (!GST_VIDEO_FORMAT_INFO_IS_RGB(format) || GST_VIDEO_FORMAT_INFO_HAS_ALPHA(format) ||
      GST_VIDEO_FORMAT_INFO_N_PLANES(format) != 1 || GST_VIDEO_FORMAT_INFO_PSTRIDE(format, 0) != 4)
    return;
  int offset = 0 + 1 + 2 + 3;
  for (guint c = 0; c < 3; c++)
    offset -= GST_VIDEO_FORMAT_INFO_POFFSET(format, c);
  for (gint y = 0; y < GST_VIDEO_FRAME_HEIGHT(&frame); y++) {
    guint8* const row = static_cast<guint8*>(GST_VIDEO_FRAME_PLANE_DATA(&frame, 0)) +
                        gssize{GST_VIDEO_FRAME_PLANE_STRIDE(&frame, 0)} * y;
    for (gint x = 0; x < GST_VIDEO_FRAME_WIDTH(&frame); x++)
      row[gssize{4} * x + offset] = 255;
  }
}

} // namespace

GstVideoInfo Blender::pictures(uint32_t width, uint32_t height, const GstVideoInfo& frame) {
  GstVideoInfo pictures;
  gst_video_info_set_format(&pictures, GST_VIDEO_FORMAT_ARGB, width, height);
  pictures.par_n = frame.par_n;
  pictures.par_d = frame.par_d;
  return pictures;
}

std::shared_ptr<const PictureColours>
picture_colours(const GstVideoInfo& frame, const ColourSpec& colours, Transfer transfer) {
  const bool is_rgb = GST_VIDEO_INFO_IS_RGB(&frame);
  auto made = std::make_shared<PictureColours>();
  made->converts = !is_rgb || !colours.full_range || transfer != Transfer::sdr;
  const double kr = colours.kr, kb = colours.kb, weights[3] = {kr, 1 - kr - kb, kb};
  const double luma_scale = colours.full_range ? 255 : 219, black = colours.full_range ? 0 : 16;
  const double chroma_scale = colours.full_range ? 255 : 224;
  for (int component = 0; component < 3; component++)
    for (int value = 0; value < 256; value++) {
      const double signal = signal_of(value / 255.0, transfer), y = weights[component] * signal;
      const bool first = component == 0;
      double parts[3];
      if (is_rgb) {
        for (int i = 0; i < 3; i++)
          parts[i] = i == component ? luma_scale * signal : 0;
      } else {
        parts[0] = luma_scale * y;
        parts[1] = chroma_scale * ((component == 2 ? signal : 0) - y) / (2 * (1 - kb));
        parts[2] = chroma_scale * ((component == 0 ? signal : 0) - y) / (2 * (1 - kr));
      }
      for (int i = 0; i < 3; i++) {
        const double offset = is_rgb || i == 0 ? black : 128;
        made->parts[component][value][i] = static_cast<int32_t>(
            std::lround((1 << PictureColours::shift) * (parts[i] + (first ? offset + 0.5 : 0))));
      }
    }
  return made;
}

Blender::Blender(const GstVideoInfo& frame, const ColourSpec& colours, Transfer transfer)
    : frame_(frame), is_rgb_(GST_VIDEO_INFO_IS_RGB(&frame)), cell_(chroma_cell(frame)),
      colours_(picture_colours(frame, colours, transfer)) {}

/// Converts pixels of a picture, A, R, G and B, that share a chroma sample: they become AYUV, or
/// ARGB in the range and transfer function of the frames.
void Blender::convert(guint8* pixels, uint32_t n, uint32_t backing) const {
  using Parts = PictureColours::Parts;
  const auto& [of_r, of_g, of_b] = colours_->parts;
  uint32_t lights[max_cell_pixels], most = 0;
  for (uint32_t i = 0; i < n; i++) {
    const guint8* const pixel = pixels + size_t{i} * pixel_bytes;
    lights[i] = std::max({pixel[1], pixel[2], pixel[3]});
    most = std::max(most, lights[i]);
  }
  const uint32_t alpha = alpha_over(backing, most);
  SharedChroma chroma[2];
  for (uint32_t i = 0; i < n; i++) {
    guint8* const pixel = pixels + size_t{i} * pixel_bytes;
    pixel[0] = static_cast<guint8>(alpha);
    for (int c = 1; c < 4; c++)
      pixel[c] = static_cast<guint8>(component_over(pixel[c], alpha));
    if (!colours_->converts)
      continue;
    const Parts &r = of_r[pixel[1]], &g = of_g[pixel[2]], &b = of_b[pixel[3]];
    for (int c = 0; c < 3; c++)
      pixel[c + 1] =
          static_cast<guint8>(std::clamp((r[c] + g[c] + b[c]) >> PictureColours::shift, 0, 255));
    for (int c = 0; c < 2; c++)
      chroma[c].add(pixel[2 + c], lights[i]);
  }
  for (uint32_t i = 0; i < n && n > 1; i++)
    for (int c = 0; c < 2; c++)
      pixels[size_t{i} * pixel_bytes + 2 + c] = static_cast<guint8>(chroma[c].mean());
}

/// Most cells of a picture equal the one before.
void Blender::convert(GstVideoFrame& picture, uint32_t backing) const {
  const auto width = static_cast<uint32_t>(GST_VIDEO_FRAME_WIDTH(&picture)),
             height = static_cast<uint32_t>(GST_VIDEO_FRAME_HEIGHT(&picture));
  const gssize stride = GST_VIDEO_FRAME_PLANE_STRIDE(&picture, 0);
  guint8 source[max_cell_pixels * pixel_bytes], last[sizeof source], converted[sizeof source];
  for (uint32_t y = 0; y < height; y += cell_.height) {
    const uint32_t rows = std::min(cell_.height, height - y);
    size_t last_bytes = 0; // of `last`
    for (uint32_t x = 0; x < width; x += cell_.width) {
      const uint32_t columns = std::min(cell_.width, width - x);
      guint8* const first = static_cast<guint8*>(GST_VIDEO_FRAME_PLANE_DATA(&picture, 0)) +
                            gssize{y} * stride + size_t{x} * pixel_bytes;
      const size_t row_bytes = columns * pixel_bytes, bytes = rows * row_bytes;
      for (uint32_t row = 0; row < rows; row++)
        std::memcpy(source + row * row_bytes, first + gssize{row} * stride, row_bytes);
      if (bytes != last_bytes || std::memcmp(source, last, bytes) != 0) {
        std::memcpy(last, source, bytes);
        std::memcpy(converted, source, bytes);
        last_bytes = bytes;
        convert(converted, columns * rows, backing);
      }
      for (uint32_t row = 0; row < rows; row++)
        std::memcpy(first + gssize{row} * stride, converted + row * row_bytes, row_bytes);
    }
  }
}

Status make_translucent(GstBuffer* picture, const GstVideoInfo& pictures, uint32_t backing) {
  if (backing == 255)
    return {};
  GstVideoFrame frame;
  if (!gst_video_frame_map(&frame, &pictures, picture, GST_MAP_READWRITE))
    return {ErrorKind::transient, "A picture of scopes cannot be mapped"};
  const ScopeGuard unmap([&] { gst_video_frame_unmap(&frame); });
  const int a = GST_VIDEO_FRAME_COMP_POFFSET(&frame, 3);
  for (gint y = 0; y < GST_VIDEO_FRAME_HEIGHT(&frame); y++) {
    guint8* pixel = static_cast<guint8*>(GST_VIDEO_FRAME_PLANE_DATA(&frame, 0)) +
                    gssize{GST_VIDEO_FRAME_PLANE_STRIDE(&frame, 0)} * y;
    for (gint x = 0; x < GST_VIDEO_FRAME_WIDTH(&frame); x++, pixel += pixel_bytes) {
      pixel[a] = 0;
      const uint32_t alpha =
          alpha_over(backing, std::max({pixel[0], pixel[1], pixel[2], pixel[3]}));
      for (size_t c = 0; c < pixel_bytes; c++)
        pixel[c] = static_cast<guint8>(component_over(pixel[c], alpha));
      pixel[a] = static_cast<guint8>(alpha);
    }
  }
  return {};
}

Status Blender::blend(GstBuffer* picture, const Rect& rect, const Opacity& opacity,
                      GstBuffer* frame) const {
  GstVideoInfo argb = pictures(rect.width, rect.height, frame_);
  GstVideoFrame source;
  if (!gst_video_frame_map(&source, &argb, picture, GST_MAP_READWRITE))
    return {ErrorKind::transient, "A picture of scopes cannot be mapped"};
  const ScopeGuard unmap_source([&] { gst_video_frame_unmap(&source); });
  WritableFrame target;
  if (Status status = target.map(frame, frame_); !status.ok())
    return status;
  if (colours_->converts || opacity.backing < 255)
    convert(source, opacity.backing);
  source.info.finfo =
      gst_video_format_get_info(is_rgb_ ? GST_VIDEO_FORMAT_ARGB : GST_VIDEO_FORMAT_AYUV);
  GstVideoFrame part = crop(target.frame(), rect);
  fill_padding(part);
  if (!gst_video_blend(&part, &source, 0, 0, static_cast<gfloat>(opacity.picture)))
    return {ErrorKind::invalid_argument, std::string("frames of format ") +
                                             GST_VIDEO_INFO_NAME(&frame_) +
                                             " cannot be blended with"};
  return {};
}

} // namespace videohistogram::scope
