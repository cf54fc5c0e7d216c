// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The steps of false colour, and the levels of pixels.
#pragma once

#include "plugin/scope/draw/axis.h"
#include "plugin/scope/draw/canvas.h"
#include "plugin/scope/draw/marks/mark_options.h"

#include <cmath>
#include <string>
#include <vector>

namespace videohistogram::scope {

/// A range of levels that has a colour: with its lower end and without its upper one.
struct ColourStep {
  double low, high; ///< percent, in PQ and HLG nits
  Colour colour;
  const char* label;
};

/// The steps of false colour, from the darkest. Levels between steps are shown in grey.
const std::vector<ColourStep>& steps_of(Transfer transfer);

/// The levels of the values of pixels: percent of Y or LUMA, or nits of the maximum of R, G and B.
class Levels {
public:
  explicit Levels(const Source& source);

  uint32_t n_values() const { return n_values_; }
  /// Whether a value is at least `level`.
  bool reaches(uint32_t value, double level) const;
  bool contains(const LevelRange& range, uint32_t value) const {
    return reaches(value, range.low) && !(std::isfinite(range.high) && reaches(value, range.high));
  }
  bool by_maximum() const { return transfer_ != Transfer::sdr; }
  const char* unit() const { return by_maximum() ? "nits" : "%"; }

private:
  Transfer transfer_;
  uint32_t n_values_;
  double zero_, unit_; ///< codes of the signals 0 and 1
};

} // namespace videohistogram::scope
