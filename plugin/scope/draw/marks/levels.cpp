// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/marks/levels.h"

namespace videohistogram::scope {

const std::vector<ColourStep>& steps_of(Transfer transfer) {
  static const std::vector<ColourStep> percent = {
      {-INFINITY, 2.5, {0.50, 0.10, 0.70}, "below 2.5"}, // purple
      {2.5, 4, {0.05, 0.25, 0.95}, "2.5 to 4"},          // blue
      {38, 42, {0.10, 0.70, 0.15}, "38 to 42"},          // green
      {52, 56, {1.00, 0.55, 0.70}, "52 to 56"},          // pink
      {97, 99, {1.00, 0.90, 0.10}, "97 to 99"},          // yellow
      {99, INFINITY, {0.95, 0.08, 0.08}, "from 99"},     // red
  };
  static const std::vector<ColourStep> nits = {
      {-INFINITY, 0.1, {0.16, 0.05, 0.22}, "below 0.1"}, // dark purple
      {0.1, 1, {0.38, 0.12, 0.62}, "0.1"},               // purple
      {1, 10, {0.10, 0.22, 0.85}, "1"},                  // blue
      {10, 26, {0.10, 0.58, 0.85}, "10"},                // light blue
      {26, 100, {0.08, 0.60, 0.20}, "26"},               // green
      {100, 203, {0.60, 0.84, 0.20}, "100"},             // lime
      {203, 400, {1.00, 0.90, 0.10}, "203"},             // yellow
      {400, 1000, {1.00, 0.55, 0.05}, "400"},            // orange
      {1000, 4000, {0.90, 0.08, 0.08}, "1000"},          // red
      {4000, INFINITY, {1.00, 0.60, 0.85}, "4000"},      // pink
  };
  return transfer == Transfer::sdr ? percent : nits;
}

Levels::Levels(const Source& source) : transfer_(source.colours.transfer) {
  const uint32_t depth = source.format->depth;
  // The maximum of R, G and B of Y'CbCr has the codes of full range.
  const bool computed = by_maximum() && !source.format->is_rgb();
  const uint32_t bits = computed ? colour_depth(depth) : depth;
  n_values_ = 1u << bits;
  const bool narrow = !computed && !source.colours.full_range;
  zero_ = narrow ? 16 << (bits - 8) : 0;
  unit_ = narrow ? 219 << (bits - 8) : n_values_ - 1;
}

bool Levels::reaches(uint32_t value, double level) const {
  if (by_maximum())
    return light_of_signal(transfer_, (value - zero_) / unit_) >= level;
  return 100 * (value - zero_) >= level * unit_; // exact where codes and level are whole
}

} // namespace videohistogram::scope
