// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
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

/// Whether the text begins with U+FFFE or U+FFFF, which XML does not permit.
bool is_no_character(std::string_view text) {
  return text.substr(0, 2) == "\xEF\xBF" && text.size() > 2 &&
         static_cast<unsigned char>(text[2]) >= 0xBE;
}

/// Whether the text begins with a line or paragraph separator, or with a character that changes the
/// direction of the text after it: U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069.
bool reorders(std::string_view text) {
  if (text.size() < 3 || text[0] != '\xE2')
    return false;
  const auto second = static_cast<unsigned char>(text[1]);
  const auto third = static_cast<unsigned char>(text[2]);
  return (second == 0x80 && (third == 0x8E || third == 0x8F || (third >= 0xA8 && third <= 0xAE))) ||
         (second == 0x81 && third >= 0xA6 && third <= 0xA9);
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
    else if (length == 0 || control || reorders(bytes) || is_no_character(bytes))
      for (unsigned char byte : bytes.substr(0, length == 0 ? 1 : length))
        append_hex(text, byte);
    else
      text += bytes.substr(0, length);
    bytes.remove_prefix(length == 0 ? 1 : length);
  }
  return text;
}

std::string escape_markup(std::string_view bytes) {
  constexpr std::string_view characters = "&<>\"'";
  constexpr const char* entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  std::string text;
  for (char c : escape_for_terminal(bytes)) {
    const size_t place = characters.find(c);
    if (place != std::string_view::npos)
      text += entities[place];
    else
      text += c;
  }
  return text;
}

std::string quote_csv(std::string_view bytes) {
  const std::string text = escape_for_terminal(bytes);
  std::string cell = "\"";
  if (!text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos)
    cell += '\'';
  for (char c : text) {
    if (c == '"')
      cell += '"';
    cell += c;
  }
  return cell + "\"";
}

std::string plain_name(const std::string& path, int64_t number) {
  constexpr size_t max_length = 100;
  std::string name = path.substr(path.rfind('/') + 1).substr(0, max_length);
  for (char& c : name) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       c == '.' || c == '_';
    if (!plain)
      c = '_';
  }
  if (name.empty() || name.front() == '.')
    name.insert(0, "_"); // no hidden file
  char digits[24];
  std::snprintf(digits, sizeof digits, "-%016llx", static_cast<unsigned long long>(number));
  return name + digits;
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
