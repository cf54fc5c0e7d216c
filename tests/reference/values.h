// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tests/reference/colours.h"

#include <cstdint>
#include <functional>

namespace videohistogram::reference {

/// How the quantities of a frame are to be understood.
struct Meaning {
  LumaWeights luma = luma_bt709;
  ColourSpec colours;
  bool legal = false; ///< RANGE's limits are `legal`, not those of EBU R 103
};

/// The value at a column and a row: of the frame, or of its chroma samples.
using ValueAt = std::function<uint32_t(uint32_t x, uint32_t y)>;

/// Whether a quantity has a value per chroma sample: CB, CR, SAT and HUE.
bool is_of_chroma(Quantity quantity);
/// The values of such a quantity.
ValueAt values_of_chroma_samples(const FrameView& frame, Quantity quantity);
/// The values of any quantity per pixel of the frame, with the chroma sample of the cell that the
/// pixel lies in.
ValueAt values_of_pixels(const FrameView& frame, Quantity quantity, const Meaning& meaning);
/// The number of values that a quantity of the frame can have.
uint64_t n_values(const FrameView& frame, Quantity quantity);

} // namespace videohistogram::reference
