// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/text/json.h"

#include "tools/text/escape.h"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace videohistogram::tools {

std::string print_number(double value, const char* none) {
  if (std::isnan(value))
    return none;
  char digits[64];
  const auto result =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 6);
  return {digits, result.ptr};
}

std::string print_exact(double value) {
  char digits[64];
  const auto result = std::to_chars(digits, digits + sizeof digits, value);
  return {digits, result.ptr};
}

std::string quote_json(std::string_view bytes) {
  std::string text = "\"";
  for (char c : to_utf8(bytes)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F || c == '<' || c == '>' || c == '&') {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", byte);
      text += escape;
    } else {
      if (c == '"' || c == '\\')
        text += '\\';
      text += c;
    }
  }
  return text + "\"";
}

} // namespace videohistogram::tools
