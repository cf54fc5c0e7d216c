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
  const size_t end = lines.size() - 1, before = content.first, behind = end - content.last;
  const bool edges = (before == 0 || is_edge(lines, content.first, 1, across)) &&
                     (behind == 0 || is_edge(lines, content.last, -1, across));
  size_ = lines.size();
  if (!span_) {
    if (edges)
      span_ = content;
    return;
  }
  const bool smaller = content.first > span_->first || content.last < span_->last;
  const size_t uneven = before > behind ? before - behind : behind - before;
  const bool bars = edges && uneven * bar_tolerance <= lines.size();
  smaller_ = smaller && bars ? smaller_ + 1 : 0;
  if (smaller_ >= shrinking_measurements) {
    span_ = content;
    smaller_ = 0;
  } else {
    span_ = Span{std::min(span_->first, content.first), std::max(span_->last, content.last)};
  }
}

void ActivePicture::measure(const std::vector<double>& columns, const std::vector<double>& rows) {
  if (columns_.size() != 0 && (columns_.size() != columns.size() || rows_.size() != rows.size())) {
    columns_.forget();
    rows_.forget();
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
  if (!columns_.span() || !rows_.span())
    return {};
  const auto position = [](size_t line) { return static_cast<uint32_t>(line); };
  const Span &x = *columns_.span(), &y = *rows_.span();
  return {position(x.first), position(y.first), position(x.last - x.first + 1),
          position(y.last - y.first + 1)};
}

} // namespace videohistogram::tools
