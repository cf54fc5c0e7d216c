// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Numbers as text, with a decimal point in every locale.
#pragma once

#include <charconv>
#include <string>

namespace videohistogram::scope {

/// As printf's "%.Nf", with `digits` for N.
inline std::string fixed_decimal(double value, int digits) {
  char text[64];
  const std::to_chars_result end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits);
  return end.ec == std::errc() ? std::string(text, end.ptr) : std::string();
}

/// As printf's "%.Ng", with `digits` for N.
inline std::string short_decimal(double value, int digits = 6) {
  char text[64];
  const std::to_chars_result end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits);
  return end.ec == std::errc() ? std::string(text, end.ptr) : std::string();
}

} // namespace videohistogram::scope
