// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/layout.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace videohistogram::scope {

namespace {

/// The best width of a scope, in its heights.
double best_aspect(ScopeKind kind) {
  return is_square(kind) ? 1 : 16.0 / 9;
}

/// Scopes in a row.
struct Row {
  const ScopeKind* first;
  size_t n;

  /// The width in which all have their best shape, in heights of the row.
  double best_width() const {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
      sum += best_aspect(first[i]);
    return sum;
  }
};

std::vector<Row> divide_into_rows(const std::vector<ScopeKind>& scopes, size_t columns) {
  std::vector<Row> rows;
  for (size_t i = 0; i < scopes.size(); i += columns)
    rows.push_back({&scopes[i], std::min(columns, scopes.size() - i)});
  return rows;
}

/// The sum of the heights at which the scopes of each row have their best shape, for a width of 1.
double best_height(const std::vector<Row>& rows) {
  double sum = 0;
  for (const Row& row : rows)
    sum += 1 / row.best_width();
  return sum;
}

uint32_t share(uint32_t total, double part, double of) {
  return static_cast<uint32_t>(std::lround(total * std::min(part / of, 1.0)));
}

/// The most that a square scope takes of its share in a row.
constexpr double largest_square_share = 1.07;

/// Divides a row. A square scope gets the row's height as its width, as far as its share allows;
/// the others get the rest.
void divide_row(const Row& row, uint32_t width, uint32_t top, uint32_t height,
                std::vector<Rect>& rects) {
  size_t squares = 0;
  for (size_t i = 0; i < row.n; i++)
    squares += is_square(row.first[i]) ? 1 : 0;
  const size_t others = row.n - squares;
  const uint32_t square =
      others == 0 ? 0 : std::min(height, share(width, largest_square_share, row.best_width()));
  const auto rest = static_cast<uint32_t>(width - square * squares);
  const size_t parts = others == 0 ? row.n : others;
  uint32_t left = 0;
  for (size_t i = 0, part = 0; i < row.n; i++) {
    uint32_t wide = square;
    if (others == 0 || !is_square(row.first[i])) {
      const auto of = static_cast<double>(parts), before = static_cast<double>(part++);
      wide = share(rest, before + 1, of) - share(rest, before, of);
    }
    rects.push_back({left, top, wide, height});
    left += wide;
  }
}

/// Divides a picture among rows whose heights give their scopes the best shapes.
std::vector<Rect> divide(const std::vector<Row>& rows, uint32_t width, uint32_t height) {
  std::vector<Rect> rects;
  const double all = best_height(rows);
  double before = 0;
  for (const Row& row : rows) {
    const double after = before + 1 / row.best_width();
    const uint32_t top = share(height, before, all), bottom = share(height, after, all);
    divide_row(row, width, top, bottom - top, rects);
    before = after;
  }
  return rects;
}

/// The height of the largest rectangle of its best shape that fits into the smallest scope.
double least_size(const std::vector<ScopeKind>& scopes, const std::vector<Rect>& rects) {
  double least = INFINITY;
  for (size_t i = 0; i < scopes.size(); i++)
    least = std::min({least, rects[i].width / best_aspect(scopes[i]), double{1} * rects[i].height});
  return least;
}

} // namespace

std::vector<Rect> lay_out(const std::vector<ScopeKind>& scopes, uint32_t width, uint32_t height) {
  std::vector<Rect> best;
  double most = -1;
  for (size_t columns = scopes.size(); columns > 0; columns--) {
    std::vector<Rect> rects = divide(divide_into_rows(scopes, columns), width, height);
    const double size = least_size(scopes, rects);
    if (size > most) {
      most = size;
      best = std::move(rects);
    }
  }
  return best;
}

} // namespace videohistogram::scope
