// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Tables on a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace videohistogram::tools {

/// Columns of text. Cells are any bytes and appear escaped.
class Table {
public:
  /// A column whose name begins with > is aligned to the right.
  explicit Table(const std::vector<std::string>& names);

  void add(const std::vector<std::string>& cells);
  /// The table in lines for `width` columns of a terminal; 0: of any length. The last column is
  /// shortened to its end, because the end of a path says most, but not below 12 columns: lines are
  /// longer than `width` if the other columns leave less. `bold` marks the first line.
  std::string text(size_t width, bool bold) const;

private:
  std::vector<bool> right_;
  std::vector<std::vector<std::string>> rows_; ///< escaped; the first row has the names
};

/// The columns that a text takes on a terminal: wide characters take two, combining ones none.
size_t display_width(std::string_view text);

/// The columns of the terminal that stdout is; 0 if it is none.
size_t terminal_width();

} // namespace videohistogram::tools
