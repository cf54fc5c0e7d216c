// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/active_picture.h"

#include <algorithm>

namespace videohistogram::tools {

namespace {

constexpr double content_share = 0.01; ///< of the samples of a line
/// A straight edge: the share of samples that are not black in the lines next to it, of those that
/// the content crosses.
constexpr double edge_share = 0.5;
constexpr size_t edge_lines = 4;
constexpr size_t bar_tolerance = 25; ///< bars are of equal size within 1/25 of the frame
constexpr int shrinking_measurements = 3;

/// Whether the content has a straight edge, at the first of its lines if `step` is 1, or at the
/// last one if `step` is -1.
bool is_edge(const std::vector<double>& lines, size_t line, int step, double across) {
  double sum = 0;
  size_t number = 0;
  for (; number < edge_lines && line < lines.size(); number++) {
    sum += lines[line];
    line += static_cast<size_t>(step); // below 0 it is beyond the end
  }
  return sum / static_cast<double>(number) >= edge_share * across;
}

} // namespace

std::optional<ActivePicture::Span> ActivePicture::find_content(const std::vector<double>& lines) {
  const auto has_content = [](double share) { return share > content_share; };
  const auto first = std::find_if(lines.begin(), lines.end(), has_content);
  if (first == lines.end())
    return {};
  const auto last = std::find_if(lines.rbegin(), lines.rend(), has_content);
  return Span{static_cast<size_t>(first - lines.begin()),
              static_cast<size_t>(lines.rend() - last) - 1};
}

void ActivePicture::Direction::measure(const std::vector<double>& lines, const Span& content,
                                       double across) {
  const size_t end = lines.size() - 1, before = content.first, after = end - content.last;
  const bool edges = (before == 0 || is_edge(lines, content.first, 1, across)) &&
                     (after == 0 || is_edge(lines, content.last, -1, across));
  size = lines.size();
  if (!span) {
    if (edges)
      span = content;
    return;
  }
  const bool shrinks = content.first > span->first || content.last < span->last;
  const size_t uneven = before > after ? before - after : after - before;
  const bool bars = edges && uneven * bar_tolerance <= lines.size();
  smaller = shrinks && bars ? smaller + 1 : 0;
  if (smaller >= shrinking_measurements) {
    span = content;
    smaller = 0;
  } else {
    span = Span{std::min(span->first, content.first), std::max(span->last, content.last)};
  }
}

void ActivePicture::measure(const std::vector<double>& columns, const std::vector<double>& rows) {
  if (columns_.size != 0 && (columns_.size != columns.size() || rows_.size != rows.size())) {
    columns_ = {};
    rows_ = {};
  }
  const std::optional<Span> wide = find_content(columns), high = find_content(rows);
  if (!wide || !high)
    return;
  const auto share = [](const Span& span, size_t lines) {
    return static_cast<double>(span.last - span.first + 1) / static_cast<double>(lines);
  };
  columns_.measure(columns, *wide, share(*high, rows.size()));
  rows_.measure(rows, *high, share(*wide, columns.size()));
}

Rectangle ActivePicture::rectangle() const {
  if (!columns_.span || !rows_.span)
    return {};
  const auto position = [](size_t line) { return static_cast<uint32_t>(line); };
  const Span &x = *columns_.span, &y = *rows_.span;
  return {position(x.first), position(y.first), position(x.last - x.first + 1),
          position(y.last - y.first + 1)};
}

} // namespace videohistogram::tools
