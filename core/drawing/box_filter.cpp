// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/drawing/box_filter.h"

#include <algorithm>
#include <cmath>

namespace videohistogram {

BoxFilter::BoxFilter(double begin, double end, uint32_t sources, uint32_t cells, bool reversed) {
  cells_.reserve(cells);
  for (uint32_t i = 0; i < cells; i++) {
    const uint32_t cell = reversed ? cells - 1 - i : i;
    const double from = std::max(begin + (end - begin) * cell / cells, 0.0);
    const double to = std::min(begin + (end - begin) * (cell + 1) / cells, double{1} * sources);
    Cell c = {static_cast<uint32_t>(from), 0, shares_.size()};
    for (uint32_t source = c.first; source < to && source < sources; source++) {
      const double share = std::min(to, source + 1.0) - std::max(from, double{1} * source);
      if (share < 1e-9) // a rounding error of `from` or `to`
        continue;
      if (c.n == 0)
        c.first = source;
      shares_.push_back(static_cast<float>(share));
      c.n++;
    }
    cells_.push_back(c);
  }
}

} // namespace videohistogram
