// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Policies: rules that a video must meet, read from a text file. docs/archive.md has the grammar.
#pragma once

#include "tools/record/values.h"
#include "tools/record/video.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace videohistogram::tools {

/// How a value is compared with that of a rule. Texts are only compared for equality.
enum class Comparison { at_most, less, at_least, greater, equal, unequal };

struct Rule {
  /// What a rule is about.
  enum class Subject {
    frames, ///< a figure of each frame
    video,  ///< a column of the table `videos`
    finding ///< a kind of finding, which the video must not have
  };
  Subject subject = Subject::video;
  std::string policy; ///< the section that the rule is in; empty before the first one
  std::string text;   ///< the line with single blanks
  std::string name;   ///< of the figure, the column, or the kind of finding
  Comparison comparison = Comparison::equal;
  Value value;                   ///< a double or a text; none for findings
  size_t figure = figure::count; ///< place of the figure that it is about, or that its kind needs
  /// The share of frames that must meet the rule, in millionths of a percent: 100 % is 100,000,000.
  uint64_t share = whole_share;

  static constexpr uint64_t whole_share = 100000000;
};

/// Reads the rules of a policy. Throws Failure, misused, for a line that is no rule. The message
/// begins with `name` and the number of the line.
std::vector<Rule> parse_policy(std::string_view text, const std::string& name);

/// Reads a file. Throws Failure, misused, also if it cannot be read or has no rule.
std::vector<Rule> read_policy(const std::string& path);

/// Whether a value meets a comparison with the rule's. Both have the same type.
bool meets(const Rule& rule, double value);
bool meets(const Rule& rule, const std::string& value);

} // namespace videohistogram::tools
