// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/scope/draw/level_range.h"

#include <optional>

namespace videohistogram::scope {

/// The gamut outside of which pixels are marked.
enum class GamutLimits {
  r103,  ///< R, G, B and Y of EBU R 103
  bt709, ///< the primaries of BT.709, in frames of BT.2020
  p3,    ///< those of P3 with the white D65, in frames of BT.2020
};

/// The marks that are drawn on frames, and their limits.
struct MarkOptions {
  bool false_colour = false, zebra = false, gamut = false, peaking = false, safe_areas = false;
  std::optional<LevelRange>
      zebra_range; ///< without its end; none: from 95 %, in PQ and HLG from 203 nits
  GamutLimits gamut_limits = GamutLimits::r103;
  double peaking_threshold = 25; ///< sum of horizontal and vertical gradient, percent of the signal
  double split = 1;              ///< share of the frame's width, from the left
  bool legend = true;

  bool any() const { return false_colour || zebra || gamut || peaking || safe_areas; }
};

} // namespace videohistogram::scope
