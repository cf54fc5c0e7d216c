// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tests/reference/colours.h"

#include <cstdint>
#include <vector>

namespace videohistogram::reference {

/// How the quantities of a frame are to be understood.
struct Meaning {
  LumaWeights luma = luma_bt709;
  ColourSpec colours;
  bool legal = false; ///< RANGE's limits are `legal`, not those of EBU R 103
};

/// One axis of a joint histogram: a quantity of any format that has it, in bins.
struct JointAxis {
  Quantity quantity;
  uint32_t bins;
};

/// Counts [x][y] of pairs of values of a rectangle of the frame. Pairs of Cb, Cr, SAT and HUE are
/// counted per chroma sample that the rectangle touches; all others per pixel, with the chroma
/// sample of the cell that the pixel lies in.
std::vector<uint32_t> count_joint(const FrameView& frame, const JointAxis& x, const JointAxis& y,
                                  const Meaning& meaning, const Rect& rect);

} // namespace videohistogram::reference
