// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/text/table.h"

#include "tools/text/escape.h"

#include <glib.h>

#include <algorithm>
#include <cstdint>
#include <sys/ioctl.h>
#include <unistd.h>

namespace videohistogram::tools {

namespace {

constexpr size_t gap = 2;

size_t character_width(std::string_view character) {
  const gunichar code = g_utf8_get_char(std::string(character).c_str());
  return g_unichar_iszerowidth(code) ? 0 : g_unichar_iswide(code) ? 2 : 1;
}

/// The end of a text in at most `width` columns. "…" stands for what is cut off before it.
std::string shorten(std::string_view text, size_t width) {
  size_t taken = display_width(text);
  if (taken <= width)
    return std::string(text);
  while (!text.empty() && taken + 1 > width) {
    const size_t length = std::max<size_t>(utf8_length(text), 1);
    taken -= character_width(text.substr(0, length));
    text.remove_prefix(length);
  }
  return "\u2026" + std::string(text);
}

} // namespace

Table::Table(const std::vector<std::string>& names) : rows_(1) {
  for (const std::string& name : names) {
    const bool right = name.front() == '>';
    right_.push_back(right);
    rows_.front().push_back(name.substr(right ? 1 : 0));
  }
}

void Table::add(const std::vector<std::string>& cells) {
  rows_.emplace_back();
  for (const std::string& cell : cells)
    rows_.back().push_back(escape_for_terminal(cell));
}

std::string Table::text(size_t width, bool bold) const {
  std::vector<size_t> widths(right_.size());
  for (const auto& row : rows_) {
    for (size_t i = 0; i < row.size(); i++)
      widths[i] = std::max(widths[i], display_width(row[i]));
  }
  size_t before = 0; // columns before the last cell
  for (size_t i = 0; i + 1 < widths.size(); i++)
    before += widths[i] + gap;
  constexpr size_t least = 12;
  const size_t last = width == 0 ? SIZE_MAX : std::max(width, before + least) - before;

  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (size_t i = 0; i < row.size(); i++) {
      const bool is_last = i + 1 == row.size();
      const std::string cell = is_last ? shorten(row[i], last) : row[i];
      const std::string padding(widths[i] - std::min(widths[i], display_width(cell)), ' ');
      line += right_[i] ? padding + cell : is_last ? cell : cell + padding;
      if (!is_last)
        line += std::string(gap, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    const bool marked = bold && &row == &rows_.front();
    text += (marked ? "\033[1m" : "") + line + (marked ? "\033[0m\n" : "\n");
  }
  return text;
}

size_t display_width(std::string_view text) {
  size_t width = 0;
  while (!text.empty()) {
    const size_t length = std::max<size_t>(utf8_length(text), 1);
    width += character_width(text.substr(0, length));
    text.remove_prefix(length);
  }
  return width;
}

size_t terminal_width() {
  winsize size{};
  if (!isatty(STDOUT_FILENO))
    return 0;
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

} // namespace videohistogram::tools
