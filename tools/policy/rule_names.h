// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The names that rules of policies are about.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace videohistogram::tools {

/// Whether the table `videos` has a column, and what it has.
struct ColumnType {
  bool exists = false, is_text = false, is_answer = false; ///< an answer is 0 or 1
  std::vector<std::string> choices;                        ///< of texts; empty: any
};
ColumnType type_of_column(const std::string& column);

/// figure::count if no figure has the name.
size_t place_of_figure(const std::string& name);

/// The figure of each frame without which a kind of finding is not looked for; figure::count: the
/// kind is always looked for.
size_t figure_of_finding(const std::string& kind);

/// A figure or a column whose name differs in its case, or by one or two letters; empty: none.
std::string find_similar_name(const std::string& name);

/// "a, b or c".
std::string list_choices(const std::vector<std::string>& choices);

} // namespace videohistogram::tools
