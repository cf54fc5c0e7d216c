// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/policy/rule_names.h"

#include "tools/record/video.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>

namespace videohistogram::tools {

namespace {

/// The type of the values of a field.
template <class T>
T plain(const T&);
template <class T>
T plain(const std::optional<T>&);
template <class T>
std::remove_const_t<T> plain(const Maybe<T>&);

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// How many letters have to be changed, inserted or removed; the case does not count.
size_t distance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); i++) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t k = 0; k < b.size(); k++) {
      const size_t changed = diagonal + (lower(a[i]) != lower(b[k]));
      diagonal = row[k + 1];
      row[k + 1] = std::min({changed, diagonal + 1, row[k] + 1});
    }
  }
  return row.back();
}

} // namespace

ColumnType type_of_column(const std::string& column) {
  ColumnType type;
  const VideoRecord video;
  each_field(video, [&](const char* name, const auto& field) {
    using Type = decltype(plain(field));
    if (column != name)
      return;
    type.exists = true;
    type.is_text = std::is_same_v<Type, std::string> || std::is_enum_v<Type>;
    type.is_answer = std::is_same_v<Type, bool>;
    for (const char* choice : stored_names<Type>) {
      if (*choice)
        type.choices.emplace_back(choice);
    }
  });
  if (column == "range_name")
    type.choices = {"limited", "full"};
  return type;
}

size_t place_of_figure(const std::string& name) {
  size_t place = 0;
  while (place < figure::count && name != frame_columns[place].name)
    place++;
  return place;
}

size_t figure_of_finding(const std::string& kind) {
  constexpr std::pair<const char*, size_t> needs[] = {{"flashes", figure::FLASHCOUNT},
                                                      {"flashes-extended", figure::FLASHCOUNT},
                                                      {"red-flashes", figure::REDCOUNT},
                                                      {"field-order", figure::IDETTYPE},
                                                      {"interlaced", figure::IDETTYPE},
                                                      {"telecine", figure::IDETTYPE},
                                                      {"cadence-broken", figure::IDETTYPE},
                                                      {"head-clog", figure::MSEFY},
                                                      {"dropout", figure::TOUT},
                                                      {"line-repeats", figure::VREP}};
  for (const auto& [of_kind, needed] : needs) {
    if (kind == of_kind)
      return needed;
  }
  return figure::count;
}

std::string find_similar_name(const std::string& name) {
  constexpr size_t max_length = 40; // no name of ours is longer
  std::string similar;
  size_t least = std::min<size_t>(name.size() / 3, 2) + 1;
  const auto compare = [&](const char* other) {
    const size_t steps = distance(name, other);
    if (steps < least) {
      least = steps;
      similar = other;
    }
  };
  if (name.size() > max_length)
    return "";
  for (const Column& column : frame_columns)
    compare(column.name);
  const VideoRecord video;
  each_field(video, [&](const char* other, const auto&) { compare(other); });
  return similar;
}

std::string list_choices(const std::vector<std::string>& choices) {
  std::string text;
  for (size_t i = 0; i < choices.size(); i++)
    text += (i == 0 ? "" : i + 1 == choices.size() ? " or " : ", ") + choices[i];
  return text;
}

} // namespace videohistogram::tools
