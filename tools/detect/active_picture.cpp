// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/active_picture.h"

#include <algorithm>
#include <utility>

namespace videohistogram::tools {

namespace {

constexpr double content_share = 0.01; ///< of the samples of a line
/// A straight edge: the share of samples that are not black in the lines next to it, of those that
/// the content crosses.
constexpr double edge_share = 0.5;
constexpr size_t edge_lines = 4;
constexpr size_t bar_tolerance = 25; ///< bars are of equal size within 1/25 of the frame
/// The picture may shrink at frames whose number is a multiple of this one.
constexpr uint64_t measurement_interval = 25;
constexpr int shrinking_measurements = 3;

bool has_content(double share) {
  return share > content_share;
}

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
  const auto first = std::find_if(lines.begin(), lines.end(), has_content);
  if (first == lines.end())
    return {};
  const auto last = std::find_if(lines.rbegin(), lines.rend(), has_content);
  return Span{static_cast<size_t>(first - lines.begin()),
              static_cast<size_t>(lines.rend() - last) - 1};
}

void ActivePicture::Direction::grow(const std::vector<double>& lines) {
  if (!span)
    return;
  size_t first = 0, last = lines.size() - 1;
  while (first < unread().first && !has_content(lines[first]))
    first++;
  while (last > unread().last && !has_content(lines[last]))
    last--;
  span = Span{std::min(span->first, first), std::max(span->last, last)};
  if (smaller && first <= span->first && last >= span->last)
    smaller = {};
  else if (smaller)
    smaller = Span{first, last};
}

void ActivePicture::Direction::measure(const std::vector<double>& lines, const Span& content,
                                       double across, bool may_shrink) {
  const size_t end = lines.size() - 1, before = content.first, after = end - content.last;
  const bool edges = (before == 0 || is_edge(lines, content.first, 1, across)) &&
                     (after == 0 || is_edge(lines, content.last, -1, across));
  if (!span) {
    if (edges)
      span = content;
    return;
  }
  if (!may_shrink)
    return;
  const size_t uneven = before > after ? before - after : after - before;
  const bool bars = edges && uneven * bar_tolerance <= lines.size();
  if (!bars || (content.first <= span->first && content.last >= span->last)) {
    smaller = {};
    return;
  }
  measurements = smaller ? measurements + 1 : 1;
  if (!smaller)
    smaller = content;
  if (measurements == shrinking_measurements)
    span = std::exchange(smaller, {});
}

/// Whether add() looks at all lines of the frame with this number.
bool ActivePicture::is_measured(uint64_t number) const {
  return !columns_.span || !rows_.span || number % measurement_interval == 0;
}

Rectangle ActivePicture::unread_part(uint64_t number, uint32_t width, uint32_t height) const {
  const bool is_new = columns_.size != width || rows_.size != height;
  return is_new || is_measured(number) ? Rectangle()
                                       : make_rectangle(columns_.unread(), rows_.unread());
}

void ActivePicture::add(uint64_t number, const LineShares& lines) {
  if (columns_.size != lines.columns.size() || rows_.size != lines.rows.size()) {
    columns_ = {};
    columns_.size = lines.columns.size();
    rows_ = {};
    rows_.size = lines.rows.size();
  }
  columns_.grow(lines.columns);
  rows_.grow(lines.rows);
  if (!is_measured(number))
    return;
  const std::optional<Span> wide = find_content(lines.columns), high = find_content(lines.rows);
  if (!wide || !high)
    return;
  const auto share = [](const Span& span, size_t size) {
    return static_cast<double>(span.last - span.first + 1) / static_cast<double>(size);
  };
  const bool may_shrink = number % measurement_interval == 0;
  columns_.measure(lines.columns, *wide, share(*high, rows_.size), may_shrink);
  rows_.measure(lines.rows, *high, share(*wide, columns_.size), may_shrink);
}

Rectangle ActivePicture::make_rectangle(const Span& columns, const Span& rows) {
  const auto number = [](size_t lines) { return static_cast<uint32_t>(lines); };
  return {number(columns.first), number(rows.first), number(columns.last - columns.first + 1),
          number(rows.last - rows.first + 1)};
}

Rectangle ActivePicture::rectangle() const {
  return columns_.span && rows_.span ? make_rectangle(*columns_.span, *rows_.span) : Rectangle();
}

} // namespace videohistogram::tools
