// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Figures of a frame that detectors need beside its record. None of these is stored.
#pragma once

#include "core/range_errors.h"
#include "tools/detect/colour_histogram.h"
#include "tools/detect/levels.h"
#include "tools/detect/row_faults.h"
#include "tools/qc/idet.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace videohistogram::tools {

struct Features {
  bool counted = false; ///< false: the frame has no histogram, and all else is void
  ColourHistogram histogram;
  /// Of Y, Cb and Cr, with values of 8 bits.
  std::array<double, 3> mean{}, variance{};
  /// The mean absolute differences of Y, Cb and Cr to the frame before, with values of 8 bits.
  std::array<double, 3> difference{};
  /// The mean squared differences of Y, Cb and Cr to the frame before, with values of 8 bits.
  std::array<double, 3> squared_difference{};
  uint64_t sum = 0, samples = 0;         ///< of Y
  unsigned depth = 8;                    ///< of samples
  std::optional<FieldVerdict> fields;    ///< nothing: fields are not compared
  std::vector<Row> rows;                 ///< of Y; none: they are not compared
  std::optional<RangeShare> range;       ///< nothing: the frame has no RANGE
  std::array<LimitUse, n_limits> limits; ///< of the legal range; of full range nothing is set
  size_t values = 0;       ///< of Y that occur, of samples of more than 8 bits; else 0
  bool is_shallow = false; ///< Y of more than 8 bits uses no more than 8
};

} // namespace videohistogram::tools
