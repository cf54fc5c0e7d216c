// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Time codes of SMPTE ST 12.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace videohistogram::tools {

/// How frames are numbered. Drop-frame codes of 29.97 and 59.94 frames per second leave out the
/// first two or four numbers of each minute but every tenth, and so follow the clock.
struct TimecodeRate {
  uint32_t frames = 0; ///< numbers per second, 1 to 99
  bool drop = false;

  /// The rate of timecodes for a number of frames per second, with drop-frame where it exists.
  /// Nothing for rates that are variable, or above 99.
  static std::optional<TimecodeRate> of(int32_t numerator, int32_t denominator);
};

/// Such as 01:00:00:00, with ; before the frames of drop-frame codes. Begins anew after 24 hours.
std::string format_timecode(uint64_t frame, TimecodeRate rate);

/// The number of the frame that has this code; nothing if the rate has no such code. Sets
/// `rate.drop` as the separator of the code says.
std::optional<uint64_t> parse_timecode(const std::string& text, TimecodeRate& rate);

} // namespace videohistogram::tools
