// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tests/reference/colours.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram::reference {

/// How the quantities of a frame are to be understood.
struct Meaning {
  LumaWeights luma = luma_bt709;
  ColourSpec colours;
  bool legal = false; ///< RANGE's limits are `legal`, not those of EBU R 103
};

/// Values of the pixels of the frame, or of its chroma samples.
struct Values {
  PictureSize size;
  std::vector<uint32_t> values; ///< row by row

  uint32_t at(uint32_t x, uint32_t y) const { return values.at(size_t{y} * size.width + x); }
};

/// Whether a quantity has a value per chroma sample: CB, CR, SAT and HUE.
bool is_of_chroma(Quantity quantity);
/// The values of such a quantity.
Values values_of_chroma_samples(const FrameView& frame, Quantity quantity);
/// The values of any quantity per pixel of the frame, with the chroma sample of the cell that the
/// pixel lies in.
Values values_of_pixels(const FrameView& frame, Quantity quantity, const Meaning& meaning);
/// The values after a low-pass filter of their rows. A value becomes the mean of 13: itself and six
/// at each side, weighted by the binomial coefficients of 12 and rounded to the nearest, halves up.
/// Beyond the ends of a row its first and its last value go on.
Values low_passed(const Values& values);
/// The number of values that a quantity of the frame can have.
uint64_t n_values(const FrameView& frame, Quantity quantity);

} // namespace videohistogram::reference
