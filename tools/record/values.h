// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The values of fields as databases and text files have them.
#pragma once

#include "tools/record/fields.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace videohistogram::tools {

/// Nothing, an answer, a whole number, a real number, text, or bytes. A NaN stands for nothing.
using Value = std::variant<std::monostate, bool, int64_t, double, std::string, Bytes>;

template <class T>
Value to_value(const T& field) {
  if constexpr (std::is_enum_v<T>)
    return std::string(stored_name(field));
  else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
    return static_cast<int64_t>(field);
  else
    return field;
}

template <class T>
Value to_value(const std::optional<T>& field) {
  return field ? to_value(*field) : Value();
}

template <class T>
Value to_value(Maybe<T> field) {
  return field.exists ? to_value(field.value) : Value();
}

/// Sets a field. Nothing makes a real number NaN, and leaves any other field as it is; so does a
/// value of another type, which only a program that is not this one stores.
template <class T>
void from_value(const Value& value, T& field) {
  const auto* whole = std::get_if<int64_t>(&value);
  if constexpr (is_maybe<T>) {
    from_value(value, field.value);
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (const auto* text = std::get_if<std::string>(&value))
      field = *text;
  } else if constexpr (std::is_enum_v<T>) {
    const auto* name = std::get_if<std::string>(&value);
    for (size_t i = 0; name && i < stored_names<T>.size(); i++) {
      if (*name == stored_names<T>[i])
        field = static_cast<T>(i);
    }
  } else if constexpr (std::is_same_v<T, double>) {
    const auto* real = std::get_if<double>(&value);
    field = real ? *real : whole ? static_cast<double>(*whole) : NAN;
  } else if (whole) {
    field = static_cast<T>(*whole);
  }
}

template <class T>
void from_value(const Value& value, std::optional<T>& field) {
  if (!std::holds_alternative<std::monostate>(value))
    from_value(value, field.emplace());
}

/// The value of a field in JSON, and in a cell of CSV for fields that need no quotation marks.
std::string json_value(const Value& value);
std::string csv_value(const Value& value);

/// A record in JSON, such as {"kind": "black", "first_frame": 0}.
template <class Record>
std::string json_object(const Record& record) {
  std::string text;
  each_field(record, [&](const char* name, const auto& field) {
    text +=
        (text.empty() ? "{\"" : ", \"") + std::string(name) + "\": " + json_value(to_value(field));
  });
  return text + "}";
}

/// The cells of a record in a line of CSV, without its end.
template <class Record>
std::string csv_cells(const Record& record) {
  std::string line;
  each_field(record,
             [&](const char*, const auto& field) { line += csv_value(to_value(field)) + ","; });
  line.pop_back();
  return line;
}

/// The names of the fields of a record.
template <class Record>
std::string field_names(const char* separator = ", ") {
  std::string names;
  const Record record{};
  each_field(record, [&](const char* name, const auto&) {
    names += (names.empty() ? "" : separator) + std::string(name);
  });
  return names;
}

} // namespace videohistogram::tools
