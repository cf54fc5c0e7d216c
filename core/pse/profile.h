// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The limits of guidelines about flashing pictures.
#pragma once

#include "core/pse/interval.h"

#include <string>
#include <vector>

namespace videohistogram::pse {

/// How often light may change by how much.
struct FlashLimit {
  double change;       ///< the smallest change that counts, in cd/m2
  size_t most_changes; ///< in a second, of a picture that passes
};

struct FlashProfile {
  const char* name;
  std::vector<FlashLimit> limits; ///< ascending by both; the first one holds for long flashing too
  /// Changes count whose darker state is below, in cd/m2; of HDR also others, by contrast.
  double largest_dark;
  double area; ///< the share of the picture that may flash without a limit
  /// Long flashing: so many changes in each second, in so much of the window. Cells whose changes
  /// of the same direction are far enough apart are exempt.
  size_t long_changes;
  Seconds long_time, long_window;
  bool exempts_9_of_25;  ///< at least 9/25 s apart
  bool exempts_20_of_60; ///< at rates of 30 and 30000/1001 also 20 frames of 60 or 60000/1001
  bool is_iris;          ///< by the sums of IRIS, not by cells: see iris.h
};

/// Whether a picture flashes too much in the last second, by its figures FLASHAREA, FLASHCOUNT and
/// REDCOUNT. Long flashing is not told by them.
bool exceeds_limits(const FlashProfile& profile, double area, double count, double red_count);
/// Changes of red in a second, of a picture that passes.
constexpr size_t most_red_changes = 6;

/// "bt1702", "ofcom", "nab-j", "strict" and "iris". Null: there is no such profile.
const FlashProfile* find_flash_profile(const std::string& name);
/// Such as "bt1702, ofcom, nab-j, strict or iris".
std::string list_flash_profiles();

} // namespace videohistogram::pse
