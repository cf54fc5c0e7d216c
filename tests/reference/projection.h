// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tests/reference/values.h"

#include <cstdint>
#include <vector>

namespace videohistogram::reference {

/// Counts [positions][bins] of a quantity of the whole frame: CB, CR, SAT and HUE per chroma
/// sample, all others per pixel. `positions` are those of the image that these values are.
/// `filtered`: of the values that are low_passed().
std::vector<uint32_t> count_projection(const FrameView& frame, Quantity quantity, uint32_t bins,
                                       const Meaning& meaning, const Positions& positions,
                                       bool filtered = false);

/// Sums [positions][bins] of the weighted projection of a quantity, Y or LUMA: of each pixel of the
/// frame, its value of `weight`, a stored quantity, or of samples of more than 10 bits the 10 high
/// bits of that. `filtered`: the quantity, but not the weight, is low_passed().
std::vector<uint32_t> sum_weights(const FrameView& frame, Quantity quantity, uint32_t bins,
                                  Quantity weight, const Meaning& meaning,
                                  const Positions& positions, bool filtered = false);

/// The size of that image.
PictureSize size_of_values(const FrameView& frame, Quantity quantity);

} // namespace videohistogram::reference
