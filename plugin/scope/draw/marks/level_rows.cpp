// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/marks/level_rows.h"

#include "core/vectors.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

namespace videohistogram::scope {

namespace {

/// Marks the rows of a frame with samples of the type `Sample`.
template <class Sample>
class LevelRows {
public:
  LevelRows(const MarkRules& rules, const MarkedFrame& frame, uint32_t phase)
      : rules_(rules), frame_(frame), phase_(phase), greys_(rules.steps[0] != mark::none) {
    const uint8_t* const cb = frame.components[1].first;
    cr_first_ = frame.n_components == 3 && frame.components[1].step == 2 * sizeof(Sample) &&
                cb > frame.components[2].first;
    find_runs(rules.steps, steps_);
    find_runs(rules.zebra, zebra_);
    const uint32_t width = rules.marked_columns + rules.stripe + lanes<Sample>;
    for (uint32_t x = 0; x < width; x++)
      stripes_.push_back(static_cast<Sample>(x % rules.stripe < rules.stripe / 2 ? ~0u : 0));
  }

  void mark() {
    const uint32_t chroma_rows = frame_.n_components == 3 ? 1u << frame_.components[1].y_sub : 0;
    for (uint32_t y = 0; y < rules_.height; y++) {
      // The stripes of all pixels of a chroma sample's row begin with those of the first row.
      stripe_ = stripes_.data() + (y + phase_) % rules_.stripe;
      uint8_t* const luma = row_of(0, y);
      if (chroma_rows > 0 && y % chroma_rows == 0)
        mark_chroma(luma, y);
      mark_luma(luma);
    }
  }

private:
  using Pair = std::conditional_t<sizeof(Sample) == 1, uint16_t, uint32_t>;
  using Lumas = Full<Sample>;
  using Pairs = Full<Pair>;
  using Halves = Vector<Sample, lanes<Pair>>;
  static constexpr uint32_t bits = 8 * sizeof(Sample);
  static constexpr Pair low_half = static_cast<Sample>(~0u);

  /// Successive values of Y that become the same, for vectors of either kind: the first value, how
  /// many follow, and what they become. Chroma is a pair, in the order of memory.
  struct Run {
    Lumas low, span, luma;
    Pairs low_of_pair, span_of_pair, chroma;
  };

  uint8_t* row_of(uint32_t c, uint32_t y) const {
    const MarkedComponent& component = frame_.components[c];
    return component.first + static_cast<ptrdiff_t>(y >> component.y_sub) * component.stride;
  }

  void find_runs(const uint8_t* kinds, std::vector<Run>& runs) const {
    const uint32_t n = 1u << frame_.depth;
    for (uint32_t value = 0, next = 0; value < n; value = next) {
      while (next < n && kinds[next] == kinds[value])
        next++;
      const uint8_t kind = kinds[value];
      if (kind == mark::none || kind == mark::grey)
        continue;
      const uint16_t* const colour = rules_.colours[kind];
      const uint32_t first = colour[cr_first_ ? 2 : 1], second = colour[cr_first_ ? 1 : 2];
      const uint32_t span = next - 1 - value;
      runs.push_back({splat<Lumas>(value), splat<Lumas>(span),
                      splat<Lumas>(uint32_t{colour[0]} << frame_.shift), splat<Pairs>(value),
                      splat<Pairs>(span), splat<Pairs>((second << bits | first) << frame_.shift)});
    }
  }

  template <class Values>
  static Values splat(uint32_t value) {
    using Number = std::decay_t<decltype(Values{}[0])>;
    return of_all<Values>(static_cast<Number>(value));
  }
  /// Bits above the values of samples may be anything.
  uint32_t last_value() const { return (1u << frame_.depth) - 1; }

  Lumas marked(Lumas samples, Lumas stripes) const {
    const Lumas values = samples >> frame_.shift & static_cast<Sample>(last_value());
    Lumas out = greys_ ? values << frame_.shift : samples;
    for (const Run& run : steps_)
      out = values - run.low <= run.span ? run.luma : out;
    for (const Run& run : zebra_)
      out = (values - run.low <= run.span) & (stripes != 0) ? run.luma : out;
    return out;
  }
  Pairs marked_pairs(Pairs samples, Pairs stripes, Pairs chroma) const {
    const Pairs values = samples >> frame_.shift & static_cast<Pair>(last_value());
    const uint32_t neutral = 1u << (frame_.depth - 1) << frame_.shift;
    Pairs out = greys_ ? splat<Pairs>(neutral << bits | neutral) : chroma;
    for (const Run& run : steps_)
      out = values - run.low_of_pair <= run.span_of_pair ? run.chroma : out;
    for (const Run& run : zebra_)
      out = (values - run.low_of_pair <= run.span_of_pair) & (stripes != 0) ? run.chroma : out;
    return out;
  }

  void mark_luma(uint8_t* row) const {
    const uint32_t width = rules_.marked_columns;
    uint32_t x = 0;
    for (; x + lanes<Sample> <= width; x += lanes<Sample>)
      store(row + x * sizeof(Sample),
            marked(load<Lumas>(row + x * sizeof(Sample)), load<Lumas>(stripe_ + x)));
    Lumas rest{};
    const size_t bytes = (width - x) * sizeof(Sample);
    std::memcpy(&rest, row + x * sizeof(Sample), bytes);
    rest = marked(rest, load<Lumas>(stripe_ + x));
    std::memcpy(row + x * sizeof(Sample), &rest, bytes);
  }

  /// The first luma sample of each chroma sample, from chroma sample `at` on, of which `n` exist.
  Pairs first_samples(const Sample* row, uint32_t at, uint32_t n) const {
    const bool halves = frame_.components[1].x_sub == 1;
    if (!halves) {
      Halves samples{};
      std::memcpy(&samples, row + at, n * sizeof(Sample));
      return __builtin_convertvector(samples, Pairs);
    }
    Pairs samples{};
    const uint32_t left = rules_.marked_columns - 2 * at, wanted = 2 * n < left ? 2 * n : left;
    std::memcpy(&samples, row + size_t{2} * at, wanted * sizeof(Sample));
    return samples & low_half;
  }
  void mark_chroma(const uint8_t* luma, uint32_t y) const {
    const uint8_t x_sub = frame_.components[1].x_sub;
    const uint32_t n = (rules_.marked_columns + (1u << x_sub) - 1) >> x_sub;
    uint8_t* const cb = row_of(1, y);
    uint8_t* const cr = row_of(2, y);
    const bool pairs = frame_.components[1].step == 2 * sizeof(Sample);
    const auto* const samples = reinterpret_cast<const Sample*>(luma);
    for (uint32_t i = 0; i < n; i += lanes<Pair>) {
      const uint32_t here = std::min(n - i, lanes<Pair>);
      const Pairs values = here == lanes<Pair> && ((i + here) << x_sub) <= rules_.marked_columns
                               ? whole_first_samples(samples, i)
                               : first_samples(samples, i, here);
      const Pairs stripes = whole_first_samples(stripe_, i);
      if (pairs) {
        uint8_t* const to = (cr_first_ ? cr : cb) + i * sizeof(Pair);
        Pairs chroma{};
        if (here == lanes<Pair>) {
          store(to, marked_pairs(values, stripes, load<Pairs>(to)));
        } else {
          std::memcpy(&chroma, to, here * sizeof(Pair));
          chroma = marked_pairs(values, stripes, chroma);
          std::memcpy(to, &chroma, here * sizeof(Pair));
        }
      } else {
        Halves of_cb{}, of_cr{};
        std::memcpy(&of_cb, cb + i * sizeof(Sample), here * sizeof(Sample));
        std::memcpy(&of_cr, cr + i * sizeof(Sample), here * sizeof(Sample));
        const Pairs chroma = marked_pairs(values, stripes,
                                          __builtin_convertvector(of_cr, Pairs) << bits |
                                              __builtin_convertvector(of_cb, Pairs));
        of_cb = __builtin_convertvector(chroma & low_half, Halves);
        of_cr = __builtin_convertvector(chroma >> bits, Halves);
        std::memcpy(cb + i * sizeof(Sample), &of_cb, here * sizeof(Sample));
        std::memcpy(cr + i * sizeof(Sample), &of_cr, here * sizeof(Sample));
      }
    }
  }
  Pairs whole_first_samples(const Sample* row, uint32_t at) const {
    if (frame_.components[1].x_sub == 0)
      return __builtin_convertvector(load<Halves>(row + at), Pairs);
    return load<Pairs>(row + size_t{2} * at) & low_half;
  }

  const MarkRules& rules_;
  const MarkedFrame& frame_;
  const uint32_t phase_;
  const bool greys_; ///< false colour: pixels without a step become grey
  bool cr_first_ = false;
  std::vector<Run> steps_, zebra_;
  std::vector<Sample> stripes_;    ///< all bits of samples on stripes, for a row of phase 0
  const Sample* stripe_ = nullptr; ///< those of the present row
};

bool has_rows(const MarkRules& rules, const MarkedFrame& frame) {
  if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ || rules.is_rgb || rules.by_maximum ||
      rules.gamut != GamutMarks::none)
    return false;
  const MarkedComponent &y = frame.components[0], &cb = frame.components[1],
                        &cr = frame.components[2];
  const uint32_t bytes = frame.sample_bytes;
  if (y.step != bytes || y.x_sub != 0 || y.y_sub != 0)
    return false;
  if (frame.n_components == 1)
    return true;
  const ptrdiff_t apart = cb.first < cr.first ? cr.first - cb.first : cb.first - cr.first;
  const bool pairs = cb.step == 2 * bytes && apart == ptrdiff_t{1} * frame.sample_bytes;
  return cb.x_sub <= 1 && cb.y_sub <= 2 && (cb.step == bytes || pairs);
}

} // namespace

bool mark_rows_by_level(const MarkRules& rules, const MarkedFrame& frame, uint32_t phase) {
  if (!rules.has_levels && rules.gamut == GamutMarks::none)
    return true;
  if (!has_rows(rules, frame))
    return false;
  if (frame.sample_bytes == 1)
    LevelRows<uint8_t>(rules, frame, phase).mark();
  else
    LevelRows<uint16_t>(rules, frame, phase).mark();
  return true;
}

} // namespace videohistogram::scope
