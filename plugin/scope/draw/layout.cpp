// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/layout.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace videohistogram::scope {

namespace {

constexpr double best_aspect = 16.0 / 9; ///< of a scope that is no vectorscope

/// The number of rows in which the worst panel comes nearest to its best shape.
size_t best_rows(size_t scopes, uint32_t width, uint32_t height) {
  size_t best = 1;
  double least = INFINITY;
  for (size_t rows = 1; rows <= scopes; rows++) {
    const size_t columns = (scopes + rows - 1) / rows;
    if ((scopes + columns - 1) / columns != rows)
      continue; // the last row would be empty
    const double aspect = (double{1} * width / static_cast<double>(columns)) /
                          (double{1} * height / static_cast<double>(rows));
    const double loss = std::fabs(std::log(aspect / best_aspect));
    if (loss < least) {
      least = loss;
      best = rows;
    }
  }
  return best;
}

uint32_t share(uint64_t total, size_t index, size_t of) {
  return static_cast<uint32_t>(total * index / of);
}

/// Divides a row. A vectorscope gets the row's height as its width, at most an equal share.
void divide_row(const ScopeKind* first, size_t n, uint32_t width, uint32_t top, uint32_t height,
                std::vector<Rect>& rects) {
  const size_t squares = static_cast<size_t>(std::count(first, first + n, ScopeKind::vectorscope));
  const uint32_t square = squares == n ? 0 : std::min(height, static_cast<uint32_t>(width / n));
  const uint32_t rest = width - static_cast<uint32_t>(square * squares);
  const size_t others = squares == n ? n : n - squares;
  uint32_t left = 0;
  for (size_t i = 0, other = 0; i < n; i++) {
    uint32_t wide = square;
    if (first[i] != ScopeKind::vectorscope || squares == n) {
      wide = share(rest, other + 1, others) - share(rest, other, others);
      other++;
    }
    rects.push_back({left, top, wide, height});
    left += wide;
  }
}

} // namespace

std::vector<Rect> lay_out(const std::vector<ScopeKind>& scopes, uint32_t width, uint32_t height) {
  std::vector<Rect> rects;
  if (scopes.empty())
    return rects;
  const size_t rows = best_rows(scopes.size(), width, height);
  const size_t columns = (scopes.size() + rows - 1) / rows;
  for (size_t row = 0; row < rows; row++) {
    const uint32_t top = share(height, row, rows), bottom = share(height, row + 1, rows);
    divide_row(scopes.data() + row * columns, std::min(columns, scopes.size() - row * columns),
               width, top, bottom - top, rects);
  }
  return rects;
}

} // namespace videohistogram::scope
