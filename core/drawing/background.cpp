// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/drawing/background.h"

#include <algorithm>
#include <iterator>

namespace videohistogram {

/// The first row differs everywhere. Only pixels that differ are converted.
void Background::add_row(const uint32_t* row, const uint32_t* above, const PixelOrder& order) {
  constexpr size_t gap = 8; // equal pixels that end a change
  first_change_.push_back(changes_.size());
  const auto differs = [&](size_t x) { return !above || ((row[x] ^ above[x]) & 0xffffff) != 0; };
  for (size_t x = 0; x < width_; x++) {
    if (!differs(x))
      continue;
    size_t end = x + 1; // one after the last pixel that differs
    for (size_t i = end; i < width_ && i < end + gap; i++)
      if (differs(i))
        end = i + 1;
    changes_.push_back({static_cast<uint32_t>(x), static_cast<uint32_t>(end - x), changed_.size()});
    std::transform(row + x, row + end, std::back_inserter(changed_), [&](uint32_t rgb) {
      return order.pack(static_cast<uint8_t>(rgb >> 16), static_cast<uint8_t>(rgb >> 8),
                        static_cast<uint8_t>(rgb), 255);
    });
    x = end;
  }
}

void Background::go_to(size_t y, uint32_t* row) const {
  for (size_t i = first_change_[y]; i < first_change_[y + 1]; i++) {
    const Change& change = changes_[i];
    std::copy_n(&changed_[change.first], change.n, row + change.x);
  }
}

std::vector<uint32_t> Background::pixels() const {
  std::vector<uint32_t> all, row(width());
  all.reserve(width() * height());
  for (size_t y = 0; y < height(); y++) {
    go_to(y, row.data());
    all.insert(all.end(), row.begin(), row.end());
  }
  return all;
}

} // namespace videohistogram
