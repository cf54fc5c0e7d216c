// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/shown_region.h"

#include "core/plan.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace videohistogram::scope {

namespace {

/// Pixels of a row that lie in the same bytes.
uint32_t pixels_of_block(Packing packing) {
  switch (packing) {
  case Packing::v210:
    return 6;
  case Packing::uyvp:
    return 2;
  case Packing::iyu1:
  case Packing::run_le40:
    return 4;
  case Packing::run_le32:
    return 3;
  default:
    return 1;
  }
}

/// The size of what a frame can be cut into.
PixelSize cell_of(const FormatInfo& format, bool interlaced) {
  uint32_t width = 1, height = 1;
  for (uint32_t p = 0; p < format.n_sample_planes; p++) {
    width = std::max(width, 1u << format.sample_planes[p].x_sub);
    height = std::max(height, 1u << format.sample_planes[p].y_sub);
  }
  // Chroma rows of interlaced frames are of one field, in turn.
  return {std::lcm(width, pixels_of_block(format.packing)),
          interlaced && height > 1 ? 2 * height : height};
}

/// The part of a rectangle in a frame, in whole cells: from the cell of its first pixel on, and as
/// many cells as its size needs, so that a rectangle that moves keeps its size.
Rect in_cells(const Rect& rect, const PixelSize& cell, const PixelSize& frame) {
  const Rect inside = clip(rect.x, rect.y, rect.width, rect.height, frame.width, frame.height);
  if (inside.width == 0 || inside.height == 0)
    return {};
  const auto whole = [](uint32_t size, uint32_t of, uint32_t most) {
    return static_cast<uint32_t>(std::min((uint64_t{size} + of - 1) / of * of, uint64_t{most}));
  };
  const uint32_t x = inside.x / cell.width * cell.width, y = inside.y / cell.height * cell.height;
  return {x, y, whole(inside.width, cell.width, frame.width - x),
          whole(inside.height, cell.height, frame.height - y)};
}

/// Whether buffers of these caps may have two fields. The flags of single buffers do not count, so
/// that a region keeps its size.
bool may_have_two_fields(const GstVideoInfo& frames) {
  const GstVideoInterlaceMode mode = GST_VIDEO_INFO_INTERLACE_MODE(&frames);
  return mode == GST_VIDEO_INTERLACE_MODE_INTERLEAVED || mode == GST_VIDEO_INTERLACE_MODE_MIXED;
}

/// The rectangle that a buffer has under this name; of several, the first with pixels in the frame.
std::optional<Rect> rect_of(GstBuffer* buffer, const std::string& name, const PixelSize& frame) {
  if (name == "crop") {
    const GstVideoCropMeta* const crop = gst_buffer_get_video_crop_meta(buffer);
    return crop ? std::optional(Rect{crop->x, crop->y, crop->width, crop->height}) : std::nullopt;
  }
  const GQuark type = g_quark_try_string(name.c_str());
  gpointer state = nullptr;
  while (GstMeta* meta = type == 0
                             ? nullptr
                             : gst_buffer_iterate_meta_filtered(
                                   buffer, &state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE)) {
    const auto* const roi = reinterpret_cast<const GstVideoRegionOfInterestMeta*>(meta);
    if (roi->roi_type == type && roi->w > 0 && roi->h > 0 && roi->x < frame.width &&
        roi->y < frame.height)
      return Rect{roi->x, roi->y, roi->w, roi->h};
  }
  return std::nullopt;
}

/// The size of the frame in the buffer. A crop refers to all of it, of which caps may tell only the
/// visible part.
PixelSize size_in_buffer(GstBuffer* buffer, const std::string& name, const GstVideoInfo& frames) {
  PixelSize size = size_of(frames);
  const GstVideoMeta* const meta = gst_buffer_get_video_meta(buffer);
  if (name == "crop" && meta &&
      GST_VIDEO_INFO_INTERLACE_MODE(&frames) != GST_VIDEO_INTERLACE_MODE_ALTERNATE)
    size = {std::max(size.width, meta->width), std::max(size.height, meta->height)};
  return size;
}

} // namespace

ShownRegion find_region(GstBuffer* buffer, const std::string& name, const GstVideoInfo& frames) {
  ShownRegion region;
  region.mapped = size_of(frames);
  region.rect = {0, 0, region.mapped.width, region.mapped.height};
  if (name.empty())
    return region;
  region.title = "no " + name + ": whole frame";
  Expected<const FormatInfo*> format = countable_format(frames);
  if (!buffer || !format.ok() || is_tiled((*format)->packing))
    return region;
  const PixelSize size = size_in_buffer(buffer, name, frames);
  const std::optional<Rect> rect = rect_of(buffer, name, size);
  const Rect cut =
      rect ? in_cells(*rect, cell_of(**format, may_have_two_fields(frames)), size) : Rect{};
  if (cut.width == 0)
    return region;
  region.is_part = true;
  region.rect = cut;
  region.mapped = size;
  region.title = name + " " + std::to_string(cut.width) + "x" + std::to_string(cut.height);
  return region;
}

FrameView part_of(const FrameView& frame, const Rect& rect) {
  FrameView part = frame;
  part.width = rect.width;
  part.height = rect.height;
  for (uint32_t p = 0; p < frame.format->n_planes; p++) {
    PlaneView& plane = part.planes[p];
    const ptrdiff_t rows = frame.format->rows(p, rect.y);
    // The columns to the left are whole blocks, as those of a frame that is so wide.
    const auto bytes = static_cast<ptrdiff_t>(frame.format->row_bytes(p, rect.x));
    plane.offset =
        static_cast<size_t>(static_cast<ptrdiff_t>(plane.offset) + rows * plane.stride + bytes);
  }
  return part;
}

} // namespace videohistogram::scope
