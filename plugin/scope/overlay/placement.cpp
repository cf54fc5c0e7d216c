// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/overlay/placement.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::scope {

namespace {

constexpr uint32_t most_pixels = 16384; ///< per side of a picture

struct Span {
  uint32_t begin, length;
};

/// A share of a side of `length` pixels, in whole cells unless the side is shorter than one.
Span place(double at, double share, uint32_t length, uint32_t cell) {
  const auto whole = [&](double pixels) { return static_cast<uint32_t>(pixels / cell) * cell; };
  const uint32_t most = std::max(length / cell * cell, std::min(length, cell));
  const uint32_t taken = std::clamp(whole(std::round(share * length)), std::min(cell, most), most);
  return {std::min(whole(std::round(at * (length - taken))), length - taken), taken};
}

struct Size {
  double width, height;
};

/// Square pixels that show a frame: as many as fit into the window, or else at least those of the
/// frame.
Size shown_size(const GstVideoInfo& frame, const PixelSize& window) {
  const double aspect = pixel_aspect(frame);
  const Size size = {GST_VIDEO_INFO_WIDTH(&frame) * std::max(aspect, 1.0),
                     GST_VIDEO_INFO_HEIGHT(&frame) / std::min(aspect, 1.0)};
  if (window.width == 0 || window.height == 0)
    return size;
  const double scale = std::min(window.width / size.width, window.height / size.height);
  return {size.width * scale, size.height * scale};
}

uint32_t to_pixels(double pixels) {
  return static_cast<uint32_t>(std::clamp(std::round(pixels), 1.0, double{1} * most_pixels));
}

/// In pixels of the frame.
Rect place_rect(const OverlaySettings& settings, const GstVideoInfo& frame) {
  const PixelSize size = size_of(frame), cell = chroma_cell(frame);
  const Span x = place(settings.x, settings.width, size.width, cell.width);
  const Span y = place(settings.y, settings.height, size.height, cell.height);
  return {x.begin, y.begin, x.length, y.length};
}

} // namespace

PixelSize chroma_cell(const GstVideoInfo& info) {
  PixelSize cell = {1, 1};
  for (guint c = 0; c < GST_VIDEO_INFO_N_COMPONENTS(&info); c++)
    cell = {std::max(cell.width, 1u << GST_VIDEO_FORMAT_INFO_W_SUB(info.finfo, c)),
            std::max(cell.height, 1u << GST_VIDEO_FORMAT_INFO_H_SUB(info.finfo, c))};
  return cell;
}

Opacity::Opacity(const OverlaySettings& settings)
    : picture(settings.opacity),
      backing(static_cast<uint32_t>(std::lround(255 * settings.backing_opacity))) {}

Placement blended_placement(const OverlaySettings& settings, const GstVideoInfo& frame) {
  const Rect rect = place_rect(settings, frame);
  return {rect, rect.width, rect.height};
}

Placement attached_placement(const OverlaySettings& settings, const GstVideoInfo& frame,
                             const PixelSize& window) {
  const Rect rect = place_rect(settings, frame);
  if (rect.width == 0 || rect.height == 0)
    return {rect, 0, 0}; // as with blended pictures; such frames are refused when they come
  const Size shown = shown_size(frame, window);
  const Size picture = {rect.width * shown.width / GST_VIDEO_INFO_WIDTH(&frame),
                        rect.height * shown.height / GST_VIDEO_INFO_HEIGHT(&frame)};
  const double scale = std::min(1.0, most_pixels / std::max(picture.width, picture.height));
  return {rect, to_pixels(picture.width * scale), to_pixels(picture.height * scale)};
}

} // namespace videohistogram::scope
