// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cells.h"

#include <cmath>

namespace videohistogram::benchmark {

namespace {

constexpr Content contents[] = {Content::random,     Content::constant, Content::two_valued,
                                Content::values_x32, Content::gradient, Content::photo};

struct Size {
  uint32_t channels;
  const char* name;
  uint32_t width, height;
};
constexpr Size sizes[] = {
    {4, "720p", 1280, 720},      {4, "1080p", 1920, 1080},
    {4, "4K", 3840, 2160},       {4, "8K", 7680, 4320},
    {3, "1080p", 1920, 1080},    {3, "8K bytes", 7680, 5760},
    {1, "1080p", 1920, 1080},    {1, "8K bytes", 15360, 8640},
    {1, "100 MB", 10000, 10000}, // the literature's workload, random bytes only
};

} // namespace

const char* content_name(Content content) {
  constexpr const char* names[] = {"random",     "constant", "two-valued",
                                   "values x32", "gradient", "photo"};
  return names[static_cast<int>(content)];
}

const char* alpha_name(Alpha alpha) {
  constexpr const char* names[] = {"none", "opaque", "varying"};
  return names[static_cast<int>(alpha)];
}

bool Cell::same_pixels(const Cell& other) const {
  return channels == other.channels && sample_bytes == other.sample_bytes &&
         chroma == other.chroma && width == other.width && height == other.height &&
         content == other.content && alpha == other.alpha && padding == other.padding &&
         base_offset == other.base_offset;
}

std::string Cell::name() const {
  std::string name = std::string(format()) + "/" + size + "/" + content_name(content);
  if (alpha != Alpha::none)
    name += std::string("/") + alpha_name(alpha);
  name += "/" + std::to_string(bins);
  if (width == 3839)
    name += "/odd width";
  if (padding)
    name += "/stride+" + std::to_string(padding);
  if (base_offset)
    name += "/base+" + std::to_string(base_offset);
  if (regions)
    name += "/" + std::to_string(regions) + " regions";
  return name;
}

std::vector<Rect> Cell::region_list() const {
  const uint32_t side = static_cast<uint32_t>(std::lround(std::sqrt(regions)));
  std::vector<Rect> list;
  for (uint32_t i = 0; i < regions; i++)
    list.push_back({i % side * (width / side), i / side * (height / side), width / side / 2,
                    height / side / 2});
  return list;
}

std::vector<Cell> Cell::planes() const {
  if (!is_yuv())
    return {*this};
  Cell y = *this;
  y.chroma = Chroma::none;
  if (chroma == Chroma::packed) {
    y.channels = 4;
    y.width /= 2;
    y.alpha = content == Content::random ? Alpha::varying : Alpha::opaque;
    return {y};
  }
  y.channels = 1;
  Cell half = y;
  half.width /= 2;
  half.height /= 2;
  if (chroma == Chroma::planes)
    return {y, half, half};
  half.channels = 2;
  return {y, half};
}

FrameView view_of(const Cell& cell, const uint8_t* data) {
  FrameView view;
  view.format = find_format(cell.format());
  view.width = cell.width;
  view.height = cell.height;
  size_t offset = 0, p = 0;
  for (const Cell& plane : cell.planes()) {
    const size_t bytes = plane.stride() * plane.height;
    view.planes[p++] = {data, offset + bytes, offset, static_cast<ptrdiff_t>(plane.stride())};
    offset += bytes;
  }
  return view;
}

std::vector<Cell> all_cells() {
  std::vector<Cell> cells;
  for (const Size& size : sizes) {
    const bool large = size.height > 4000, full_hd = size.height == 1080;
    for (Content content : contents) {
      if (size.height == 10000 && content != Content::random)
        continue;
      const bool telling = content == Content::random || content == Content::photo;
      for (Alpha alpha : {Alpha::opaque, Alpha::varying}) {
        if (size.channels != 4 && alpha == Alpha::varying)
          continue;
        Cell cell{size.channels, size.name, size.width, size.height, content, alpha};
        if (size.channels != 4)
          cell.alpha = Alpha::none;
        const bool first = telling && alpha == Alpha::opaque && (large || full_hd);
        cell.quick = first && (size.channels == 4 || size.height == 10000);
        cells.push_back(cell);
        if (!cell.quick)
          continue;
        cell.quick = false;
        for (uint32_t bins : {64u, 7u}) {
          cell.bins = bins;
          cells.push_back(cell);
        }
      }
    }
  }

  // The 4K photo with regions, then with padding, with an offset and with an odd width.
  Cell base{4, "4K", 3840, 2160, Content::photo, Alpha::opaque};
  Cell cell = base;
  cell.regions = 64;
  cells.push_back(cell);
  for (uint32_t padding : {4u, 16u, 64u}) {
    cell = base;
    cell.padding = padding;
    cells.push_back(cell);
  }
  cell = base;
  cell.base_offset = 4;
  cells.push_back(cell);
  cell = base;
  cell.width = 3839;
  cells.push_back(cell);
  for (uint32_t channels : {3u, 1u}) {
    base = {channels, "4K", 3840, 2160, Content::photo, Alpha::none};
    cells.push_back(base);
    cell = base;
    cell.base_offset = 1;
    cells.push_back(cell);
    cell = base;
    cell.width = 3839;
    cells.push_back(cell);
  }

  for (uint32_t channels : {1u, 4u})
    for (Content content : {Content::random, Content::constant, Content::photo})
      for (uint32_t bins : {65536u, 4096u, 1024u}) {
        cell = {channels, "8K bytes", 7680, channels == 4 ? 2160u : 8640u, content, Alpha::none};
        if (channels == 4)
          cell.alpha = content == Content::random ? Alpha::varying : Alpha::opaque;
        cell.sample_bytes = 2;
        cell.bins = bins;
        cell.quick = content == Content::random && bins == 65536;
        cells.push_back(cell);
      }
  for (const Size& size : {Size{3, "4K", 3840, 2160}, Size{3, "8K", 7680, 4320}})
    for (Content content : {Content::random, Content::photo})
      for (uint32_t bins : {1024u, 256u}) {
        cell = {size.channels, size.name, size.width, size.height, content, Alpha::none};
        cell.sample_bytes = 2;
        cell.chroma = Chroma::pairs;
        cell.bins = bins;
        cell.quick = size.height == 2160;
        cells.push_back(cell);
      }

  struct Yuv {
    Chroma chroma;
    Size size;
  };
  for (const Yuv& yuv :
       {Yuv{Chroma::pairs, {3, "1080p", 1920, 1080}}, Yuv{Chroma::pairs, {3, "4K", 3840, 2160}},
        Yuv{Chroma::pairs, {3, "8K", 7680, 4320}}, Yuv{Chroma::planes, {3, "4K", 3840, 2160}},
        Yuv{Chroma::packed, {3, "4K", 3840, 2160}}})
    for (Content content : {Content::random, Content::constant, Content::photo}) {
      const Size& size = yuv.size;
      cell = {size.channels, size.name, size.width, size.height, content, Alpha::none};
      cell.chroma = yuv.chroma;
      cell.quick = content == Content::random && size.height == 2160;
      cells.push_back(cell);
    }
  return cells;
}

} // namespace videohistogram::benchmark
