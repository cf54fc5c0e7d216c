// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "joint.h"

#include "core/colour.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace videohistogram::benchmark {

namespace {

/// The value of a stored quantity at a column and a row of its sample plane.
class Samples {
public:
  Samples(const FrameView& frame, Quantity quantity)
      : plane_(frame.sample_plane(sample_plane_of(*frame.format, quantity))),
        offset_(static_cast<size_t>(plane_.info->offset_of(quantity))),
        bytes_(frame.format->sample_bytes), shift_(frame.format->shift) {}

  uint32_t at(uint32_t x, uint32_t y) const {
    const uint8_t* const sample =
        plane_.data + y * plane_.stride + size_t{x} * plane_.info->pixel_bytes + offset_;
    if (bytes_ == 1)
      return *sample;
    uint16_t value;
    std::memcpy(&value, sample, sizeof value);
    return static_cast<uint32_t>(value >> shift_);
  }

private:
  SamplePlaneView plane_;
  size_t offset_;
  uint32_t bytes_, shift_;
};

constexpr QuantitySet of_chroma =
    quantity_bit(Quantity::cb) | quantity_bit(Quantity::cr) | quantity_bit(Quantity::sat);

bool is_of_chroma(Quantity quantity) {
  return (quantity_bit(quantity) & of_chroma) != 0;
}

/// Counts the rows of pairs from `first` to `last`.
void count_rows(const JointCell& cell, const FrameView& frame, uint32_t first, uint32_t last,
                std::vector<uint32_t>& counts) {
  const bool chroma_alone = is_of_chroma(cell.x) && is_of_chroma(cell.y);
  const bool sat = cell.y == Quantity::sat;
  const Samples xs(frame, cell.x), ys(frame, sat ? Quantity::cb : cell.y),
      crs(frame, sat ? Quantity::cr : cell.y);
  const uint32_t sub_x = !chroma_alone && is_of_chroma(cell.x) ? 1 : 0;
  const uint32_t sub_y = !chroma_alone && is_of_chroma(cell.y) ? 1 : 0;
  const uint32_t depth = frame.format->depth;
  for (uint32_t row = first; row < last; row++)
    for (uint32_t column = 0; column < frame.width >> (chroma_alone ? 1 : 0); column++) {
      const uint32_t x = xs.at(column >> sub_x, row >> sub_x);
      uint32_t y = ys.at(column >> sub_y, row >> sub_y);
      if (sat)
        y = saturation(y, crs.at(column >> sub_y, row >> sub_y), depth);
      counts[size_t{bin_of(x, cell.bins, depth)} * cell.bins + bin_of(y, cell.bins, depth)]++;
    }
}

} // namespace

std::string JointCell::what() const {
  return std::string(quantity_name(x)) + "*" + quantity_name(y);
}

std::string JointCell::name() const {
  return std::string(frame.format()) + "/" + frame.size + "/" + content_name(frame.content) + "/" +
         what() + "/" + std::to_string(bins);
}

SharedPlan JointCell::plan() const {
  PlanSpec spec;
  for (Quantity quantity : select_quantities(format(), format().channels()))
    spec.tables.push_back({{quantity, bins}, {}});
  spec.tables.push_back({{x, bins}, {}, ValueAxis{y, bins}});
  Expected<SharedPlan> plan = compile_plan(format(), frame.width, frame.height, spec);
  if (!plan.ok())
    std::exit(2);
  return *plan;
}

JointCounts count_joint_on_cpu(const JointCell& cell, const std::vector<uint8_t>& pixels) {
  const FrameView frame = view_of(cell.frame, pixels.data());
  const bool chroma_alone = is_of_chroma(cell.x) && is_of_chroma(cell.y);
  const uint32_t rows = frame.height >> (chroma_alone ? 1 : 0);
  const uint32_t threads = std::max(1u, std::min(16u, std::thread::hardware_concurrency()));
  std::vector<std::vector<uint32_t>> parts(threads,
                                           std::vector<uint32_t>(size_t{cell.bins} * cell.bins));
  std::vector<std::thread> workers;
  for (uint32_t i = 0; i < threads; i++)
    workers.emplace_back([&, i] {
      count_rows(cell, frame, rows * i / threads, rows * (i + 1) / threads, parts[i]);
    });
  for (std::thread& worker : workers)
    worker.join();
  JointCounts counts;
  counts.pairs.resize(parts[0].size());
  counts.x.resize(cell.bins);
  counts.y.resize(cell.bins);
  for (size_t i = 0; i < counts.pairs.size(); i++)
    for (const std::vector<uint32_t>& part : parts) {
      counts.pairs[i] += part[i];
      counts.x[i / cell.bins] += part[i];
      counts.y[i % cell.bins] += part[i];
    }
  const auto is_counted_as_often = [&](Quantity quantity) {
    return quantity != Quantity::sat && (chroma_alone || !is_of_chroma(quantity));
  };
  if (!is_counted_as_often(cell.x))
    counts.x.clear();
  if (!is_counted_as_often(cell.y))
    counts.y.clear();
  return counts;
}

} // namespace videohistogram::benchmark
