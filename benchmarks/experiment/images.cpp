// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "images.h"

#include "benchmarks/kernels/contents.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace videohistogram::benchmark {

namespace {

constexpr size_t cached_bytes = size_t{256} << 20, max_images = 64;

std::vector<uint8_t> rgba_picture() {
  std::vector<uint8_t> picture(size_t{4} * picture_width * picture_height, 255);
  for (size_t i = 0; i < picture.size() / 4; i++)
    std::copy_n(picture_rgb + 3 * i, 3, picture.begin() + static_cast<ptrdiff_t>(4 * i));
  return picture;
}

void tile(const std::vector<uint8_t>& picture, uint32_t width, uint32_t height, size_t n,
          uint8_t* to) {
  const size_t picture_row = size_t{4} * picture_width, row = size_t{4} * width;
  for (uint32_t y = 0; y < height; y++, to += row) {
    const uint8_t* const from = picture.data() + (y + 7 * n) % picture_height * picture_row;
    for (size_t x = 0; x < row;) {
      const size_t begin = (x + 4 * 5 * n) % picture_row;
      const size_t size = std::min(row - x, picture_row - begin);
      std::memcpy(to + x, from + begin, size);
      x += size;
    }
  }
}

std::vector<uint32_t> count(const uint8_t* pixels, size_t bytes) {
  std::vector<uint32_t> counts(4 * 256);
  for (size_t i = 0; i < bytes; i++)
    counts[i % 4 * 256 + pixels[i]]++;
  return counts;
}

} // namespace

Images::Images(uint32_t width, uint32_t height, HostMemorySource* pinned) {
  const std::vector<uint8_t> picture = rgba_picture();
  FrameView frame;
  frame.format = find_format("RGBA");
  frame.width = width;
  frame.height = height;
  const size_t bytes = frame.pixel_bytes();
  const size_t images = std::clamp<size_t>(cached_bytes / bytes, 1, max_images);
  for (size_t n = 0; n < images; n++) {
    uint8_t* data = nullptr;
    if (pinned) {
      Expected<std::unique_ptr<HostBlock>> block = pinned->allocate(bytes);
      if (!block.ok())
        throw std::bad_alloc();
      pinned_.push_back(std::move(*block));
      data = pinned_.back()->data();
    } else {
      pageable_.emplace_back(new uint8_t[bytes]);
      data = pageable_.back().get();
    }
    tile(picture, width, height, n, data);
    expected_.push_back(count(data, bytes));
    frame.planes[0] = {data, bytes, 0, static_cast<ptrdiff_t>(frame.row_bytes(0))};
    frames_.push_back(frame);
  }
}

} // namespace videohistogram::benchmark
