// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/text/escape.h"

#include <cstdio>

namespace videohistogram::tools {

namespace {

void append_hex(std::string& text, unsigned char byte) {
  char digits[8];
  std::snprintf(digits, sizeof digits, "\\x%02x", byte);
  text += digits;
}

} // namespace

size_t utf8_length(std::string_view bytes) {
  if (bytes.empty())
    return 0;
  const auto at = [&](size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned char first = at(0);
  if (first < 0x80)
    return 1;
  const size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                        : first >= 0xE0 && first <= 0xEF ? 3
                        : first >= 0xF0 && first <= 0xF4 ? 4
                                                         : 0;
  if (length == 0 || bytes.size() < length)
    return 0;
  for (size_t i = 1; i < length; i++) {
    if ((at(i) & 0xC0) != 0x80)
      return 0;
  }
  // Longer forms of shorter characters, surrogates, and numbers above U+10FFFF.
  if ((first == 0xE0 && at(1) < 0xA0) || (first == 0xED && at(1) > 0x9F) ||
      (first == 0xF0 && at(1) < 0x90) || (first == 0xF4 && at(1) > 0x8F))
    return 0;
  return length;
}

std::string escape_for_terminal(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    const size_t length = utf8_length(bytes);
    const auto first = static_cast<unsigned char>(bytes[0]);
    // U+0080 to U+009F are control characters, which some terminals obey.
    const bool control =
        first < 0x20 || first == 0x7F ||
        (length == 2 && first == 0xC2 && static_cast<unsigned char>(bytes[1]) < 0xA0);
    if (first == '\\')
      text += "\\\\";
    else if (first == '\n')
      text += "\\n";
    else if (length == 0 || control)
      append_hex(text, first);
    else
      text += bytes.substr(0, length);
    if (control && length == 2)
      append_hex(text, static_cast<unsigned char>(bytes[1]));
    bytes.remove_prefix(length == 0 ? 1 : length);
  }
  return text;
}

std::string to_utf8(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    const size_t length = utf8_length(bytes);
    text += length == 0 ? std::string_view("\xEF\xBF\xBD") : bytes.substr(0, length);
    bytes.remove_prefix(length == 0 ? 1 : length);
  }
  return text;
}

} // namespace videohistogram::tools
