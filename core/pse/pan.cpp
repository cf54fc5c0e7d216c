// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/pse/pan.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace videohistogram::pse {

namespace {

constexpr int farthest_x = 8, farthest_y = 5; ///< cells per frame
/// Cells whose light changes by so much, in cd/m2, and the share of them from which a pan is looked
/// for: with less, no quarter of the picture flashes.
constexpr double least_change = 2, least_share = 0.1;
/// A pan leaves at most this share of the change unexplained, and at most this share of the
/// difference that any displacement leaves which is at least `rival_distance` cells away.
constexpr double most_unexplained = 0.5, most_of_rival = 0.5, rival_distance = 2;

/// One direction of a displacement: cell i has what was between cells i + first and i + first + 1,
/// the second of them with the weight `second`.
struct Way {
  int64_t first;
  double second;
  size_t begin, end; ///< cells whose both places were in the picture

  Way(double moved, size_t cells)
      : first(static_cast<int64_t>(std::floor(-moved))), second(-moved - std::floor(-moved)) {
    const int64_t last = static_cast<int64_t>(cells) - first - (second > 0 ? 1 : 0);
    begin = static_cast<size_t>(std::max<int64_t>(-first, 0));
    end = static_cast<size_t>(std::clamp<int64_t>(last, 0, static_cast<int64_t>(cells)));
  }
  bool has(size_t cell) const { return cell >= begin && cell < end; }
  size_t from(size_t cell) const { return static_cast<size_t>(static_cast<int64_t>(cell) + first); }
  size_t next(size_t cell) const { return from(cell) + (second > 0 ? 1 : 0); }
};

double value_between(const CellValues& of, const Way& across, const Way& down, size_t x, size_t y) {
  const double* const upper = &of.values[down.from(y) * of.columns];
  const double* const lower = &of.values[down.next(y) * of.columns];
  const size_t left = across.from(x), right = across.next(x);
  const double above = upper[left] + across.second * (upper[right] - upper[left]);
  const double below = lower[left] + across.second * (lower[right] - lower[left]);
  return above + down.second * (below - above);
}

/// The sum of |a - b| of `n` values. Four sums at once, since each addition waits for the one
/// before.
double sum_of_differences(const double* a, const double* b, size_t n) {
  double sums[4] = {};
  size_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (size_t k = 0; k < 4; k++)
      sums[k] += std::abs(a[i + k] - b[i + k]);
  for (; i < n; i++)
    sums[0] += std::abs(a[i] - b[i]);
  return sums[0] + sums[1] + (sums[2] + sums[3]);
}

/// The mean difference between this light and that of the frame before, moved.
double unexplained(const CellValues& before, const CellValues& now, const Displacement& moved) {
  const Way across(moved.x, now.columns), down(moved.y, now.rows);
  const bool is_whole = across.second == 0 && down.second == 0;
  double sum = 0;
  for (size_t y = down.begin; y < down.end; y++) {
    const double* const values = &now.values[y * now.columns];
    if (is_whole && across.begin < across.end) {
      const double* const from = &before.values[down.from(y) * before.columns];
      sum += sum_of_differences(values + across.begin, from + across.from(across.begin),
                                across.end - across.begin);
      continue;
    }
    for (size_t x = across.begin; x < across.end; x++)
      sum += std::abs(values[x] - value_between(before, across, down, x, y));
  }
  if (across.begin >= across.end || down.begin >= down.end)
    return std::numeric_limits<double>::infinity();
  return sum / static_cast<double>((across.end - across.begin) * (down.end - down.begin));
}

bool differs(const CellValues& before, const CellValues& now) {
  size_t changed = 0;
  for (size_t cell = 0; cell < now.values.size(); cell++)
    changed += std::abs(now.values[cell] - before.values[cell]) >= least_change;
  return static_cast<double>(changed) > least_share * static_cast<double>(now.values.size());
}

struct Found {
  Displacement moved;
  double cost = std::numeric_limits<double>::infinity();
};

/// Also by fractions of a cell.
Found refine(const CellValues& before, const CellValues& now, Found best) {
  for (const double step : {0.5, 0.25, 0.125}) {
    const Displacement middle = best.moved;
    for (int y = -1; y <= 1; y++) {
      for (int x = -1; x <= 1; x++) {
        const Displacement moved{middle.x + x * step, middle.y + y * step};
        const double cost = unexplained(before, now, moved);
        if (cost < best.cost)
          best = {moved, cost};
      }
    }
  }
  return best;
}

/// The displacement that explains this light best, if it explains it and no other one does.
std::optional<Displacement> find(const CellValues& before, const CellValues& now) {
  std::vector<Found> tried;
  for (int y = -farthest_y; y <= farthest_y; y++) {
    for (int x = -farthest_x; x <= farthest_x; x++) {
      const Displacement moved{static_cast<double>(x), static_cast<double>(y)};
      tried.push_back({moved, unexplained(before, now, moved)});
    }
  }
  const auto is_less = [](const Found& a, const Found& b) { return a.cost < b.cost; };
  const Found best = refine(before, now, *std::min_element(tried.begin(), tried.end(), is_less));
  double rival = std::numeric_limits<double>::infinity(), still = 0;
  for (const Found& other : tried) {
    if (other.moved.x == 0 && other.moved.y == 0)
      still = other.cost;
    if (std::max(std::abs(other.moved.x - best.moved.x), std::abs(other.moved.y - best.moved.y)) >=
        rival_distance)
      rival = std::min(rival, other.cost);
  }
  if (best.cost < most_unexplained * still && best.cost < most_of_rival * rival)
    return best.moved;
  return {};
}

} // namespace

std::optional<double> value_after(const CellValues& before, const Displacement& moved,
                                  size_t cell) {
  const Way across(moved.x, before.columns), down(moved.y, before.rows);
  const size_t x = cell % before.columns, y = cell / before.columns;
  if (!across.has(x) || !down.has(y))
    return {};
  return value_between(before, across, down, x, y);
}

std::optional<Displacement> PanFinder::add(const CellValues& light) {
  before_ = std::exchange(last_, light);
  if (before_.values.size() != light.values.size()) {
    moved_ = {};
    return {};
  }
  if (!differs(before_, light)) // such as a frame that is repeated
    return {};
  const std::optional<Displacement> moved = find(before_, light);
  const Displacement last = std::exchange(moved_, moved.value_or(Displacement()));
  if (moved && moved->x * last.x + moved->y * last.y > 0)
    return moved;
  return {};
}

} // namespace videohistogram::pse
