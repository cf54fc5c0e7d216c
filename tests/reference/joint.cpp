// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/reference/joint.h"

namespace videohistogram::reference {

std::vector<uint32_t> count_joint(const FrameView& frame, const JointAxis& x, const JointAxis& y,
                                  const Meaning& meaning, const Rect& rect) {
  std::vector<uint32_t> counts(size_t{x.bins} * y.bins, 0);
  if (rect.width == 0 || rect.height == 0)
    return counts;
  const bool of_chroma = is_of_chroma(x.quantity) && is_of_chroma(y.quantity);
  const auto values_of = [&](Quantity quantity) {
    return of_chroma ? values_of_chroma_samples(frame, quantity)
                     : values_of_pixels(frame, quantity, meaning);
  };
  const Values of_x = values_of(x.quantity), of_y = values_of(y.quantity);
  uint32_t across = 1, down = 1;
  if (of_chroma) {
    const StoredSamples cb = stored_samples(frame, Quantity::cb);
    across = cb.across;
    down = cb.down;
  }
  const uint64_t values_x = n_values(frame, x.quantity), values_y = n_values(frame, y.quantity);
  for (uint32_t row = rect.y / down; row <= (rect.y + rect.height - 1) / down; row++)
    for (uint32_t column = rect.x / across; column <= (rect.x + rect.width - 1) / across; column++)
      counts.at(uint64_t{of_x.at(column, row)} * x.bins / values_x * y.bins +
                uint64_t{of_y.at(column, row)} * y.bins / values_y)++;
  return counts;
}

} // namespace videohistogram::reference
