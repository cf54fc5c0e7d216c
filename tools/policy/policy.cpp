// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/policy/policy.h"

#include "tools/base/failure.h"
#include "tools/policy/rule_names.h"
#include "tools/text/escape.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
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

constexpr std::string_view operators = "<>=!";

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back()))
    text.remove_suffix(1);
  return text;
}

/// The words of a line; a text in quotation marks is one word, with its marks. An operator is a
/// word of its own, also without blanks around it.
std::vector<std::string> split_words(std::string_view line) {
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

constexpr const char* rule_examples =
    "a rule is such as `YMAX <= 940 in 99.5% of frames`, `width = 1920` or `no black`";

/// A text of a policy in a message, which stays short.
std::string quote(const std::string& text) {
  constexpr size_t max_length = 60;
  return "\"" + (text.size() > max_length ? text.substr(0, max_length) + "..." : text) + "\"";
}

Rule parse_finding_rule(const std::vector<std::string>& words) {
  Rule rule;
  rule.subject = Rule::Subject::finding;
  rule.name = words[1];
  const std::vector<std::string> kinds(std::begin(finding_kinds), std::end(finding_kinds));
  if (std::find(kinds.begin(), kinds.end(), rule.name) == kinds.end())
    throw Problem{"there is no kind of finding " + quote(rule.name) + "; a kind is " +
                  list_choices(kinds)};
  rule.figure = figure_of_finding(rule.name);
  return rule;
}

/// Takes `in SHARE% of frames` off the end of a rule about a figure.
uint64_t take_share(std::vector<std::string>& words) {
  const auto in = std::find(words.begin(), words.end(), "in");
  if (in == words.end())
    return Rule::whole_share;
  const bool is_whole = words.end() - in == 4 && in[2] == "of" && in[3] == "frames";
  const auto share = is_whole ? parse_share(in[1]) : std::nullopt;
  if (!share)
    throw Problem{quote(join(words, static_cast<size_t>(in - words.begin()), words.size())) +
                  " is no share of frames; write it such as `in 99.5% of frames`"};
  words.erase(in, words.end());
  if (words.size() < 3)
    throw Problem{rule_examples};
  return *share;
}

double parse_limit(const Rule& rule, const std::string& text, const ColumnType& type) {
  const auto number = parse_number(text);
  if (number && (!type.is_answer || *number == 0 || *number == 1))
    return *number;
  std::string advice;
  if (type.is_answer)
    advice = "; it is 0 (no) or 1 (yes)";
  else if (text.find_first_of(";#") != std::string::npos)
    advice = "; a comment has a line of its own";
  else if (text.back() == '%')
    advice = "; a share is from 0 to 1, such as 0.01 for 1 %";
  else if (!text.empty() && text[0] >= '0' && text[0] <= '9')
    advice = "; it is without a unit and without separators, such as 1000 or 0.5";
  throw Problem{rule.name + " is compared with one number, not with " + quote(text) + advice};
}

std::string parse_text(const Rule& rule, std::string text, const ColumnType& type) {
  if (rule.comparison != Comparison::equal && rule.comparison != Comparison::unequal)
    throw Problem{rule.name + " is a text, which is compared by = or != only"};
  if (text.size() > 1 && text.front() == '"' && text.back() == '"')
    text = text.substr(1, text.size() - 2);
  else if (text.find('"') != std::string::npos)
    throw Problem{
        "a text has a quotation mark at both ends, such as \"MPEG-2 video\", or none at all"};
  else if (text.find_first_of(operators) != std::string::npos)
    throw Problem{"a text with one of <, >, = and ! stands in quotation marks, such as \"a = b\""};
  const auto& choices = type.choices;
  if (!choices.empty() && std::find(choices.begin(), choices.end(), text) == choices.end())
    throw Problem{rule.name + " is never " + quote(text) + "; it is " + list_choices(choices)};
  return text;
}

Comparison parse_comparison(const std::string& word) {
  for (const auto& [sign, comparison] : comparisons) {
    if (word == sign)
      return comparison;
  }
  if (word.find_first_not_of(operators) != std::string::npos)
    throw Problem{rule_examples};
  throw Problem{"there is no comparison " + quote(word) + "; it is <=, <, >=, >, = or !="};
}

/// The column that a rule is about. Parts of colours are numbers, whose names have columns of their
/// own: `range = limited` is a rule about `range_name`.
ColumnType find_column(Rule& rule, const std::string& text) {
  const ColumnType type = type_of_column(rule.name);
  if (!type.exists) {
    const std::string similar = find_similar_name(rule.name);
    throw Problem{"there is no figure of frames and no column of videos " + quote(rule.name) +
                  (similar.empty() ? "; these are the columns of the tables `frames` and `videos`"
                                   : "; did you mean " + similar + "?")};
  }
  const std::string name_column = rule.name + "_name";
  const ColumnType names = type_of_column(name_column);
  if (!names.exists || parse_number(text))
    return type;
  rule.name = name_column;
  return names;
}

Rule parse_rule(std::vector<std::string> words) {
  if (words.size() == 2 && words[0] == "no")
    return parse_finding_rule(words);
  if (words.size() > 2 && words[0] == "no")
    throw Problem{"a rule is about one kind of finding, such as `no black`"};
  if (words.size() < 3)
    throw Problem{rule_examples};
  Rule rule;
  rule.name = words[0];
  rule.comparison = parse_comparison(words[1]);
  rule.figure = place_of_figure(rule.name);
  if (rule.figure < figure::count) {
    rule.subject = Rule::Subject::frames;
    rule.share = take_share(words);
    rule.value = parse_limit(rule, join(words, 2, words.size()), ColumnType());
    return rule;
  }
  const std::string text = join(words, 2, words.size());
  const ColumnType type = find_column(rule, text);
  if (words.size() > 5 && words[words.size() - 2] == "of" && words.back() == "frames")
    throw Problem{rule.name + " is a column of videos; only figures have a share of frames"};
  if (type.is_text)
    rule.value = parse_text(rule, text, type);
  else
    rule.value = parse_limit(rule, text, type);
  return rule;
}

} // namespace

std::vector<Rule> parse_policy(std::string_view text, const std::string& name) {
  std::vector<Rule> rules;
  std::vector<size_t> lines; // of the rules
  std::string section;
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.substr(0, byte_order_mark.size()) == byte_order_mark)
    text.remove_prefix(byte_order_mark.size());
  for (size_t number = 1; !text.empty(); number++) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line[0] == ';' || line[0] == '#')
      continue;
    try {
      if (line.front() == '[') {
        const std::string_view title = trim(line.substr(1, std::max<size_t>(line.size(), 2) - 2));
        if (line.back() != ']' || title.empty())
          throw Problem{"a line that begins with [ is a section such as [levels]"};
        section = title;
        continue;
      }
      const std::vector<std::string> words = split_words(line);
      Rule rule = parse_rule(words);
      rule.policy = section;
      rule.text = join(words, 0, words.size());
      const auto same = std::find_if(rules.begin(), rules.end(), [&](const Rule& other) {
        return other.policy == rule.policy && other.text == rule.text;
      });
      if (same != rules.end())
        throw Problem{"line " + std::to_string(lines[static_cast<size_t>(same - rules.begin())]) +
                      " is the same rule; remove one of them"};
      lines.push_back(number);
      rules.push_back(std::move(rule));
    } catch (const Problem& problem) {
      throw misuse(name + ":" + std::to_string(number) + ": " + escape_for_terminal(problem.text));
    }
  }
  return rules;
}

std::vector<Rule> read_policy(const std::string& path) {
  const std::string name = escape_for_terminal(path);
  std::ifstream file(path, std::ios::binary);
  std::string text;
  // read() turns errors, such as that of a folder, into a state.
  for (char block[4096]; file.read(block, sizeof block) || file.gcount() > 0;)
    text.append(block, static_cast<size_t>(file.gcount()));
  if (!file.is_open() || file.bad())
    throw misuse("cannot read the policy " + name + ": " + std::strerror(errno));
  std::vector<Rule> rules = parse_policy(text, name);
  if (rules.empty())
    throw misuse(name + " has no rule; " + rule_examples);
  return rules;
}

bool meets(const Rule& rule, double value) {
  return compare(value, rule.comparison, std::get<double>(rule.value));
}

bool meets(const Rule& rule, const std::string& value) {
  return compare(value, rule.comparison, std::get<std::string>(rule.value));
}

} // namespace videohistogram::tools
