// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/paint/trace.h"

#include "core/drawing/dots.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace videohistogram::scope {

static_assert(colour_padding >= row_padding);

TraceLayer::TraceLayer(const TraceDrawing& drawing, const Rect& plot, const Kernels& kernels)
    : drawing_(drawing), plot_(plot), kernels_(kernels) {
  if (drawing.upright) {
    stride_ = padded(plot.width);
    live_ = {AlignedFloats(stride_ * drawing.bins), std::vector<uint8_t>(padded(drawing.bins))};
    columns_ = AlignedFloats(row_padding * column_stride());
    written_.resize(stride_ / row_padding);
  } else {
    stride_ = drawing.bins;
    live_ = {AlignedFloats(padded(stride_ * plot.height)), std::vector<uint8_t>(plot.height)};
  }
  if (drawing.extents)
    extents_.resize(drawing.positions.cells());
  for (const TraceDrawing& component : drawing.components)
    components_.push_back(std::make_unique<TraceLayer>(component, plot, kernels));
}

/// Measures one of so many positions, and finds the used bins of all of them in wide counts: joint
/// histograms, and projections that a device has counted.
void TraceLayer::measure(const HostCounts& counts) {
  sums_ = {};
  const uint32_t bins = drawing_.table_bins;
  if (counts.narrow) {
    for (uint32_t position = 0; position < drawing_.table_positions; position += drawing_.measured)
      sums_.add(kernels_.measure_narrow(counts.narrow + size_t{position} * bins, bins));
    return;
  }
  ranges_.resize(drawing_.table_positions);
  for (uint32_t position = 0; position < drawing_.table_positions; position++) {
    CountSums sums;
    ranges_[position] = kernels_.measure_wide(counts.wide + size_t{position} * bins, bins, sums);
    if (position % drawing_.measured == 0)
      sums_.add(sums);
  }
}

void TraceLayer::set_full(float full) {
  response_ = drawing_.response;
  if (full > 0)
    response_.scale /= full;
}

void TraceLayer::load(const HostCounts& counts, const HoldStep& step) {
  measure(counts);
  if (drawing_.extents && (step.is_first || !drawing_.extents->peak))
    std::fill(extents_.begin(), extents_.end(), Extent());
  if (step.take_previous)
    held_ = live_;
  if (drawing_.upright)
    load_columns(counts);
  else
    load_rows(counts);
  if (step.take_present) {
    held_ = live_;
  } else if (step.raise) {
    held_.spread.raise(live_.spread);
    for (size_t i = 0; i < held_.used.size(); i++)
      held_.used[i] |= live_.used[i];
  } else if (!step.shown) {
    held_ = {};
  }
}

/// Spreads counts in a range of bins over a cell of the positions.
void TraceLayer::spread(const HostCounts& counts, uint32_t cell, const UsedBins& range,
                        float* out) {
  const auto add_rows = [&](auto* first, auto& rows, auto add) {
    rows.clear();
    drawing_.positions.for_each(cell, [&](uint32_t position, float share) {
      rows.push_back({first + size_t{position} * drawing_.bins + range.begin, share});
    });
    add(out, rows.data(), rows.size(), range.size());
  };
  if (counts.narrow)
    add_rows(counts.narrow, narrow_rows_, kernels_.add_narrow);
  else
    add_rows(counts.wide, wide_rows_, kernels_.add_wide);
}

/// The bins in which columns from `first` on have samples. Wide counts, of joint histograms, have
/// many bins without any; it does not pay to look for such in narrow ones.
UsedBins TraceLayer::used_bins(const HostCounts& counts, uint32_t first, uint32_t n) const {
  if (counts.narrow)
    return {0, drawing_.bins};
  const uint32_t bins = drawing_.bins;
  const auto used_at = [&](uint32_t position) {
    CountSums unused;
    return ranges_.empty()
               ? kernels_.measure_wide(counts.wide + size_t{position} * bins, bins, unused)
               : ranges_[position];
  };
  UsedBins range = {bins, 0};
  uint32_t last = UINT32_MAX; // neighbouring columns may share a position; some have none
  for (uint32_t column = first; column < first + n; column++)
    drawing_.positions.for_each(column, [&](uint32_t position, float) {
      if (position == std::exchange(last, position))
        return;
      if (const UsedBins used = used_at(position); used.size() > 0)
        range = {std::min(range.begin, used.begin), std::max(range.end, used.end)};
    });
  return range.end > range.begin ? range : UsedBins{0, 0};
}

/// Most bins of most columns have no sample: samples are spread only in a range of bins per block
/// of columns. What the frame before had outside of it is cleared.
void TraceLayer::load_columns(const HostCounts& counts) {
  std::fill(live_.used.begin(), live_.used.end(), uint8_t{0});
  for (uint32_t first = 0; first < plot_.width; first += row_padding) {
    const uint32_t n = std::min<uint32_t>(row_padding, plot_.width - first);
    UsedBins& written = written_[first / row_padding];
    const UsedBins range = used_bins(counts, first, n);
    for (uint32_t bin = written.begin; bin < written.end; bin++)
      if (bin < range.begin || bin >= range.end)
        std::fill_n(live_.spread.at(bin * stride_ + first), row_padding, 0.0f);
    written = range;
    if (range.size() == 0)
      continue;
    if (n < row_padding)
      columns_.clear();
    for (uint32_t i = 0; i < n; i++) {
      float* const column = columns_.at(i * column_stride());
      spread(counts, first + i, range, column);
      note_extent(first + i, column, range);
    }
    kernels_.transpose(columns_.at(0), column_stride(), range.size(),
                       live_.spread.at(range.begin * stride_ + first), stride_,
                       live_.used.data() + range.begin);
  }
}

/// Adds up the taps of a row of pixels. `counts`: of a joint histogram, which is wide.
void TraceLayer::gather(const HostCounts& counts, uint32_t row, float* out) const {
  const CellMap& map = drawing_.map;
  const uint32_t* const first = &map.first[size_t{row} * plot_.width];
  for (uint32_t column = 0; column < plot_.width; column++) {
    float sum = 0;
    for (uint32_t i = first[column]; i < first[column + 1]; i++)
      sum += static_cast<float>(counts.wide[map.taps[i].counter]) * map.taps[i].share;
    out[column] = sum;
  }
}

void TraceLayer::load_rows(const HostCounts& counts) {
  for (uint32_t row = 0; row < plot_.height; row++) {
    float* const out = live_.spread.at(row * stride_);
    if (drawing_.map.empty())
      spread(counts, row, {0, drawing_.bins}, out);
    else
      gather(counts, row, out);
    note_extent(row, out, {0, drawing_.bins});
    live_.used[row] =
        std::any_of(out, out + drawing_.bins, [](float samples) { return samples > 0; });
  }
}

/// `samples`: per bin of the range.
void TraceLayer::note_extent(uint32_t cell, const float* samples, const UsedBins& range) {
  if (!drawing_.extents)
    return;
  uint32_t low = 0, end = range.size();
  while (low < end && !(samples[low] > 0))
    low++;
  while (end > low && !(samples[end - 1] > 0))
    end--;
  const std::vector<int32_t>& places = drawing_.extents->places;
  if (low < end)
    extents_[cell].add({places[range.begin + low], places[range.begin + end - 1]});
}

const float* TraceLayer::densities(const Densities& of, uint32_t row, RowScratch& scratch,
                                   AlignedFloats& out) const {
  const uint32_t width = plot_.width;
  if (out.size() < padded(width))
    out = AlignedFloats(padded(width));
  float* const samples = out.at(0);
  std::fill(samples + width, samples + padded(width), 0.0f); // wider plots wrote there
  if (!drawing_.upright) {
    if (!of.used[row])
      return nullptr;
    const float* const of_row = of.spread.at(row * stride_);
    for (uint32_t column = 0; column < width; column++) {
      float sum = 0;
      drawing_.values.for_each(column,
                               [&](uint32_t bin, float share) { sum += of_row[bin] * share; });
      samples[column] = sum;
    }
    return samples;
  }
  scratch.rows.clear();
  drawing_.values.for_each(row, [&](uint32_t bin, float share) {
    if (of.used[bin])
      scratch.rows.push_back({of.spread.at(bin * stride_), share});
  });
  if (scratch.rows.empty())
    return nullptr;
  kernels_.mix(samples, scratch.rows.data(), scratch.rows.size(), width);
  return samples;
}

void TraceLayer::add_row(uint32_t y, uint32_t* row, RowScratch& scratch) const {
  const uint32_t down = y - plot_.y;
  if (down >= plot_.height) // also for rows above the plot, where `down` wraps around
    return;
  const float* const live = densities(live_, down, scratch, scratch.row);
  if (!held_.used.empty())
    if (const float* const held = densities(held_, down, scratch, scratch.held))
      add_held(row + plot_.x, held, live);
  if (live)
    kernels_.add_trace(row + plot_.x, live, plot_.width,
                       {response_, drawing_.light, colours(down, live, scratch), drawing_.lift});
  if (drawing_.extents)
    add_extents(down, row + plot_.x);
}

/// The colours of the pixels of a row of the plot; nullptr: they are those of all. `samples`: per
/// pixel.
const uint32_t* TraceLayer::colours(uint32_t row, const float* samples, RowScratch& scratch) const {
  if (components_.empty())
    return drawing_.colours.empty() ? nullptr : &drawing_.colours[size_t{row} * plot_.width];
  const float* sums[max_mean_components] = {};
  for (size_t i = 0; i < components_.size(); i++) {
    AlignedFloats& out = scratch.components[i];
    sums[i] = components_[i]->densities(components_[i]->live_, row, scratch, out);
    if (!sums[i]) { // all are 0
      out.clear();
      sums[i] = out.at(0);
    }
  }
  if (scratch.colours.size() < padded(plot_.width))
    scratch.colours.resize(padded(plot_.width));
  kernels_.mean_colours(scratch.colours.data(), samples, sums, plot_.width, drawing_.mean);
  return scratch.colours.data();
}

void TraceLayer::add_extents(uint32_t down, uint32_t* pixels) const {
  const auto n = static_cast<uint32_t>(extents_.size());
  const auto draw = [&](uint32_t x, uint32_t position, uint32_t place) {
    if (ExtentLines(extents_.data(), position, n).cover(static_cast<int32_t>(place)))
      pixels[x] = drawing_.extents->colour;
  };
  for (uint32_t x = 0; x < plot_.width; x++)
    if (drawing_.upright)
      draw(x, x, plot_.height - 1 - down);
    else
      draw(x, down, x);
}

/// `live`: null: there is none.
void TraceLayer::add_held(uint32_t* pixels, const float* held, const float* live) const {
  const auto brightness = [&](float samples) { return brightness_of(samples, response_); };
  for (uint32_t x = 0; x < plot_.width; x++) {
    if (!(held[x] > 0))
      continue;
    const uint32_t added = held_brightness(brightness(held[x]), live ? brightness(live[x]) : 0);
    pixels[x] = add_saturated(pixels[x], light_of(drawing_.held_light, added));
  }
}

namespace {

/// The dots of a vectorscope.
class DotsLayer final : public Layer {
public:
  DotsLayer(const DotsDrawing& drawing, const TraceDrawing& trace, const Rect& plot)
      : drawing_(drawing), trace_(trace), plot_(plot), kernels_(best_kernels()) {}

  void load(const CountedTables& tables, const HoldStep&) override {
    const JointCounts joint = {tables.matrix(trace_.matrix).wide, // joint histograms are wide
                               static_cast<uint32_t>(drawing_.x_of.size()),
                               static_cast<uint32_t>(drawing_.y_of.size())};
    dots_.clear();
    for (uint32_t column = 0; column < joint.columns; column++) {
      const uint32_t* const counts = joint.counts + size_t{column} * joint.rows;
      if (kernels_.all_bits(counts, joint.rows) < drawing_.least)
        continue; // most have no count that is large enough
      for (uint32_t row = 0; row < joint.rows; row++)
        if (is_dot(joint, column, row, drawing_.least))
          dots_.push_back({drawing_.x_of[column], drawing_.y_of[row],
                           dot_size(joint.at(column, row), drawing_.least)});
    }
  }

  void add_row(uint32_t y, uint32_t* row, RowScratch&) const override {
    const uint32_t down = y - plot_.y;
    if (down >= plot_.height)
      return;
    for (const Dot& dot : dots_) {
      const auto distance = static_cast<size_t>(std::abs(static_cast<int32_t>(down) - dot.y));
      if (distance >= drawing_.rows)
        continue;
      const int32_t half = drawing_.half_widths[dot.size * drawing_.rows + distance];
      const int32_t end = std::min(dot.x + half + 1, static_cast<int32_t>(plot_.width));
      for (int32_t x = std::max(dot.x - half, 0); x < end; x++) {
        LightColour light = trace_.light;
        if (!trace_.colours.empty())
          light.colour = trace_.colours[size_t{down} * plot_.width + static_cast<uint32_t>(x)];
        uint32_t& pixel = row[plot_.x + static_cast<uint32_t>(x)];
        pixel = add_saturated(pixel, light_of(light, drawing_.brightness));
      }
    }
  }

private:
  struct Dot {
    int32_t x, y; ///< its middle, in pixels of the plot
    uint32_t size;
  };
  const DotsDrawing& drawing_;
  const TraceDrawing& trace_;
  const Rect plot_;
  const Kernels& kernels_;
  std::vector<Dot> dots_; ///< of the frame that was loaded last
};

} // namespace

std::unique_ptr<Layer> make_dots_layer(const DotsDrawing& dots, const TraceDrawing& trace,
                                       const Rect& plot) {
  return std::make_unique<DotsLayer>(dots, trace, plot);
}

} // namespace videohistogram::scope
