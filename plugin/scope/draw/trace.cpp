// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/trace.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::scope {

namespace {

/// `cells` cells of a part of a table's axis.
BoxFilter filter_of(uint32_t sources, const Window& window, uint32_t cells, bool reversed) {
  return {sources * window.begin, sources * window.end, sources, cells, reversed};
}

} // namespace

Trace::Trace(const TableShape& table, uint32_t width, uint32_t height, Orientation orientation,
             const Response& response, const Window& window, const Kernels& kernels)
    : kernels_(kernels), bins_(table.bins), width_(width), height_(height),
      orientation_(orientation), response_(response),
      scale_(static_cast<float>(
          double{1} * width * height /
          (window.length() * window.length() * static_cast<double>(table.samples)))),
      positions_(filter_of(table.positions, window,
                           orientation == Orientation::upright ? width : height,
                           orientation == Orientation::sideways)),
      values_(filter_of(table.bins, window, orientation == Orientation::upright ? height : width,
                        orientation == Orientation::upright)) {
  if (orientation == Orientation::upright) {
    stride_ = padded(width);
    live_ = {AlignedFloats(stride_ * bins_), std::vector<uint8_t>(padded(bins_))};
    columns_ = AlignedFloats(row_padding * column_stride());
  } else {
    stride_ = bins_;
    live_ = {AlignedFloats(padded(stride_ * height)), std::vector<uint8_t>(height)};
  }
}

void Trace::load(const HostCounts& counts) {
  if (orientation_ == Orientation::upright)
    load_columns(counts);
  else
    load_rows(counts);
  loaded_ = true;
  if (hold_ != Hold::none)
    keep_held();
}

void Trace::hold(Hold hold, const LightColour& light) {
  hold_ = hold;
  held_ = {};
  held_light_ = light;
  if (hold != Hold::none && loaded_)
    keep_held();
}

void Trace::keep_held() {
  if (held_.used.empty()) {
    held_ = live_;
  } else if (hold_ == Hold::peak) {
    held_.spread.raise(live_.spread);
    for (size_t i = 0; i < held_.used.size(); i++)
      held_.used[i] |= live_.used[i];
  }
}

/// Spreads counts over a cell of the positions.
void Trace::spread(const HostCounts& counts, uint32_t cell, float* out) {
  const auto add_rows = [&](auto* first, auto& rows, auto add) {
    rows.clear();
    positions_.for_each(cell, [&](uint32_t position, float share) {
      rows.push_back({first + size_t{position} * bins_, share});
    });
    add(out, rows.data(), rows.size(), bins_);
  };
  if (counts.narrow)
    add_rows(counts.narrow, narrow_rows_, kernels_.add_narrow);
  else
    add_rows(counts.wide, wide_rows_, kernels_.add_wide);
}

void Trace::load_columns(const HostCounts& counts) {
  std::fill(live_.used.begin(), live_.used.end(), uint8_t{0});
  for (uint32_t first = 0; first < width_; first += row_padding) {
    const uint32_t n = std::min<uint32_t>(row_padding, width_ - first);
    if (n < row_padding)
      columns_.clear();
    for (uint32_t i = 0; i < n; i++)
      spread(counts, first + i, columns_.at(i * column_stride()));
    kernels_.transpose(columns_.at(0), column_stride(), bins_, live_.spread.at(first), stride_,
                       live_.used.data());
  }
}

void Trace::load_rows(const HostCounts& counts) {
  for (uint32_t row = 0; row < height_; row++) {
    float* const out = live_.spread.at(row * stride_);
    spread(counts, row, out);
    live_.used[row] = std::any_of(out, out + bins_, [](float samples) { return samples > 0; });
  }
}

const float* Trace::densities(const Layer& layer, uint32_t row, RowScratch& scratch) const {
  if (scratch.row.size() < padded(width_))
    scratch.row = AlignedFloats(padded(width_));
  float* const samples = scratch.row.at(0);
  std::fill(samples + width_, samples + padded(width_), 0.0f); // wider plots wrote there
  if (orientation_ == Orientation::sideways) {
    if (!layer.used[row])
      return nullptr;
    const float* const of_row = layer.spread.at(row * stride_);
    for (uint32_t column = 0; column < width_; column++) {
      float sum = 0;
      values_.for_each(column, [&](uint32_t bin, float share) { sum += of_row[bin] * share; });
      samples[column] = sum;
    }
    return samples;
  }
  scratch.rows.clear();
  values_.for_each(row, [&](uint32_t bin, float share) {
    if (layer.used[bin])
      scratch.rows.push_back({layer.spread.at(bin * stride_), share});
  });
  if (scratch.rows.empty())
    return nullptr;
  kernels_.mix(samples, scratch.rows.data(), scratch.rows.size(), width_);
  return samples;
}

void Trace::add_light(uint32_t row, const LightColour& light, const uint32_t* colours,
                      uint32_t* pixels, RowScratch& scratch) const {
  const float scale = scale_ / response_.white;
  if (!held_.used.empty())
    if (const float* const samples = densities(held_, row, scratch))
      kernels_.add_trace(pixels, samples, width_, {scale, response_.gamma, held_light_, nullptr});
  if (const float* const samples = densities(live_, row, scratch))
    kernels_.add_trace(pixels, samples, width_, {scale, response_.gamma, light, colours});
}

TraceDrawing Trace::describe(size_t matrix, const LightColour& light,
                             const LightColour& held_light) const {
  TraceDrawing drawing;
  drawing.matrix = matrix;
  drawing.bins = bins_;
  drawing.upright = orientation_ == Orientation::upright;
  drawing.positions = positions_;
  drawing.values = values_;
  drawing.scale = scale_ / response_.white;
  drawing.gamma = response_.gamma;
  drawing.light = light;
  drawing.held_light = held_light;
  return drawing;
}

LightColour dim(const LightColour& light, double share) {
  const auto dimmed = [&](uint32_t pixel) {
    uint32_t result = 0;
    for (int shift = 0; shift < 32; shift += 8)
      result |= static_cast<uint32_t>(std::lround((pixel >> shift & 255) * share)) << shift;
    return result;
  };
  return {dimmed(light.colour), dimmed(light.white)};
}

LightColour make_light(const Colour& colour, const PixelOrder& order) {
  const auto code = [](double component) {
    return static_cast<uint8_t>(std::lround(255 * component));
  };
  const auto white = [&](double component) { return code(0.4 * (1 - component)); };
  return {order.pack(code(colour.r), code(colour.g), code(colour.b), 0),
          order.pack(white(colour.r), white(colour.g), white(colour.b), 0)};
}

} // namespace videohistogram::scope
