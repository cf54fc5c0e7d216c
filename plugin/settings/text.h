// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"

#include <glib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace videohistogram {

/// Formats a property's text for a message: in quotes, as valid UTF-8, cut after 80 bytes.
inline std::string quoted(std::string_view text) {
  constexpr size_t most = 80;
  const std::string shown(text.substr(0, most));
  g_autofree gchar* valid = g_utf8_make_valid(shown.data(), static_cast<gssize>(shown.size()));
  return std::string("\"") + valid + (text.size() > most ? "...\"" : "\"");
}

/// Why a property cannot have its text.
inline Error impossible(const char* property, const std::string& text, const std::string& why) {
  return refusal(std::string(property) + "=" + quoted(text) + " is impossible: " + why);
}

/// The text without leading and trailing spaces.
inline std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(' ');
  if (begin == text.npos)
    return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// The parts of a text between characters of `separators`, trimmed; one part without separators.
inline std::vector<std::string_view> split_list(std::string_view text, const char* separators) {
  std::vector<std::string_view> parts;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find_first_of(separators, begin), text.size());
    parts.push_back(trimmed(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return parts;
}

/// Parses a finite number written in digits and the characters of `others`, with a decimal point in
/// every locale. None for any other text.
inline std::optional<double> parse_decimal(std::string_view text, const char* others) {
  const std::string copy(trimmed(text));
  if (copy.empty() || copy.find_first_not_of(std::string("0123456789") + others) != copy.npos)
    return std::nullopt;
  gchar* end = nullptr;
  const double number = g_ascii_strtod(copy.c_str(), &end);
  return *end == '\0' && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// Parses an unsigned decimal number of at most 32 bits; spaces around it are ignored. None for
/// other text.
inline std::optional<uint32_t> parse_number(std::string_view text) {
  text = trimmed(text);
  uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  return parsed.ec == std::errc() && parsed.ptr == end ? std::optional(number) : std::nullopt;
}

/// Parses exactly `n` unsigned 32-bit numbers joined by commas; none for any other text.
template <size_t n>
std::optional<std::array<uint32_t, n>> parse_numbers(std::string_view text) {
  const std::vector<std::string_view> parts = split_list(text, ",");
  if (parts.size() != n)
    return std::nullopt;
  std::array<uint32_t, n> numbers{};
  for (size_t i = 0; i < n; i++) {
    const std::optional<uint32_t> number = parse_number(parts[i]);
    if (!number)
      return std::nullopt;
    numbers[i] = *number;
  }
  return numbers;
}

/// Parses a property's list of items joined by `;`. `parse_item(item, list)` appends what an item
/// names. Empty items, such as the one after a trailing `;`, are skipped. Error: the first one of
/// `parse_item`.
template <class Named, class ParseItem>
Expected<std::vector<Named>> parse_items(const char* property, const std::string& text,
                                         const ParseItem& parse_item) {
  std::vector<Named> list;
  for (std::string_view item : split_list(text, ";")) {
    if (item.empty())
      continue;
    if (Status status = parse_item(item, list); !status.ok())
      return impossible(property, text, status.error().message);
  }
  return Expected<std::vector<Named>>(std::move(list));
}

} // namespace videohistogram
