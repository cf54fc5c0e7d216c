// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Times of files, in ns.
#pragma once

#include "tools/read/av_pointers.h"

#include <cstdint>
#include <optional>

namespace videohistogram::tools {

constexpr AVRational nanoseconds{1, 1000000000};

/// Limits of what a file may state, so that sums of a few of them fit an int64_t: of a time on its
/// own clock, which may be that since 1970, and of a duration, 73 years; and of a time after the
/// first frame, 18 years. Damaged files state any number.
constexpr int64_t longest_time = int64_t{1} << 61, longest_video = longest_time / 4;

/// A time or a duration in ns; nothing: the file states none, or none that can be.
inline std::optional<int64_t> to_ns(int64_t time, AVRational unit) {
  if (time == AV_NOPTS_VALUE)
    return {};
  const int64_t converted = av_rescale_q(time, unit, nanoseconds); // INT64_MIN: does not fit
  return converted >= -longest_time && converted <= longest_time ? std::optional(converted)
                                                                 : std::nullopt;
}

} // namespace videohistogram::tools
