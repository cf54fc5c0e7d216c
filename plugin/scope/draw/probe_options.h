// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace videohistogram::scope {

/// A pixel of frames.
struct Pin {
  uint32_t x, y;
};

/// Pixels and a box of frames whose values are shown. They may lie outside of the frames.
struct ProbeOptions {
  std::vector<Pin> pins;
  std::optional<Rect> box;

  bool any() const { return !pins.empty() || box; }
};

/// The most pins.
constexpr size_t most_pins = 16;

} // namespace videohistogram::scope
