// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/pse/flashes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace videohistogram::pse {

namespace {

/// More changes than this count as so many: no rate shows more in a second.
constexpr size_t most_counted = 255;
constexpr double hdr_contrast = 1.0 / 17;

} // namespace

CellFlashes::CellFlashes(const FlashProfile& profile, const FrameRate& rate, bool is_hdr,
                         Primaries primaries)
    : profile_(profile), rate_(rate), primaries_(primaries) {
  for (const FlashLimit& limit : profile.limits) {
    Layer& layer = layers_.emplace_back();
    layer.most_changes = limit.most_changes;
    layer.step = {limit.change, profile.largest_dark, is_hdr ? hdr_contrast : 1};
    layer.is_long = layers_.size() == 1;
  }
  Layer& red = layers_.emplace_back();
  red.most_changes = most_red_changes;
  red.is_red = true;
  red.is_long = true;
}

void CellFlashes::resize(const GridSums& sums) {
  if (columns_ == sums.columns && rows_ == sums.rows && width_ == sums.width &&
      height_ == sums.height)
    return;
  columns_ = sums.columns;
  rows_ = sums.rows;
  width_ = sums.width;
  height_ = sums.height;
  const size_t cells = columns_ * rows_;
  areas_.resize(cells);
  for (size_t cell = 0; cell < cells; cell++)
    areas_[cell] = sums.pixels(cell);
  pans_ = {};
  for (Layer& layer : layers_) {
    layer.light.assign(layer.is_red ? 0 : cells, {});
    layer.red.assign(layer.is_red ? cells : 0, {});
    layer.changes.assign(cells, {});
  }
}

Seconds CellFlashes::exemption() const {
  if (profile_.exempts_20_of_60 && rate_.is_multiple_of_30000_1001())
    return {1001 * 20, 60000};
  if (profile_.exempts_20_of_60 && rate_.is_multiple_of_30())
    return {20, 60};
  return {9, 25};
}

bool CellFlashes::exceeds_area(int64_t pixels) const {
  return static_cast<double>(pixels) > profile_.area * static_cast<double>(width_ * height_);
}

double CellFlashes::share_of(int64_t pixels) const {
  return static_cast<double>(pixels) / static_cast<double>(width_ * height_);
}

/// Takes the means of the cells, and whether the picture pans.
void CellFlashes::read(const GridSums& sums) {
  const auto take = [&](CellValues& to, const int64_t* of) {
    to.columns = columns_;
    to.rows = rows_;
    to.values.resize(areas_.size());
    for (size_t cell = 0; cell < areas_.size(); cell++)
      to.values[cell] = areas_[cell] == 0 ? 0
                                          : static_cast<double>(of[cell]) /
                                                (1000 * static_cast<double>(areas_[cell]));
  };
  take(light_, sums.light);
  std::swap(colours_, colours_before_);
  const int64_t* const colours[] = {sums.red, sums.green, sums.blue};
  for (size_t i = 0; i < colours_.size(); i++) {
    if (sums.red)
      take(colours_[i], colours[i]);
    else
      colours_[i] = {};
  }
  // Cells of a picture with empty ones are no grid.
  const bool is_grid = std::find(areas_.begin(), areas_.end(), 0) == areas_.end();
  pan_ = is_grid ? pans_.add(light_) : std::nullopt;
}

int CellFlashes::change(Layer& layer, size_t cell) const {
  if (layer.is_red)
    return change_red(layer.red[cell], cell);
  LightCell& light = layer.light[cell];
  if (pan_) {
    if (const std::optional<double> moved = value_after(pans_.before(), *pan_, cell))
      light.raise(*moved - pans_.before().values[cell]);
  }
  return light.add(light_.values[cell], layer.step);
}

int CellFlashes::change_red(RedCell& red, size_t cell) const {
  const auto& [r, g, b] = colours_;
  const Chromaticity colour =
      chromaticity_of(r.values[cell], g.values[cell], b.values[cell], primaries_);
  if (pan_ && colours_before_[0].values.size() == r.values.size()) {
    std::optional<double> moved[3];
    for (size_t i = 0; i < 3; i++)
      moved[i] = value_after(colours_before_[i], *pan_, cell);
    if (moved[0] && is_near(colour, chromaticity_of(*moved[0], *moved[1], *moved[2], primaries_))) {
      red.replace(colour);
      return 0;
    }
  }
  return red.add(colour);
}

CellFlashes::State CellFlashes::advance(Layer& layer, int64_t time) {
  State state;
  std::array<int64_t, most_counted + 1> area_of_count{};
  const Seconds exempt = exemption();
  for (size_t cell = 0; cell < areas_.size(); cell++) {
    if (areas_[cell] == 0)
      continue;
    Changes& changes = layer.changes[cell];
    const int direction = change(layer, cell);
    if (direction != 0)
      changes.add(time, direction > 0, exempt, rate_);
    changes.forget(time, rate_);
    const size_t count = std::min(changes.count(), most_counted);
    area_of_count[count] += areas_[cell];
    if (count > layer.most_changes) {
      state.area += areas_[cell];
      state.first = std::min(state.first, changes.first());
      state.changed |= direction != 0;
    }
    if (count >= profile_.long_changes && layer.is_long &&
        (!profile_.exempts_9_of_25 || changes.was_close(time, profile_.long_window, rate_))) {
      state.long_area += areas_[cell];
      state.long_first = std::min(state.long_first, changes.first());
      state.long_changed |= direction != 0;
    }
    if (count > 0)
      state.most = std::max(state.most, count);
  }
  int64_t area = 0;
  for (size_t count = most_counted; count > 0 && state.count == 0; count--) {
    area += area_of_count[count];
    if (exceeds_area(area))
      state.count = count;
  }
  return state;
}

FlashFigures CellFlashes::add(const Place& frame, const GridSums& sums, PassageListener& listener) {
  FlashFigures figures;
  if (!sums.light || frame.time == no_time)
    return figures;
  resize(sums);
  read(sums);
  places_.add(frame);
  figures.area = figures.count = 0;
  for (Layer& layer : layers_) {
    if (layer.is_red && !sums.red)
      continue;
    const State state = advance(layer, frame.time);
    const char* const what = layer.is_red ? "saturated red" : "light";
    if (exceeds_area(state.area))
      (layer.is_red ? red_ : flashes_)
          .add(places_.at(state.first), places_.last(), state.changed, share_of(state.area),
               state.most, what, listener);
    const bool is_long = layer.is_long && exceeds_area(state.long_area);
    if (layer.flashing.add(frame.time, is_long, state.long_first, profile_.long_time,
                           profile_.long_window, rate_)) {
      figures.is_long = true;
      long_.add(places_.at(layer.flashing.first()), places_.last(), state.long_changed,
                share_of(state.long_area), state.most, what, listener);
    }
    if (layer.is_red) {
      figures.red_count = static_cast<double>(state.count);
    } else {
      figures.area = std::max(figures.area, share_of(state.area));
      figures.count = std::max(figures.count, static_cast<double>(state.count));
    }
  }
  return figures;
}

void CellFlashes::finish(PassageListener& listener) {
  for (FlashSpan* span : {&flashes_, &red_, &long_})
    span->finish(listener);
}

} // namespace videohistogram::pse
