// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "sums_frame.h"

#include "core/format.h"

#include <memory>
#include <random>
#include <utility>

namespace videohistogram::benchmark {

LightTable light_table(uint32_t depth) {
  std::vector<uint32_t> table(size_t{1} << depth);
  for (uint32_t i = 0; i < table.size(); i++)
    table[i] = i * i % 200001;
  return std::make_shared<const std::vector<uint32_t>>(std::move(table));
}

SumsFrame::SumsFrame(const FormatInfo& format, uint32_t width, uint32_t height, uint32_t seed)
    : layout_(packed_layout(format, width, height, 64)), bytes_(layout_.size) {
  view_.format = &format;
  view_.width = width;
  view_.height = height;
  std::mt19937 random(seed);
  for (uint32_t p = 0; p < format.n_planes; p++) {
    const size_t row_bytes = view_.row_bytes(p), rows = view_.rows(p);
    uint8_t* const plane = bytes_.data() + layout_.offsets[p];
    view_.planes[p] = {plane, row_bytes * rows, 0, static_cast<ptrdiff_t>(row_bytes)};
    for (size_t y = 0; y < rows; y++)
      for (size_t x = 0; x < row_bytes; x += format.sample_bytes) {
        const auto any = static_cast<uint32_t>(random()), noise = any >> 16 & 7;
        const auto value = static_cast<uint32_t>(32 + (x + y) * 150 / (row_bytes + rows)) + noise;
        const uint32_t sample =
            any >> 24 < 15 ? any : (value << (format.depth - 8) | noise) << format.shift;
        plane[y * row_bytes + x] = static_cast<uint8_t>(sample);
        if (format.sample_bytes == 2)
          plane[y * row_bytes + x + 1] = static_cast<uint8_t>(sample >> 8);
      }
  }
}

} // namespace videohistogram::benchmark
