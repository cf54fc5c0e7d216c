// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tests/reference/values.h"

#include <cstdint>
#include <vector>

namespace videohistogram::reference {

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
