// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/colour/count_colours.h"

#include <algorithm>
#include <cstring>

namespace videohistogram::cpu {

namespace {

using Source = ColourCounts::Source;

/// Whether all of `n` entries are equal.
template <class Entry>
bool all_equal(const Entry* entries, uint32_t n) {
  return std::memcmp(entries, entries + 1, (n - 1) * sizeof(Entry)) == 0;
}

/// Counts rectangles of at most segment_pixels columns, and of few rows.
class SegmentCounter {
public:
  SegmentCounter(const ColourCounts& plan, const ColourView& view, const Target* byte_target,
                 ColourTally& tally)
      : plan_(plan), view_(view), byte_target_(byte_target), tally_(tally),
        segment_(*tally.segment), functions_(*plan.functions) {
    const auto is_apart = [&](uint32_t i) { // in another plane than the component before
      return view.planes[i].info->plane != view.planes[i - 1].info->plane;
    };
    switch (plan.source) {
    case Source::ycbcr:
      rows_ahead_[0] = 1u << view.planes[1].info->y_sub;
      rows_ahead_[1] = is_apart(1) ? 1 : 0;
      rows_ahead_[2] = is_apart(2) ? 1 : 0;
      break;
    case Source::rgb:
      rows_ahead_[0] = 1;
      break;
    case Source::chroma:
      rows_ahead_[1] = 1;
      rows_ahead_[2] = is_apart(2) ? 1 : 0;
      break;
    case Source::frames:
      rows_ahead_[0] = rows_ahead_[1] = 1;
    }
  }

  /// Counts a rectangle, except values that wait for more.
  void count(const Rect& rect) {
    chroma_row_ = UINT32_MAX;
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++) {
      const bool is_flat = plan_.source == Source::ycbcr    ? load_pixels(rect.x, y, rect.width)
                           : plan_.source == Source::rgb    ? load_rgb(rect.x, y, rect.width)
                           : plan_.source == Source::frames ? load_frames(rect.x, y, rect.width)
                                                            : load_chroma(rect.x, y, rect.width);
      if (is_flat) {
        compute(1);
        count_first(rect.width);
        continue;
      }
      compute(rect.width);
      waiting_ += rect.width;
      if (waiting_ + segment_pixels > ColourTally::values_at_once)
        finish();
    }
  }

  /// Counts the values that wait.
  void finish() {
    for (size_t i = 0; i < plan_.values.size(); i++)
      if (plan_.values[i].is_bytes)
        byte_target_->count(plan_.values[i].bytes, segment_.bytes[i], waiting_, *tally_.bytes);
      else
        count_words(i, segment_.words[i], waiting_);
    waiting_ = 0;
  }

private:
  /// Where the next values of a histogram are written.
  ColourOutput output(size_t index) const {
    const ColourCounts::Values& values = plan_.values[index];
    if (values.is_bytes)
      return {segment_.bytes[index] + waiting_, nullptr, values.drop};
    return {nullptr, segment_.words[index] + waiting_, 0};
  }

  void load(uint32_t i, uint32_t x, uint32_t y, uint32_t n, Words& to) {
    const SampleReader& reader = plan_.readers[i];
    const SamplePlaneView& plane = view_.planes[i];
    const size_t left = size_t{x} * reader.pixel_bytes;
    // Cores do not predict reads of rows that alternate, in stretches as short as segments.
    if (rows_ahead_[i] > 0 && plane.height - y > rows_ahead_[i])
      for (size_t byte = 0; byte < size_t{n} * reader.pixel_bytes; byte += 64)
        __builtin_prefetch(plane.row(y + rows_ahead_[i]) + left + byte);
    functions_.load(reader, plane.row(y) + left, n, to.of);
  }

  void load_pairs(uint32_t x, uint32_t y, uint32_t n, bool doubled) {
    load(1, x, y, n, segment_.samples[1]);
    load(2, x, y, n, segment_.samples[2]);
    const auto middle = static_cast<uint16_t>(1u << (plan_.depth - 1));
    functions_.pair(segment_.samples[1], segment_.samples[2], middle, n, doubled, segment_.pairs);
  }

  // Load what a row's values are computed from. Whether all pixels are known to be equal.

  bool load_pixels(uint32_t x, uint32_t y, uint32_t n) {
    const SamplePlane& chroma = *view_.planes[1].info;
    pairs_ = segment_.pairs.of + (x & ((1u << chroma.x_sub) - 1));
    // Two rows may share their chroma.
    const uint32_t chroma_row = view_.frame->chroma_row(y, chroma.y_sub);
    if (chroma_row != chroma_row_) {
      const uint32_t begin = x >> chroma.x_sub, end = ((x + n - 1) >> chroma.x_sub) + 1;
      load_pairs(begin, chroma_row, end - begin, chroma.x_sub != 0);
      chroma_row_ = chroma_row;
      chroma_is_flat_ = all_equal(pairs_, n);
    }
    load(0, x, y, n, segment_.samples[0]);
    return chroma_is_flat_ && all_equal(segment_.samples[0].of, n);
  }

  bool load_rgb(uint32_t x, uint32_t y, uint32_t n) {
    bool is_flat = true;
    for (uint32_t i = 0; i < 3; i++) {
      load(i, x, y, n, segment_.codes[i]);
      is_flat = is_flat && all_equal(segment_.codes[i].of, n);
    }
    return is_flat;
  }

  bool load_frames(uint32_t x, uint32_t y, uint32_t n) {
    load(0, x, y, n, segment_.samples[0]);
    load(1, x, y, n, segment_.samples[1]);
    return all_equal(segment_.samples[0].of, n) && all_equal(segment_.samples[1].of, n);
  }

  bool load_chroma(uint32_t x, uint32_t y, uint32_t n) {
    load_pairs(x, y, n, false);
    return all_equal(segment_.pairs.of, n);
  }

  /// Computes the values of the first `n` pixels.
  void compute(uint32_t n) {
    if (plan_.source == Source::ycbcr)
      for (uint32_t t = 0; t < plan_.transforms.size(); t++)
        compute_transform(t, n);
    else if (plan_.source == Source::rgb)
      mark(3, n, output(0).bytes);
    else if (plan_.source == Source::frames)
      functions_.differences(segment_.samples[0], segment_.samples[1], n, output(0));
    else
      for (size_t i = 0; i < plan_.values.size(); i++)
        if (plan_.values[i].quantity == Quantity::sat)
          functions_.saturation(segment_.pairs, plan_.depth, n, output(i));
        else
          look_up_hue(n, output(i).words);
  }

  void compute_transform(uint32_t t, uint32_t n) {
    ColourOutput outputs[n_colours];
    uint8_t* masks = nullptr;
    for (size_t i = 0; i < plan_.values.size(); i++) {
      const ColourCounts::Values& values = plan_.values[i];
      if (values.transform != t)
        continue;
      if (values.quantity == Quantity::range)
        masks = output(i).bytes;
      else
        outputs[values.colour] = output(i);
    }
    if (masks) {
      constexpr uint32_t colours[] = {0, 1, 2, gray_colour};
      for (uint32_t c = 0; c < 4; c++)
        outputs[colours[c]].words = segment_.codes[c].of;
    }
    functions_.colours(plan_.transforms[t], segment_.samples[0], pairs_, n, outputs);
    if (masks)
      mark(4, n, masks);
  }

  void mark(uint32_t n_codes, uint32_t n, uint8_t* masks) {
    // The limits of full-range RGB, which mark nothing, are beyond all codes.
    const auto high = static_cast<uint16_t>(std::min(plan_.limits.high, uint32_t{UINT16_MAX}));
    functions_.range(segment_.codes, n_codes, static_cast<uint16_t>(plan_.limits.low), high, n,
                     masks);
  }

  void look_up_hue(uint32_t n, uint16_t* degrees) {
    const uint32_t bits = hue_depth(plan_.depth), drop = plan_.depth - bits;
    for (uint32_t i = 0; i < n; i++)
      degrees[i] = plan_.hue[uint32_t{segment_.samples[1].of[i]} >> drop << bits |
                             segment_.samples[2].of[i] >> drop];
  }

  /// Counts the first of the values that were computed last `times` times.
  void count_first(uint32_t times) {
    for (size_t i = 0; i < plan_.values.size(); i++) {
      const ColourCounts::Values& values = plan_.values[i];
      const ColourOutput from = output(i);
      if (values.is_bytes) {
        tally_.bytes->tables[values.bytes.places[0].table][*from.bytes] += times;
      } else {
        std::fill_n(from.words, times, *from.words);
        count_words(i, from.words, times);
      }
    }
  }

  void count_words(size_t index, uint16_t* words, uint32_t n) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (uint32_t i = 0; i < n; i++)
      words[i] = __builtin_bswap16(words[i]); // the counters expect the low byte first
#endif
    const DeepPlan& plan = plan_.values[index].words;
    plan.count_run(plan, reinterpret_cast<const uint8_t*>(words), n,
                   tally_.words[index].tables.data());
  }

  const ColourCounts& plan_;
  const ColourView& view_;
  const Target* const byte_target_; ///< null: no values are counted as bytes
  ColourTally& tally_;
  ColourTally::Segment& segment_;
  const ColourFunctions& functions_;
  /// How far below the row that is read a row of component i is prefetched; 0: not at all.
  uint32_t rows_ahead_[3] = {};
  uint32_t chroma_row_ = UINT32_MAX; ///< the chroma row of the segment's pairs
  bool chroma_is_flat_ = false;      ///< all of these pairs are equal
  const uint32_t* pairs_ = nullptr;  ///< the pair of the first pixel
  uint32_t waiting_ = 0;             ///< values of each histogram that are not counted yet
};

/// Whether the pixels of rows y and y + 1 have the same chroma samples.
bool share_chroma(const ColourCounts& plan, const ColourView& view, uint32_t y) {
  if (plan.source != Source::ycbcr)
    return false;
  const uint32_t y_sub = view.planes[1].info->y_sub;
  return view.frame->chroma_row(y, y_sub) == view.frame->chroma_row(y + 1, y_sub);
}

} // namespace

ColourView view_of(const ColourCounts& plan, const FrameView& frame) {
  const uint32_t first = plan.sample_planes[0];
  if (plan.source == Source::frames)
    return {&frame,
            {frame.sample_plane(first),
             (frame.before ? *frame.before : frame).sample_plane(first),
             {}}};
  return {&frame,
          {frame.sample_plane(first), frame.sample_plane(plan.sample_planes[1]),
           frame.sample_plane(plan.sample_planes[2])}};
}

Rect rect_in(const ColourCounts& plan, const ColourView& view, const Rect& frame_rect) {
  if (plan.source == Source::frames)
    return view.frame->before ? Rect{0, 0, view.planes[0].width, view.planes[0].height} : Rect{};
  return plan.source == Source::chroma ? sample_plane_rect(*view.planes[1].info, frame_rect)
                                       : frame_rect;
}

uint64_t bytes_per_pixel(const ColourCounts& plan, const ColourView&) {
  return 2 * plan.values.size();
}

void reserve(const ColourCounts& plan, ColourTally& tally) {
  if (!tally.segment)
    tally.segment = std::make_unique<ColourTally::Segment>();
  if (!tally.bytes)
    tally.bytes = std::make_unique<ByteTally>();
  if (tally.words.size() < plan.values.size())
    tally.words.resize(plan.values.size());
  for (size_t i = 0; i < plan.values.size(); i++)
    if (!plan.values[i].is_bytes)
      reserve(plan.values[i].words, tally.words[i]);
}

void count_rect(const ColourCounts& plan, const ColourView& view, const Rect& rect,
                ColourTally& tally) {
  const auto bytes = std::find_if(plan.values.begin(), plan.values.end(),
                                  [](const auto& values) { return values.is_bytes; });
  const Target* const target = bytes == plan.values.end()
                                   ? nullptr
                                   : &target_for(bytes->bytes, uint64_t{rect.width} * rect.height);
  SegmentCounter counter(plan, view, target, tally);
  // Row by row, as memory is read fastest, but rows that share their chroma together.
  for (uint32_t row = 0, rows; row < rect.height; row += rows) {
    rows = rect.height - row > 1 && share_chroma(plan, view, rect.y + row) ? 2 : 1;
    for (uint64_t left = 0; left < rect.width; left += segment_pixels) {
      const auto done = static_cast<uint32_t>(left);
      counter.count(
          {rect.x + done, rect.y + row, std::min(segment_pixels, rect.width - done), rows});
    }
  }
  counter.finish();
}

void merge_copies(const ColourCounts& plan, ColourTally& tally) {
  for (size_t i = 0; i < plan.values.size(); i++)
    if (plan.values[i].is_bytes)
      merge_copies(plan.values[i].bytes, *tally.bytes);
    else
      merge_copies(plan.values[i].words, tally.words[i]);
}

void fold(const ColourCounts& plan, ColourTally& tally, uint32_t* counts) {
  for (size_t i = 0; i < plan.values.size(); i++) {
    const ColourCounts::Values& how = plan.values[i];
    if (how.is_bytes)
      fold(how.bytes, *tally.bytes, counts + how.first);
    else
      fold(how.words, tally.words[i], counts + how.first);
  }
}

} // namespace videohistogram::cpu
