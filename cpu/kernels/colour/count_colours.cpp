// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/colour/count_colours.h"

#include "core/colour.h"
#include "core/low_byte_first.h"

#include <algorithm>

namespace videohistogram::cpu {

namespace {

/// Maximum number of values that are counted together. With fewer, counting takes longer.
constexpr uint32_t values_at_once = ValuesBuffers::most;

bool is_bytes(const ColourCounts& plan, size_t index) {
  return plan.values.values[index].format.is_bytes;
}

/// Counts a value of a quantity `times` times.
void add_value(const ColourCounts& plan, size_t index, uint32_t value, uint32_t times,
               ColourTally& tally) {
  const ColourCounts::Counting& how = plan.counting[index];
  if (is_bytes(plan, index))
    tally.bytes->tables[how.bytes.places[0].table][value] += times;
  else
    count_value(how.words, value, times, tally.words[index]);
}

/// Counts rectangles of at most segment_pixels columns, and of few rows.
class SegmentCounter {
public:
  SegmentCounter(const ColourCounts& plan, const ValuesView& view, const Target* byte_target,
                 ColourTally& tally)
      : plan_(plan), byte_target_(byte_target), tally_(tally),
        values_(plan.values, view, *tally.values) {}

  /// Counts a rectangle, except values that wait for more.
  void count(const Rect& rect) {
    values_.begin_column();
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
      if (values_.load(rect.x, y, rect.width)) {
        values_.compute(1, waiting_);
        count_first(rect.width);
        continue;
      }
      values_.compute(rect.width, waiting_);
      waiting_ += rect.width;
      if (waiting_ + segment_pixels > values_at_once)
        finish();
    }
  }

  /// Counts the values that wait.
  void finish() {
    for (size_t i = 0; i < plan_.counting.size(); i++)
      if (is_bytes(plan_, i))
        byte_target_->count(plan_.counting[i].bytes, tally_.values->bytes[i], waiting_,
                            *tally_.bytes);
      else
        count_words(i, tally_.values->words[i], waiting_);
    waiting_ = 0;
  }

private:
  /// Counts the first of the values that were computed last `times` times.
  void count_first(uint32_t times) {
    for (size_t i = 0; i < plan_.counting.size(); i++) {
      const ValuesBuffers& values = *tally_.values;
      const uint32_t value =
          is_bytes(plan_, i) ? values.bytes[i][waiting_] : values.words[i][waiting_];
      add_value(plan_, i, value, times, tally_);
    }
  }

  void count_words(size_t index, uint16_t* words, uint32_t n) {
    put_low_byte_first(words, n);
    const DeepPlan& plan = plan_.counting[index].words;
    plan.count_run(plan, reinterpret_cast<const uint8_t*>(words), n,
                   tally_.words[index].tables.data());
  }

  const ColourCounts& plan_;
  const Target* const byte_target_; ///< null: no values are counted as bytes
  ColourTally& tally_;
  SegmentValues values_;
  uint32_t waiting_ = 0; ///< values of each histogram that are not counted yet
};

/// SAT of each pair of bytes, [Cb][Cr].
const std::vector<uint8_t>& saturation_of_pairs() {
  static const std::vector<uint8_t> all = [] {
    std::vector<uint8_t> values;
    for (uint32_t cb = 0; cb < 256; cb++)
      for (uint32_t cr = 0; cr < 256; cr++)
        values.push_back(static_cast<uint8_t>(saturation(cb, cr, 8)));
    return values;
  }();
  return all;
}

/// Adds the values of the counted pairs, and clears their counts.
void count_values_of_pairs(const ColourCounts& plan, ColourTally& tally) {
  tally.low_bytes.fold(tally.pairs.data());
  const uint8_t* const saturations = saturation_of_pairs().data();
  constexpr size_t block = 8; // most blocks have no pair
  for (size_t first = 0; first < tally.pairs.size(); first += block) {
    uint32_t* const counts = tally.pairs.data() + first;
    uint32_t any = 0;
    for (size_t i = 0; i < block; i++)
      any |= counts[i];
    if (any == 0)
      continue;
    for (size_t v = 0; v < plan.counting.size(); v++) {
      const bool is_hue = plan.values.values[v].format.quantity == Quantity::hue;
      for (size_t i = 0; i < block; i++)
        add_value(plan, v, is_hue ? plan.values.hue[first + i] : saturations[first + i], counts[i],
                  tally);
    }
    std::fill_n(counts, block, 0);
  }
}

} // namespace

void reserve(const ColourCounts& plan, ColourTally& tally) {
  if (!tally.values)
    tally.values = std::make_unique<ValuesBuffers>();
  if (!tally.bytes)
    tally.bytes = std::make_unique<ByteTally>();
  if (tally.words.size() < plan.counting.size())
    tally.words.resize(plan.counting.size());
  for (size_t i = 0; i < plan.counting.size(); i++)
    if (!is_bytes(plan, i))
      reserve(plan.counting[i].words, tally.words[i]);
  if (plan.chroma.pixel_bytes > 0) {
    tally.low_bytes.reserve();
    tally.pairs.resize(256 * 256, 0);
  }
}

void count_rect(const ColourCounts& plan, const ValuesView& view, const Rect& rect,
                ColourTally& tally) {
  tally.samples += uint64_t{rect.width} * rect.height;
  if (plan.chroma.pixel_bytes > 0 && tally.samples > ColourTally::direct_samples)
    return tally.low_bytes.count(plan.chroma, view.planes, rect, tally.pairs.data());
  const Target* target = nullptr;
  for (size_t i = 0; i < plan.counting.size() && !target; i++)
    if (is_bytes(plan, i))
      target = &target_for(plan.counting[i].bytes, uint64_t{rect.width} * rect.height);
  SegmentCounter counter(plan, view, target, tally);
  for_each_segment(plan.values, view, rect, [&](const Rect& segment) { counter.count(segment); });
  counter.finish();
}

void merge_copies(const ColourCounts& plan, ColourTally& tally) {
  if (plan.chroma.pixel_bytes > 0 && tally.samples > ColourTally::direct_samples)
    count_values_of_pairs(plan, tally);
  tally.samples = 0;
  for (size_t i = 0; i < plan.counting.size(); i++)
    if (is_bytes(plan, i))
      merge_copies(plan.counting[i].bytes, *tally.bytes);
    else
      merge_copies(plan.counting[i].words, tally.words[i]);
}

void fold(const ColourCounts& plan, ColourTally& tally, uint32_t* counts) {
  for (size_t i = 0; i < plan.counting.size(); i++) {
    const ColourCounts::Counting& how = plan.counting[i];
    if (is_bytes(plan, i))
      fold(how.bytes, *tally.bytes, counts + how.first);
    else
      fold(how.words, tally.words[i], counts + how.first);
  }
}

} // namespace videohistogram::cpu
