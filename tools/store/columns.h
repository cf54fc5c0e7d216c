// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The columns of tables, one per field of a record, in SQL.
#pragma once

#include "tools/record/fields.h"

#include <optional>
#include <string>
#include <type_traits>

namespace videohistogram::tools {

template <class T>
constexpr const char* sql_type = std::is_same_v<T, double>  ? "REAL"
                                 : std::is_integral_v<T>    ? "INTEGER"
                                 : std::is_same_v<T, Bytes> ? "BLOB"
                                                            : "TEXT";

/// An enumeration permits its names alone, unless one of them is empty.
template <class T>
std::string column_type(const char* name, const T&) {
  std::string type = sql_type<T>;
  if constexpr (!std::is_same_v<T, double>) // NaN is NULL
    type += " NOT NULL";
  if constexpr (std::is_enum_v<T>) {
    std::string choices;
    for (const char* choice : stored_names<T>)
      choices += (choices.empty() ? "'" : ", '") + std::string(choice) + "'";
    if (choices.find("''") == std::string::npos)
      type += std::string(" CHECK(") + name + " IN (" + choices + "))";
  }
  return type;
}

template <class T>
std::string column_type(const char*, const std::optional<T>&) {
  return sql_type<T>;
}

template <class T>
std::string column_type(const char*, const Maybe<T>& field) {
  return field.whole ? "INTEGER" : sql_type<std::remove_const_t<T>>;
}

/// The columns of a table with a row per record, each after a comma.
template <class Record>
std::string define_columns() {
  std::string text;
  const Record record{};
  each_field(record, [&](const char* name, const auto& field) {
    text += std::string(", ") + name + " " + column_type(name, field);
  });
  return text;
}

/// The number of the fields of a record.
template <class Record>
size_t count_fields() {
  size_t count = 0;
  const Record record{};
  each_field(record, [&](const char*, const auto&) { count++; });
  return count;
}

/// Such as INSERT INTO shards VALUES(?, ?), after `verb`, which names the table.
inline std::string insertion(const std::string& verb, size_t columns) {
  std::string text = verb + " VALUES(?";
  for (size_t i = 1; i < columns; i++)
    text += ", ?";
  return text + ")";
}

} // namespace videohistogram::tools
