// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/text/format.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>

namespace videohistogram::tools {

namespace {

std::string two_digits(int64_t number) {
  return (number < 10 ? "0" : "") + std::to_string(number);
}

} // namespace

std::string format_seconds(int64_t seconds) {
  const int64_t minutes = seconds / 60, hours = minutes / 60;
  return (hours > 0 ? std::to_string(hours) + ":" + two_digits(minutes % 60)
                    : std::to_string(minutes)) +
         ":" + two_digits(seconds % 60);
}

std::string format_time(int64_t nanoseconds) {
  if (nanoseconds == INT64_MIN)
    return "";
  const int64_t tenths = (std::abs(nanoseconds) + 50000000) / 100000000;
  return (nanoseconds < 0 ? "-" : "") + format_seconds(tenths / 10) + "." +
         std::to_string(tenths % 10);
}

std::string format_count(uint64_t number) {
  std::string text = std::to_string(number);
  for (size_t place = text.size(); place > 3;)
    text.insert(place -= 3, ",");
  return text;
}

std::string format_bytes(uint64_t bytes) {
  constexpr const char* units[] = {" bytes", " kB", " MB", " GB", " TB", " PB", " EB"};
  auto value = static_cast<double>(bytes);
  size_t unit = 0;
  for (; value >= 999.5 && unit + 1 < std::size(units); unit++)
    value /= 1000;
  return format_real(value, unit > 0 && value < 99.95 ? 1 : 0) + units[unit];
}

std::string format_real(double value, int digits) {
  if (std::isnan(value))
    return "none";
  char text[400];
  const auto result =
      std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits);
  std::string number(text, result.ptr);
  if (digits > 0) {
    number.erase(number.find_last_not_of('0') + 1);
    if (number.back() == '.')
      number.pop_back();
  }
  return number == "-0" ? "0" : number;
}

std::string format_share(double share) {
  const auto tenths = static_cast<int64_t>(std::ceil(share * 1000 - 1e-9));
  return format_real(static_cast<double>(tenths) / 10, 1) + " %";
}

std::string format_light(double nits, const char* unit) {
  return std::isnan(nits) ? "" : format_real(nits, 1) + " " + unit;
}

std::string format_rate(int32_t numerator, int32_t denominator) {
  if (numerator <= 0 || denominator <= 0)
    return "variable";
  return format_real(static_cast<double>(numerator) / denominator, 3);
}

std::string format_number_of(uint64_t number, const std::string& noun) {
  return format_count(number) + " " + noun + (number == 1 ? "" : "s");
}

} // namespace videohistogram::tools
