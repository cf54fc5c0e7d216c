// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The functions of ProjectionFunctions, compiled for each set of instructions but AVX-512: see
// cpu/target.h.
#include "cpu/kernels/projection/projection_functions.h"

#include "core/low_byte_first.h"
#include "core/vectors.h"
#include "cpu/kernels/projection/visit_source.h"

#include <cstring>
#include <type_traits>

namespace videohistogram::cpu::INSTRUCTION_SET {

namespace {

/// One lane per pixel.
typedef Full<uint32_t> Lanes;
typedef Full<float> Floats;
constexpr uint32_t pixels_at_once = lanes<uint32_t>;

inline Floats to_floats(Lanes values) {
  return __builtin_convertvector(reinterpret_cast<Ints>(values), Floats);
}

/// Loads four bytes of each pixel, from offset `byte` on, the first one lowest. May read up to
/// three bytes after the last pixel.
template <uint32_t pixel_bytes>
inline Lanes load_pixels(const uint8_t* p, uint32_t byte) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if constexpr (pixel_bytes == 4) {
    return load<Lanes>(p);
  }
  if constexpr (pixel_bytes <= 2) {
    typedef std::conditional_t<pixel_bytes == 1, uint8_t, uint16_t> Sample;
    return __builtin_convertvector(load<Vector<Sample, pixels_at_once>>(p), Lanes);
  }
#endif
  Lanes pixels{};
  for (uint32_t i = 0; i < pixels_at_once; i++)
    pixels[i] = load_low_byte_first<uint32_t>(p + i * pixel_bytes + byte);
  return pixels;
}

/// One sample of each pixel.
template <uint32_t pixel_bytes>
class Values {
public:
  static constexpr uint32_t step = pixel_bytes;
  static constexpr bool reads_6_bytes = true;

  Values(const ProjectionPlan& plan, const ProjectionTable& table)
      : Values(plan, table, table.byte) {}
  Values(const ProjectionPlan& plan, const ProjectionTable& table, uint32_t byte)
      : begin_(pixel_bytes > 4 ? byte : 0), shift_(8 * (byte - begin_) + plan.shift),
        mask_((1u << table.depth) - 1) {}

  Lanes operator()(const uint8_t* p) const {
    return load_pixels<pixel_bytes>(p, begin_) >> shift_ & mask_;
  }

private:
  uint32_t begin_, shift_, mask_;
};

/// A computed quantity of each pixel.
template <uint32_t pixel_bytes, class Compute>
class Computed {
public:
  static constexpr uint32_t step = pixel_bytes;

  Computed(const ProjectionPlan& plan, const ProjectionTable& table)
      : red_(plan, table, plan.rgb.red), green_(plan, table, plan.rgb.green),
        blue_(plan, table, plan.rgb.blue), compute_(plan.rgb) {}

  Lanes operator()(const uint8_t* p) const { return compute_(red_(p), green_(p), blue_(p)); }

private:
  struct LumaOfBytes {
    FloatWeights weights;

    explicit LumaOfBytes(const RgbPlan& rgb) : weights(rgb.weights) {}
    Lanes operator()(Lanes red, Lanes green, Lanes blue) const {
      const Floats sums = luma_sum(weights, to_floats(red), to_floats(green), to_floats(blue));
      return reinterpret_cast<Lanes>(__builtin_convertvector(sums, Ints)) >> 16;
    }
  };

  Values<pixel_bytes> red_, green_, blue_;
  std::conditional_t<std::is_same_v<Compute, Luma> && pixel_bytes <= 4, LumaOfBytes, Compute>
      compute_;
};

/// Calls use(i, bins) with the bins of the pixels of a run, vector by vector; `i` is a vector's
/// first pixel. The last vector may contain more bins than the run has pixels.
template <class Source, class Use>
inline void visit_bins(const Source& source, const ProjectionTable& table, const Run& run,
                       const Use& use) {
  const uint32_t bins = table.bins, depth = table.depth;
  const bool bins_are_values = table.bins_are_values;
  const uint8_t* p = run.p;
  for (uint32_t i = 0; i < run.pixels; i += pixels_at_once, p += pixels_at_once * Source::step) {
    uint8_t copy[pixels_at_once * Source::step + 3];
    const uint32_t bytes = (run.pixels - i) * Source::step;
    const bool last = bytes < sizeof copy;
    if (last)
      std::memcpy(copy, p, bytes);
    Lanes bin = source(last ? copy : p);
    if (!bins_are_values)
      bin = bin * bins >> depth; // products below 2^32
    use(i, bin);
  }
}

template <typename Source>
void index_runs(const ProjectionPlan& plan, const ProjectionTable& table, const Run* runs,
                uint32_t n, uint32_t* indices) {
  const Source source(plan, table);
  const Lanes pitch = of_all<Lanes>(plan.pitch),
              outside = of_all<Lanes>(plan.outside + table.first);
  for (uint32_t r = 0; r < n; r++, indices += max_run) {
    const uint32_t start = runs[r].start + table.first, fraction = runs[r].fraction;
    visit_bins(source, table, runs[r], [&](uint32_t i, Lanes bin) {
      const auto offsets = load<Lanes>(plan.offsets + i),
                 fractions = load<Lanes>(plan.fractions + i);
      const Lanes carry = (fractions + fraction) >> 31;
      const Lanes place = offsets + start + (-carry & pitch);
      store(indices + i, (place < outside ? place : outside) + bin);
    });
  }
}

template <typename Source>
void find_bins(const ProjectionPlan& plan, const ProjectionTable& table, const Run* runs,
               uint32_t n, uint16_t* bins) {
  const Source source(plan, table);
  for (uint32_t r = 0; r < n; r++, bins += upright_run)
    visit_bins(source, table, runs[r], [&](uint32_t i, Lanes bin) {
      store(bins + i, __builtin_convertvector(bin, Vector<uint16_t, pixels_at_once>));
    });
}

/// find_bins() of computed values whose high bits are the bin.
void find_high_bits(const ProjectionTable& table, const Run* runs, uint32_t n, uint16_t* bins) {
  typedef uint16_t Words __attribute__((vector_size(4 * pixels_at_once)));
  const Words shift = static_cast<uint16_t>(table.bin_shift) - Words{};
  for (uint32_t r = 0; r < n; r++, bins += upright_run)
    for (uint32_t i = 0; i < runs[r].pixels; i += 2 * pixels_at_once) {
      Words words;
      std::memcpy(&words, runs[r].p + i * sizeof(uint16_t), sizeof words);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
      words = words << 8 | words >> 8;
#endif
      words >>= shift;
      std::memcpy(bins + i, &words, sizeof words);
    }
}

void index(const ProjectionPlan& plan, const ProjectionTable& table, const Run* runs, uint32_t n,
           uint32_t* indices) {
  visit_source<Values, Computed>(plan, table, [&](auto* source) {
    index_runs<std::remove_pointer_t<decltype(source)>>(plan, table, runs, n, indices);
  });
}

void find_any_bins(const ProjectionPlan& plan, const ProjectionTable& table, const Run* runs,
                   uint32_t n, uint16_t* bins) {
  if (table.bins_are_high_bits)
    return find_high_bits(table, runs, n, bins);
  visit_source<Values, Computed>(plan, table, [&](auto* source) {
    find_bins<std::remove_pointer_t<decltype(source)>>(plan, table, runs, n, bins);
  });
}

} // namespace

constexpr ProjectionFunctions projection_functions = {index, find_any_bins, empty_counters,
                                                      filter_low_pass};

} // namespace videohistogram::cpu::INSTRUCTION_SET
