// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/qc/ffmpeg_text.h"

#include <charconv>

namespace videohistogram::tools {

std::string print_fixed(double value) {
  char digits[400]; // the largest number has 309 digits before the point
  const auto result =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, 6);
  return {digits, result.ptr};
}

std::string print_float(double value) {
  return print_fixed(static_cast<float>(value));
}

} // namespace videohistogram::tools
