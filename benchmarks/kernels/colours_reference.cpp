// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "colours.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace videohistogram::benchmark {

namespace {

using Tables = std::vector<std::vector<uint32_t>>;

constexpr size_t n_values = 4096;

uint32_t value_at(const FormatInfo& format, const uint8_t* at) {
  if (format.sample_bytes == 1)
    return *at;
  uint16_t sample;
  std::memcpy(&sample, at, sizeof sample);
  return sample >> format.shift;
}

uint32_t difference(uint32_t a, uint32_t b) {
  return a > b ? a - b : b - a;
}

/// Counts the rows of chroma from `first` to `last`, and the rows of Y that belong to them.
void count_rows(const FrameView& frame, const FrameView& before, const ColourPlan& c,
                uint32_t first, uint32_t last, Tables& tables) {
  const FormatInfo& format = *frame.format;
  const auto add = [&](Quantity quantity, uint32_t value) {
    tables[static_cast<size_t>(quantity)][value]++;
  };
  for (uint32_t row = first; row < last; row++)
    for (uint32_t x = 0; x < frame.width / 2; x++) {
      const uint8_t* const pair = frame.planes[1].row(row) + size_t{2} * x * format.sample_bytes;
      const uint32_t cb = value_at(format, pair), cr = value_at(format, pair + format.sample_bytes);
      const uint8_t* const pair_before =
          before.planes[1].row(row) + size_t{2} * x * format.sample_bytes;
      add(Quantity::diff_cb, difference(cb, value_at(format, pair_before)));
      add(Quantity::diff_cr, difference(cr, value_at(format, pair_before + format.sample_bytes)));
      add(Quantity::cb, cb);
      add(Quantity::cr, cr);
      add(Quantity::sat, saturation(cb, cr, format.depth));
      add(Quantity::hue, c.hue[cb << format.depth | cr]);
      for (uint32_t i = 0; i < 4; i++) {
        const size_t at = size_t{2 * x + i % 2} * format.sample_bytes;
        const uint32_t y = value_at(format, frame.planes[0].row(2 * row + i / 2) + at);
        add(Quantity::y, y);
        add(Quantity::diff_y,
            difference(y, value_at(format, before.planes[0].row(2 * row + i / 2) + at)));
        const uint32_t r = c.rgb.colour(0, y, cb, cr), g = c.rgb.colour(1, y, cb, cr),
                       b = c.rgb.colour(2, y, cb, cr);
        add(Quantity::r, r);
        add(Quantity::g, g);
        add(Quantity::b, b);
        add(Quantity::maxrgb, std::max({r, g, b}));
        add(Quantity::range, c.range(y, cb, cr));
      }
    }
}

} // namespace

std::string ColourCell::name() const {
  return std::string(frame.format()) + "/" + frame.size + "/" + content_name(frame.content) + "/" +
         what + "/" + std::to_string(bins);
}

SharedPlan ColourCell::plan() const {
  PlanSpec spec;
  for (Quantity quantity : select_quantities(format(), quantities))
    spec.tables.push_back({{quantity, format().values_of(quantity).bins_for(bins)}, {}});
  Expected<SharedPlan> plan = compile_plan(format(), frame.width, frame.height, spec);
  if (!plan.ok())
    std::exit(2);
  return *plan;
}

std::vector<uint8_t> pixels_before(const std::vector<uint8_t>& pixels) {
  std::vector<uint8_t> before(pixels.size());
  std::rotate_copy(pixels.begin(), pixels.begin() + 64, pixels.end(), before.begin());
  return before;
}

ColourCounts::ColourCounts(const Cell& cell, const std::vector<uint8_t>& pixels)
    : values_(n_quantities, std::vector<uint32_t>(n_values)) {
  const SharedPlan plan = ColourCell{cell, "", all_quantities, 0}.plan();
  const std::vector<uint8_t> earlier = pixels_before(pixels);
  const FrameView frame = view_of(cell, pixels.data()), before = view_of(cell, earlier.data());
  const uint32_t threads = std::max(1u, std::thread::hardware_concurrency());
  std::vector<Tables> parts(threads, values_);
  std::vector<std::thread> workers;
  const uint32_t rows = cell.height / 2;
  for (uint32_t i = 0; i < threads; i++)
    workers.emplace_back([&, i] {
      count_rows(frame, before, plan->colours, rows * i / threads, rows * (i + 1) / threads,
                 parts[i]);
    });
  for (std::thread& worker : workers)
    worker.join();
  for (const Tables& part : parts)
    for (size_t q = 0; q < values_.size(); q++)
      for (size_t v = 0; v < n_values; v++)
        values_[q][v] += part[q][v];
}

std::vector<uint32_t> ColourCounts::of(const Plan& plan) const {
  std::vector<uint32_t> counts(plan.rectangle_counts());
  for (const Histogram& h : plan.histograms) {
    const ValueRange range = plan.format.values_of(h.quantity);
    for (uint32_t v = 0; v < range.n_values; v++)
      counts[h.first + (range.fixed_bins ? v : bin_of(v, h.bins, h.depth))] +=
          values_[static_cast<size_t>(h.quantity)][v];
  }
  return counts;
}

} // namespace videohistogram::benchmark
