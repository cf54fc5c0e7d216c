// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cmath>

namespace videohistogram::scope {

/// Levels from `low` to `high`: percent of the signal, of PQ and HLG nits.
struct LevelRange {
  double low = 0, high = INFINITY;
};

} // namespace videohistogram::scope
