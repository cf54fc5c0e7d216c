// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/policy/policy.h"

#include "tools/base/failure.h"
#include "tools/text/escape.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

namespace videohistogram::tools {

namespace {

constexpr std::pair<const char*, Comparison> comparisons[] = {
    {"<=", Comparison::at_most}, {"<", Comparison::less},  {">=", Comparison::at_least},
    {">", Comparison::greater},  {"=", Comparison::equal}, {"!=", Comparison::unequal}};

template <class T>
bool compare(const T& value, Comparison comparison, const T& limit) {
  switch (comparison) {
  case Comparison::at_most:
    return value <= limit;
  case Comparison::less:
    return value < limit;
  case Comparison::at_least:
    return value >= limit;
  case Comparison::greater:
    return value > limit;
  case Comparison::equal:
    return value == limit;
  case Comparison::unequal:
    return value != limit;
  }
  return false;
}

/// The type of the values of a field.
template <class T>
T plain(const T&);
template <class T>
T plain(const std::optional<T>&);
template <class T>
std::remove_const_t<T> plain(const Maybe<T>&);

/// Whether the table `videos` has a column, and what it has.
struct ColumnType {
  bool exists = false, is_text = false;
  std::vector<std::string> choices; ///< of texts; empty: any
};

ColumnType type_of_column(const std::string& column) {
  ColumnType type;
  const VideoRecord video;
  each_field(video, [&](const char* name, const auto& field) {
    using Type = decltype(plain(field));
    if (column != name)
      return;
    type.exists = true;
    type.is_text = std::is_same_v<Type, std::string> || std::is_enum_v<Type>;
    type.choices.assign(stored_names<Type>.begin(), stored_names<Type>.end());
  });
  return type;
}

size_t place_of_figure(const std::string& name) {
  size_t place = 0;
  while (place < figure::count && name != frame_columns[place].name)
    place++;
  return place;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/// The words of a line; a text in quotation marks is one word, with its marks. An operator is a
/// word of its own, also without blanks around it.
std::vector<std::string> split(std::string_view line) {
  constexpr std::string_view operators = "<>=!";
  std::vector<std::string> words;
  for (size_t i = 0; i < line.size();) {
    const char c = line[i];
    size_t end = i + 1;
    if (is_blank(c)) {
      i++;
      continue;
    }
    if (c == '"') {
      end = std::min(line.find('"', end), line.size() - 1) + 1;
    } else {
      const bool is_operator = operators.find(c) != std::string_view::npos;
      while (end < line.size() && !is_blank(line[end]) && line[end] != '"' &&
             (operators.find(line[end]) != std::string_view::npos) == is_operator)
        end++;
    }
    words.emplace_back(line.substr(i, end - i));
    i = end;
  }
  return words;
}

std::string join(const std::vector<std::string>& words, size_t first, size_t last) {
  std::string text;
  for (size_t i = first; i < last; i++)
    text += (i > first ? " " : "") + words[i];
  return text;
}

/// Nothing for a text that is no decimal number as a whole.
std::optional<double> parse_number(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end && std::isfinite(value) ? std::optional(value)
                                                                     : std::nullopt;
}

/// "99.5%" in millionths of a percent; nothing unless it is from 0 to 100.
std::optional<uint64_t> parse_share(const std::string& text) {
  if (text.empty() || text.back() != '%')
    return {};
  const auto percent = parse_number(text.substr(0, text.size() - 1));
  if (!percent || *percent < 0 || *percent > 100)
    return {};
  return static_cast<uint64_t>(std::llround(*percent * (Rule::whole_share / 100)));
}

/// A problem of a line, without its place.
struct Problem {
  std::string text;
};

Rule parse_finding_rule(const std::vector<std::string>& words) {
  Rule rule;
  rule.subject = Rule::Subject::finding;
  rule.name = words[1];
  if (std::find(std::begin(finding_kinds), std::end(finding_kinds), rule.name) ==
      std::end(finding_kinds))
    throw Problem{"there is no kind of finding \"" + rule.name + "\""};
  return rule;
}

/// Takes `in SHARE% of frames` off the end of a rule; nothing if it does not end so.
std::optional<uint64_t> take_share(std::vector<std::string>& words) {
  const size_t count = words.size();
  if (count < 4 || words[count - 1] != "frames" || words[count - 2] != "of" ||
      words[count - 4] != "in")
    return {};
  const auto share = parse_share(words[count - 3]);
  if (!share)
    throw Problem{"\"" + words[count - 3] + "\" is no share such as 99.5%"};
  words.resize(count - 4);
  return share;
}

void parse_value(Rule& rule, std::string text, const ColumnType& type) {
  if (!type.is_text) {
    const auto number = parse_number(text);
    if (!number)
      throw Problem{rule.name + " is compared with one number, not with \"" + text + "\""};
    rule.value = *number;
    return;
  }
  if (rule.comparison != Comparison::equal && rule.comparison != Comparison::unequal)
    throw Problem{rule.name + " is a text, which is compared by = or != only"};
  if (text.size() > 1 && text.front() == '"' && text.back() == '"')
    text = text.substr(1, text.size() - 2);
  if (!type.choices.empty() &&
      std::find(type.choices.begin(), type.choices.end(), text) == type.choices.end())
    throw Problem{rule.name + " is never \"" + text + "\""};
  rule.value = text;
}

Rule parse_rule(std::vector<std::string> words) {
  if (words.size() == 2 && words[0] == "no")
    return parse_finding_rule(words);
  Rule rule;
  const auto* comparison =
      words.size() < 3 ? std::end(comparisons)
                       : std::find_if(std::begin(comparisons), std::end(comparisons),
                                      [&](const auto& one) { return words[1] == one.first; });
  if (comparison == std::end(comparisons))
    throw Problem{"a rule is such as `YMAX <= 940 in 99.5% of frames`, `width = 1920` or `no "
                  "black`"};
  rule.name = words[0];
  rule.comparison = comparison->second;
  rule.figure = place_of_figure(rule.name);
  const auto share = take_share(words);
  ColumnType type;
  if (rule.figure < figure::count) {
    rule.subject = Rule::Subject::frames;
    rule.share = share.value_or(Rule::whole_share);
  } else {
    type = type_of_column(rule.name);
    if (!type.exists)
      throw Problem{"there is no figure of frames and no column of videos \"" + rule.name + "\""};
    if (share)
      throw Problem{rule.name + " is a column of videos; only figures have a share of frames"};
  }
  parse_value(rule, join(words, 2, words.size()), type);
  return rule;
}

} // namespace

std::vector<Rule> parse_policy(std::string_view text, const std::string& name) {
  std::vector<Rule> rules;
  std::string section;
  for (size_t line = 1; !text.empty(); line++) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::vector<std::string> words = split(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (words.empty() || words[0][0] == ';' || words[0][0] == '#')
      continue;
    const std::string line_text = join(words, 0, words.size());
    try {
      if (line_text.front() == '[') {
        const std::vector<std::string> title =
            split(std::string_view(line_text).substr(1, std::max<size_t>(line_text.size(), 2) - 2));
        if (line_text.back() != ']' || title.empty())
          throw Problem{"a section is such as [levels]"};
        section = join(title, 0, title.size());
        continue;
      }
      Rule rule = parse_rule(words);
      rule.policy = section;
      rule.text = line_text;
      if (std::any_of(rules.begin(), rules.end(), [&](const Rule& other) {
            return other.policy == rule.policy && other.text == rule.text;
          }))
        throw Problem{"the section has this rule already"};
      rules.push_back(std::move(rule));
    } catch (const Problem& problem) {
      throw misuse(name + ":" + std::to_string(line) + ": " + escape_for_terminal(problem.text));
    }
  }
  return rules;
}

std::vector<Rule> read_policy(const std::string& path) {
  const std::string name = escape_for_terminal(path);
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad())
    throw misuse("cannot read the policy " + name + ": " + std::strerror(errno));
  std::vector<Rule> rules = parse_policy(text, name);
  if (rules.empty())
    throw misuse(name + " has no rule");
  return rules;
}

bool meets(const Rule& rule, double value) {
  return compare(value, rule.comparison, std::get<double>(rule.value));
}

bool meets(const Rule& rule, const std::string& value) {
  return compare(value, rule.comparison, std::get<std::string>(rule.value));
}

} // namespace videohistogram::tools
