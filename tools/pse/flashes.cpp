// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/pse/flashes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace videohistogram::tools {

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

int CellFlashes::change(Layer& layer, size_t cell, const GridSums& sums) const {
  const double scale = 1000 * static_cast<double>(areas_[cell]);
  const auto mean = [&](const int64_t* of) { return static_cast<double>(of[cell]) / scale; };
  if (!layer.is_red)
    return layer.light[cell].add(mean(sums.light), layer.step);
  return layer.red[cell].add(
      chromaticity_of(mean(sums.red), mean(sums.green), mean(sums.blue), primaries_));
}

CellFlashes::State CellFlashes::advance(Layer& layer, int64_t time, const GridSums& sums) {
  State state;
  std::array<int64_t, most_counted + 1> area_of_count{};
  const Seconds exempt = exemption();
  for (size_t cell = 0; cell < areas_.size(); cell++) {
    if (areas_[cell] == 0)
      continue;
    Changes& changes = layer.changes[cell];
    const int direction = change(layer, cell, sums);
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

FlashFigures CellFlashes::add(const FrameRecord& frame, const GridSums& sums,
                              VideoListener& listener) {
  FlashFigures figures;
  if (!sums.light || frame.time == no_time)
    return figures;
  resize(sums);
  places_.add(frame);
  figures.area = figures.count = 0;
  for (Layer& layer : layers_) {
    if (layer.is_red && !sums.red)
      continue;
    const State state = advance(layer, frame.time, sums);
    const char* const what = layer.is_red ? "saturated red" : "light";
    if (exceeds_area(state.area))
      (layer.is_red ? red_ : flashes_)
          .add(places_.at(state.first), places_.last(), state.changed, share_of(state.area),
               state.most, what, listener);
    const bool is_long = layer.is_long && exceeds_area(state.long_area);
    if (layer.flashing.add(frame.time, is_long, state.long_first, profile_.long_time,
                           profile_.long_window, rate_))
      long_.add(places_.at(layer.flashing.first()), places_.last(), state.long_changed,
                share_of(state.long_area), state.most, what, listener);
    if (layer.is_red) {
      figures.red_count = static_cast<double>(state.count);
    } else {
      figures.area = std::max(figures.area, share_of(state.area));
      figures.count = std::max(figures.count, static_cast<double>(state.count));
    }
  }
  return figures;
}

void CellFlashes::finish(VideoListener& listener) {
  for (FlashSpan* span : {&flashes_, &red_, &long_})
    span->finish(listener);
}

} // namespace videohistogram::tools
