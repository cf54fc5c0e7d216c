// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/background.h"

#include <algorithm>

namespace videohistogram::scope {

Background::Background(const std::vector<uint32_t>& pixels, size_t width) : width_(width) {
  const size_t height = width > 0 ? pixels.size() / width : 0;
  for (size_t y = 0; y < height; y++)
    add_row(&pixels[y * width], y > 0 ? &pixels[(y - 1) * width] : nullptr);
  first_change_.push_back(changes_.size());
}

/// The first row differs everywhere.
void Background::add_row(const uint32_t* row, const uint32_t* above) {
  constexpr size_t gap = 8; // equal pixels that end a change
  first_change_.push_back(changes_.size());
  const auto differs = [&](size_t x) { return !above || row[x] != above[x]; };
  for (size_t x = 0; x < width_; x++) {
    if (!differs(x))
      continue;
    size_t end = x + 1; // behind the last pixel that differs
    for (size_t i = end; i < width_ && i < end + gap; i++)
      if (differs(i))
        end = i + 1;
    changes_.push_back({static_cast<uint32_t>(x), static_cast<uint32_t>(end - x), changed_.size()});
    changed_.insert(changed_.end(), row + x, row + end);
    x = end;
  }
}

void Background::go_to(size_t y, uint32_t* row) const {
  for (size_t i = first_change_[y]; i < first_change_[y + 1]; i++) {
    const Change& change = changes_[i];
    std::copy_n(&changed_[change.first], change.n, row + change.x);
  }
}

} // namespace videohistogram::scope
