// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/count_colours.h"

#include <algorithm>

namespace videohistogram::cpu {

namespace {

using Source = ColourCounts::Source;

/// Whether the bins are the 8 or fewer high bits of values.
bool bins_of_bytes(const Histogram& histogram) {
  return histogram.depth == 8 ||
         (histogram.bins <= 256 && (histogram.bins & (histogram.bins - 1)) == 0);
}

SampleReader make_reader(const FormatInfo& format, uint32_t sample_plane, Quantity component) {
  const SamplePlane& plane = format.sample_planes[sample_plane];
  return {plane.pixel_bytes, 8 * static_cast<uint32_t>(plane.offset_of(component)) + format.shift,
          static_cast<uint16_t>((1u << format.depth) - 1)};
}

ColourSums make_sums(const ColourTransform& t, const CodeLimits& limits) {
  const int64_t black = (int64_t{t.offset} << t.shift) + (int64_t{1} << (t.shift - 1)) -
                        int64_t{t.rows[0].y} * t.y_zero;
  ColourSums sums{};
  sums.y = t.rows[0].y;
  for (uint32_t c = 0; c < 3; c++) {
    const ColourTransform::Row& row = t.rows[c];
    sums.rows[c] = {row.cb, row.cr, black - (int64_t{row.cb} + row.cr) * t.c_zero};
  }
  sums.no_chroma = black;
  sums.low = int64_t{limits.low} << t.shift;
  sums.high = ((int64_t{limits.high} + 1) << t.shift) - 1;
  sums.shift = t.shift;
  sums.last = (1u << t.depth) - 1;
  sums.wide = t.depth == 16;
  return sums;
}

/// Adds the transform of a quantity, unless there is an equal one; returns its index.
uint32_t add_transform(ColourCounts& counts, std::vector<ColourTransform>& known,
                       const ColourTransform& wanted, const CodeLimits& limits, uint32_t terms) {
  const auto found = std::find(known.begin(), known.end(), wanted);
  const auto index = static_cast<uint32_t>(found - known.begin());
  if (found == known.end()) {
    known.push_back(wanted);
    counts.transforms.push_back({make_sums(wanted, limits), 0});
  }
  counts.transforms[index].terms |= terms;
  return index;
}

ColourCounts make_counts(const Plan& plan, Source source, const std::vector<uint32_t>& histograms,
                         const Target& target, const Target& small_target) {
  constexpr Quantity ycbcr[] = {Quantity::y, Quantity::cb, Quantity::cr};
  constexpr Quantity rgb[] = {Quantity::r, Quantity::g, Quantity::b};
  ColourCounts counts;
  counts.source = source;
  counts.functions = &target.colours;
  for (uint32_t i = 0; i < 3; i++) {
    const Quantity component = (source == Source::rgb ? rgb : ycbcr)[i];
    counts.sample_planes[i] = sample_plane_of(plan.format, component);
    counts.readers[i] = make_reader(plan.format, counts.sample_planes[i], component);
  }
  counts.limits = plan.colours.limits;
  counts.hue = plan.colours.hue;
  counts.depth = plan.format.depth;

  std::vector<ColourTransform> known;
  uint32_t n_bytes = 0;
  for (uint32_t index : histograms) {
    const Histogram& histogram = plan.histograms[index];
    const Quantity quantity = histogram.quantity;
    ColourCounts::Values values{quantity, histogram.first, 0, 0, {}, {}, {}};
    if (source == Source::ycbcr) {
      const bool is_range = quantity == Quantity::range, is_largest = quantity == Quantity::maxrgb;
      values.term = is_largest ? uint32_t{largest_term} : static_cast<uint32_t>(quantity);
      values.transform = add_transform(counts, known,
                                       is_range     ? plan.colours.narrow
                                       : is_largest ? plan.colours.full
                                                    : plan.colours.rgb,
                                       plan.colours.limits, is_range ? 7 : 1u << values.term);
    }
    values.format.bytes = quantity != Quantity::hue && bins_of_bytes(histogram);
    if (values.format.bytes) {
      values.format.drop = histogram.depth - 8;
      values.bytes = make_value_plan(n_bytes++, histogram.bins, target, small_target);
    } else {
      values.words = make_deep_value_plan(histogram, plan.format.values_of(quantity).n_values);
    }
    counts.values.push_back(values);
  }
  return counts;
}

ColourCounts make_difference_counts(const Plan& plan, const Histogram& histogram,
                                    const Target& target, const Target& small_target) {
  const Quantity source = source_of_difference(histogram.quantity);
  ColourCounts counts;
  counts.source = Source::frames;
  counts.functions = &target.colours;
  counts.sample_planes[0] = sample_plane_of(plan.format, source);
  counts.readers[0] = make_reader(plan.format, counts.sample_planes[0], source);
  ColourCounts::Values values{histogram.quantity, histogram.first, 0, 0, {}, {}, {}};
  values.format.bytes = bins_of_bytes(histogram);
  if (values.format.bytes) {
    values.format.drop = histogram.depth - 8;
    values.bytes = make_value_plan(0, histogram.bins, target, small_target);
  } else {
    values.words =
        make_deep_value_plan(histogram, plan.format.values_of(histogram.quantity).n_values);
  }
  counts.values.push_back(values);
  return counts;
}

/// `target`: how bytes are counted.
void count_values(const ColourCounts::Values& how, const Target* target, uint32_t n,
                  ColourTally& tally, size_t index) {
  Values& values = tally.segment->values;
  if (how.format.bytes) {
    target->count(how.bytes, values.bytes, n, *tally.bytes);
    return;
  }
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  for (uint32_t i = 0; i < n; i++)
    values.words[i] = __builtin_bswap16(values.words[i]);
#endif
  how.words.count_run(how.words, reinterpret_cast<const uint8_t*>(values.words), n,
                      tally.words[index].tables.data());
}

/// Counts a rectangle of at most segment_pixels columns.
class SegmentCounter {
public:
  SegmentCounter(const ColourCounts& plan, const ColourView& view, const Target* byte_target,
                 ColourTally& tally)
      : plan_(plan), view_(view), byte_target_(byte_target), tally_(tally),
        segment_(*tally.segment) {}

  void count(const Rect& rect) {
    chroma_row_ = UINT32_MAX;
    for (uint32_t y = rect.y; y < rect.y + rect.height; y++)
      if (plan_.source == Source::ycbcr)
        count_pixels(rect.x, y, rect.width);
      else if (plan_.source == Source::rgb)
        count_rgb(rect.x, y, rect.width);
      else if (plan_.source == Source::frames)
        count_differences(rect.x, y, rect.width);
      else
        count_chroma(rect.x, y, rect.width);
  }

private:
  void load(uint32_t i, uint32_t x, uint32_t y, uint32_t n, bool doubled) {
    const SampleReader& reader = plan_.readers[plan_.source == Source::frames ? 0 : i];
    plan_.functions->load(reader, view_.planes[i].row(y) + size_t{x} * reader.pixel_bytes, n,
                          doubled, segment_.samples[i]);
  }

  void load_chroma(uint32_t x, uint32_t y, uint32_t n, bool doubled) {
    load(1, x, y, n, doubled);
    load(2, x, y, n, doubled);
  }

  void count_pixels(uint32_t x, uint32_t y, uint32_t n) {
    const ColourFunctions& functions = *plan_.functions;
    const SamplePlane& chroma = *view_.planes[1].info;
    const uint32_t first = x & ((1u << chroma.x_sub) - 1);
    // Rows that share their chroma share its terms.
    const uint32_t chroma_row = view_.frame->chroma_row(y, chroma.y_sub);
    if (chroma_row != chroma_row_) {
      chroma_row_ = chroma_row;
      const uint32_t begin = x >> chroma.x_sub, end = ((x + n - 1) >> chroma.x_sub) + 1;
      load_chroma(begin, chroma_row, end - begin, chroma.x_sub != 0);
      for (size_t t = 0; t < plan_.transforms.size(); t++)
        functions.terms(plan_.transforms[t].sums, segment_.samples[1], segment_.samples[2],
                        first + n, plan_.transforms[t].terms, segment_.terms[t]);
    }
    load(0, x, y, n, false);
    for (size_t i = 0; i < plan_.values.size(); i++) {
      const ColourCounts::Values& how = plan_.values[i];
      const ColourSums& sums = plan_.transforms[how.transform].sums;
      const Terms& terms = segment_.terms[how.transform];
      if (how.quantity == Quantity::range)
        functions.range(sums, segment_.samples[0], terms, first, n, segment_.values);
      else
        functions.colours(sums, segment_.samples[0], terms, how.term, first, n, how.format,
                          segment_.values);
      count_values(how, byte_target_, n, tally_, i);
    }
  }

  void count_rgb(uint32_t x, uint32_t y, uint32_t n) {
    for (uint32_t i = 0; i < 3; i++)
      load(i, x, y, n, false);
    // The limits of full-range RGB mark nothing.
    const auto high = static_cast<uint16_t>(std::min(plan_.limits.high, uint32_t{UINT16_MAX}));
    plan_.functions->range_of_rgb(segment_.samples, static_cast<uint16_t>(plan_.limits.low), high,
                                  n, segment_.values);
    count_values(plan_.values[0], byte_target_, n, tally_, 0);
  }

  void count_differences(uint32_t x, uint32_t y, uint32_t n) {
    load(0, x, y, n, false);
    load(1, x, y, n, false);
    plan_.functions->differences(segment_.samples[0], segment_.samples[1], n,
                                 plan_.values[0].format, segment_.values);
    count_values(plan_.values[0], byte_target_, n, tally_, 0);
  }

  void count_chroma(uint32_t x, uint32_t y, uint32_t n) {
    load_chroma(x, y, n, false);
    const Samples16 &cb = segment_.samples[1], &cr = segment_.samples[2];
    for (size_t i = 0; i < plan_.values.size(); i++) {
      const ColourCounts::Values& how = plan_.values[i];
      if (how.quantity == Quantity::sat)
        plan_.functions->saturation(cb, cr, plan_.depth, n, how.format, segment_.values);
      else
        look_up_hue(n);
      count_values(how, byte_target_, n, tally_, i);
    }
  }

  void look_up_hue(uint32_t n) {
    const uint32_t bits = hue_depth(plan_.depth), drop = plan_.depth - bits;
    for (uint32_t i = 0; i < n; i++)
      segment_.values.words[i] = plan_.hue[uint32_t{segment_.samples[1].of[i]} >> drop << bits |
                                           segment_.samples[2].of[i] >> drop];
  }

  const ColourCounts& plan_;
  const ColourView& view_;
  const Target* const byte_target_; ///< null: no values are counted as bytes
  ColourTally& tally_;
  ColourTally::Segment& segment_;
  uint32_t chroma_row_ = UINT32_MAX; ///< the chroma row of the segment's terms
};

} // namespace

std::vector<ColourCounts> make_colour_counts(const Plan& plan, const Target& target,
                                             const Target& small_target) {
  std::vector<ColourCounts> all;
  if (!plan.pixel_histograms.empty())
    all.push_back(make_counts(plan, plan.format.is_ycbcr() ? Source::ycbcr : Source::rgb,
                              plan.pixel_histograms, target, small_target));
  if (!plan.chroma_histograms.empty())
    all.push_back(make_counts(plan, Source::chroma, plan.chroma_histograms, target, small_target));
  for (uint32_t index : plan.difference_histograms)
    all.push_back(make_difference_counts(plan, plan.histograms[index], target, small_target));
  return all;
}

ColourView view_of(const ColourCounts& plan, const FrameView& frame) {
  if (plan.source == Source::frames) {
    const uint32_t sample_plane = plan.sample_planes[0];
    return {&frame,
            {frame.sample_plane(sample_plane),
             (frame.before ? *frame.before : frame).sample_plane(sample_plane),
             {}}};
  }
  return {&frame,
          {frame.sample_plane(plan.sample_planes[0]), frame.sample_plane(plan.sample_planes[1]),
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
    if (!plan.values[i].format.bytes)
      reserve(plan.values[i].words, tally.words[i]);
}

void count_rect(const ColourCounts& plan, const ColourView& view, const Rect& rect,
                ColourTally& tally) {
  const auto bytes = std::find_if(plan.values.begin(), plan.values.end(),
                                  [](const auto& values) { return values.format.bytes; });
  const Target* const target = bytes == plan.values.end()
                                   ? nullptr
                                   : &target_for(bytes->bytes, uint64_t{rect.width} * rect.height);
  SegmentCounter counter(plan, view, target, tally);
  for (uint64_t left = 0; left < rect.width; left += segment_pixels) {
    const auto done = static_cast<uint32_t>(left);
    counter.count(
        {rect.x + done, rect.y, std::min(segment_pixels, rect.width - done), rect.height});
  }
}

void merge_copies(const ColourCounts& plan, ColourTally& tally) {
  for (size_t i = 0; i < plan.values.size(); i++)
    if (plan.values[i].format.bytes)
      merge_copies(plan.values[i].bytes, *tally.bytes);
    else
      merge_copies(plan.values[i].words, tally.words[i]);
}

void fold(const ColourCounts& plan, ColourTally& tally, uint32_t* counts) {
  for (size_t i = 0; i < plan.values.size(); i++) {
    const ColourCounts::Values& how = plan.values[i];
    if (how.format.bytes)
      fold(how.bytes, *tally.bytes, counts + how.first);
    else
      fold(how.words, tally.words[i], counts + how.first);
  }
}

} // namespace videohistogram::cpu
