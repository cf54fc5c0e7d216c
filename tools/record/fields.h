// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The fields of a record, listed once. The columns of tables, what is written into them and read
// from them, text files, and messages between processes follow from the list.
//
// A record has a static member list_fields(self, visit), which calls visit(name, field) for each
// field in order. A field is a member of the record, or a Maybe of one.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace videohistogram::tools {

/// A field that is no text.
struct Bytes {
  std::string bytes;
};

/// A field that is stored as nothing unless it exists; NaN is nothing as well. Reading nothing
/// leaves a field that is no real number as it is.
template <class T>
struct Maybe {
  T& value;
  bool exists = true;
  bool whole = std::is_integral_v<T>; ///< tables have a column of whole numbers for it
};
template <class T>
Maybe(T&, bool, bool = false) -> Maybe<T>;

template <class T>
constexpr bool is_maybe = false;
template <class T>
constexpr bool is_maybe<Maybe<T>> = true;

/// The names of the values of an enumeration in tables and files, in the order of the values.
template <class Enumeration>
constexpr std::array<const char*, 0> stored_names{};

template <class Enumeration>
const char* stored_name(Enumeration value) {
  return stored_names<Enumeration>[static_cast<size_t>(value)];
}

template <class Record, class Visit>
void each_field(Record& record, Visit&& visit) {
  std::remove_const_t<Record>::list_fields(record, visit);
}

/// Whether a type lists its fields.
template <class T, class = void>
constexpr bool is_record = false;
template <class T>
constexpr bool
    is_record<T, std::void_t<decltype(T::list_fields(std::declval<T&>(), std::declval<int>()))>> =
        true;

} // namespace videohistogram::tools
