// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/count.h"

#include <cstring>

namespace videohistogram::cpu {

namespace {

/// Rectangles of fewer pixels are for the small target: others take about 1 us for each channel to
/// settle a tally.
constexpr uint64_t small_rect = 8192;

} // namespace

Plan make_plan(const FormatInfo& format, uint32_t grid_index, const Request& request,
               const Target& target, const Target& small_target) {
  const Grid& grid = format.grids[grid_index];
  const GridRequest wanted = grid_request(format, grid_index, request);
  Plan plan;
  plan.target = &target;
  plan.small_target = &small_target;
  plan.pixel_bytes = grid.pixel_bytes;
  plan.first = wanted.first;
  plan.bins = request.bins;
  for (Channel channel : wanted.stored) {
    const auto byte = static_cast<uint32_t>(grid.offset_of(channel));
    const uint32_t copies = copies_of(grid.pixel_bytes);
    plan.places[plan.channels++] = {byte * copies, copies, byte};
    plan.bytes |= 1u << byte;
    if (channel == Channel::a)
      plan.alpha = byte;
  }
  if (wanted.luma) {
    plan.luma = true;
    plan.places[plan.channels++] = {Tally::luma, copies_of(1), Tally::luma_buckets};
    plan.red = static_cast<uint8_t>(grid.offset_of(Channel::r));
    plan.green = static_cast<uint8_t>(grid.offset_of(Channel::g));
    plan.blue = static_cast<uint8_t>(grid.offset_of(Channel::b));
    plan.weights = request.luma;
  }
  return plan;
}

void count_rect(const Plan& plan, const GridView& grid, const Rect& rect, Tally& tally) {
  const size_t pixels = size_t{rect.width} * rect.height;
  const Target& target = pixels < small_rect ? *plan.small_target : *plan.target;
  const size_t left = size_t{rect.x} * plan.pixel_bytes;
  // Rows without padding are one long row: tall, narrow frames take no longer than others.
  if (rect.width == grid.width && grid.dense()) {
    target.count(plan, grid.row(rect.y), pixels, tally);
    return;
  }
  for (uint32_t y = rect.y; y < rect.y + rect.height; y++)
    target.count(plan, grid.row(y) + left, rect.width, tally);
}

void settle(const Plan& plan, Tally& tally) {
  if (plan.target->settle)
    plan.target->settle(plan, tally);
  for (uint32_t c = 0; c < plan.channels; c++) {
    Table* const first = tally.tables + plan.places[c].table;
    Table* const end = first + plan.places[c].copies;
    for (Table* copy = first + 1; copy < end; copy++)
      for (uint32_t value = 0; value < 256; value++)
        (*first)[value] += (*copy)[value];
    std::memset(first + 1, 0, sizeof(Table) * (plan.places[c].copies - 1));
  }
}

void fold(const Plan& plan, Tally& tally, uint32_t* counts) {
  counts += size_t{plan.first} * plan.bins;
  for (uint32_t c = 0; c < plan.channels; c++, counts += plan.bins) {
    Table& table = tally.tables[plan.places[c].table];
    for (uint32_t value = 0; value < 256; value++)
      counts[bin_of(value, plan.bins, 8)] += table[value];
    std::memset(table, 0, sizeof table);
  }
}

} // namespace videohistogram::cpu
