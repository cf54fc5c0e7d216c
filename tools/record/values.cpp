// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/record/values.h"

#include "tools/text/json.h"

namespace videohistogram::tools {

std::string json_value(const Value& value) {
  if (const auto* answer = std::get_if<bool>(&value))
    return *answer ? "true" : "false";
  if (const auto* text = std::get_if<std::string>(&value))
    return quote_json(*text);
  const std::string number = csv_value(value);
  return number.empty() ? "null" : number;
}

std::string csv_value(const Value& value) {
  if (const auto* answer = std::get_if<bool>(&value))
    return *answer ? "1" : "0";
  if (const auto* whole = std::get_if<int64_t>(&value))
    return std::to_string(*whole);
  if (const auto* real = std::get_if<double>(&value))
    return print_number(*real, "");
  const auto* text = std::get_if<std::string>(&value);
  return text ? *text : "";
}

} // namespace videohistogram::tools
