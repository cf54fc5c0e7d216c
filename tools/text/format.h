// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Numbers as people read them, with a point in every locale.
#pragma once

#include <cstdint>
#include <string>

namespace videohistogram::tools {

/// Such as 0:08, 12:34 or 1:02:03.
std::string format_seconds(int64_t seconds);

/// Such as 0:08.0, 12:34.5 or 1:02:03.4, of nanoseconds. Empty for INT64_MIN, a time that is not
/// known.
std::string format_time(int64_t nanoseconds);

/// Such as 12,345.
std::string format_count(uint64_t number);

/// Such as "692 kB", in powers of 1000.
std::string format_bytes(uint64_t bytes);

/// With up to `digits` digits after the point, without zeros at the end. "none" for NaN.
std::string format_real(double value, int digits);

/// A share as percent, rounded up to a tenth, so that a share above a limit never looks as if it
/// were not: "12.4 %".
std::string format_share(double share);

/// A light level with its unit and one digit after the point; empty for NaN.
std::string format_light(double nits, const char* unit);

/// Frames per second, such as 29.97; "variable" for a rate that is not known.
std::string format_rate(int32_t numerator, int32_t denominator);

/// "1 frame" or "12,345 frames".
std::string format_number_of(uint64_t number, const std::string& noun);

} // namespace videohistogram::tools
