// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/reference/projection.h"

namespace videohistogram::reference {

PictureSize size_of_values(const FrameView& frame, Quantity quantity) {
  return is_of_chroma(quantity) ? picture_size(frame, Quantity::cb)
                                : PictureSize{frame.width, frame.height};
}

std::vector<uint32_t> count_projection(const FrameView& frame, Quantity quantity, uint32_t bins,
                                       const Meaning& meaning, const Positions& positions,
                                       bool filtered) {
  const Values values_of_frame = is_of_chroma(quantity)
                                     ? values_of_chroma_samples(frame, quantity)
                                     : values_of_pixels(frame, quantity, meaning);
  const Values picture = filtered ? low_passed(values_of_frame) : values_of_frame;
  const PictureSize size = picture.size;
  const uint64_t values = n_values(frame, quantity);
  std::vector<uint32_t> counts(positions.count() * bins, 0);
  for (uint32_t y = 0; y < size.height; y++)
    for (uint32_t x = 0; x < size.width; x++)
      counts.at(positions.at(x, y) * bins + uint64_t{picture.at(x, y)} * bins / values)++;
  return counts;
}

std::vector<uint32_t> sum_weights(const FrameView& frame, Quantity quantity, uint32_t bins,
                                  Quantity weight, const Meaning& meaning,
                                  const Positions& positions, bool filtered) {
  const Values values_of_frame = values_of_pixels(frame, quantity, meaning),
               weights = values_of_pixels(frame, weight, meaning);
  const Values picture = filtered ? low_passed(values_of_frame) : values_of_frame;
  const uint64_t values = n_values(frame, quantity);
  const uint32_t divisor = frame.format->depth > 10 ? 1u << (frame.format->depth - 10) : 1;
  std::vector<uint32_t> sums(positions.count() * bins, 0);
  for (uint32_t y = 0; y < frame.height; y++)
    for (uint32_t x = 0; x < frame.width; x++)
      sums.at(positions.at(x, y) * bins + uint64_t{picture.at(x, y)} * bins / values) +=
          weights.at(x, y) / divisor;
  return sums;
}

} // namespace videohistogram::reference
