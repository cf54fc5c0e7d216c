// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/colour/count_colours.h"

#include <algorithm>

namespace videohistogram::cpu {

namespace {

/// Maximum number of values that are counted together. With fewer, counting takes longer.
constexpr uint32_t values_at_once = ValuesBuffers::most;

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
      if (is_bytes(i))
        byte_target_->count(plan_.counting[i].bytes, tally_.values->bytes[i], waiting_,
                            *tally_.bytes);
      else
        count_words(i, tally_.values->words[i], waiting_);
    waiting_ = 0;
  }

private:
  bool is_bytes(size_t index) const { return plan_.values.values[index].format.is_bytes; }

  /// Counts the first of the values that were computed last `times` times.
  void count_first(uint32_t times) {
    for (size_t i = 0; i < plan_.counting.size(); i++) {
      if (is_bytes(i)) {
        const uint8_t value = tally_.values->bytes[i][waiting_];
        tally_.bytes->tables[plan_.counting[i].bytes.places[0].table][value] += times;
      } else {
        uint16_t* const words = tally_.values->words[i] + waiting_;
        std::fill_n(words, times, *words);
        count_words(i, words, times);
      }
    }
  }

  void count_words(size_t index, uint16_t* words, uint32_t n) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (uint32_t i = 0; i < n; i++)
      words[i] = __builtin_bswap16(words[i]); // the counters expect the low byte first
#endif
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

bool is_bytes(const ColourCounts& plan, size_t index) {
  return plan.values.values[index].format.is_bytes;
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
}

void count_rect(const ColourCounts& plan, const ValuesView& view, const Rect& rect,
                ColourTally& tally) {
  const Target* target = nullptr;
  for (size_t i = 0; i < plan.counting.size() && !target; i++)
    if (is_bytes(plan, i))
      target = &target_for(plan.counting[i].bytes, uint64_t{rect.width} * rect.height);
  SegmentCounter counter(plan, view, target, tally);
  for_each_segment(plan.values, view, rect, [&](const Rect& segment) { counter.count(segment); });
  counter.finish();
}

void merge_copies(const ColourCounts& plan, ColourTally& tally) {
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
