// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels, compiled once for each set of instructions: see core/vectors.h. Constants of other
// headers are used by value. The file is compiled with -ffp-contract=off, so that all sets round
// alike.
#include "core/vectors.h"
#include "plugin/scope/draw/kernels/targets.h"

#include <utility>

namespace videohistogram::scope::INSTRUCTION_SET {

namespace {

/// Numbers of 32 bits in a vector.
constexpr size_t lanes = ints;
typedef Full<float> Floats;
typedef Full<uint32_t> Words;
typedef Full<uint16_t> Halves;
typedef Full<uint8_t> Bytes;
typedef Vector<uint8_t, ints> Flags;

// Floats that are not negative are in the order of their bits as integers, for whose minima and
// maxima GCC 12 uses one instruction, unlike those of floats.

inline Floats clamp_to_one(Floats v) {
  return reinterpret_cast<Floats>(clamp(reinterpret_cast<Ints>(v), of_all<Ints>(bits_of_one)));
}

inline Words add_saturated_lanes(Words a, Words b) {
#if defined(__AVX512BW__)
  return reinterpret_cast<Words>(
      _mm512_adds_epu8(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#elif defined(__AVX2__)
  return reinterpret_cast<Words>(
      _mm256_adds_epu8(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#elif defined(__SSE2__)
  return reinterpret_cast<Words>(
      _mm_adds_epu8(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#else
  const Bytes sum = reinterpret_cast<Bytes>(a) + reinterpret_cast<Bytes>(b);
  return reinterpret_cast<Words>(sum | reinterpret_cast<Bytes>(sum < reinterpret_cast<Bytes>(a)));
#endif
}

/// The nearest float of each count, of 32 bits without a sign.
inline Floats to_floats(Words counts) {
#if defined(__AVX512BW__)
  return __builtin_convertvector(counts, Floats);
#else
  const Ints high = reinterpret_cast<Ints>(counts >> 16);
  const Ints low = reinterpret_cast<Ints>(counts & 0xffff);
  return __builtin_convertvector(high, Floats) * 65536.0f + __builtin_convertvector(low, Floats);
#endif
}

/// light_of() per lane.
inline Words light_of_lanes(Ints brightness, Words colour, Words white) {
  const Words b = reinterpret_cast<Words>(brightness);
  const Halves once = reinterpret_cast<Halves>(b | b << 16);
  const Halves square = once * once >> 8, fourth = square * square >> 8;
  const Halves full = once + (once >> 7); // 0 to 256
  const Halves even = full * reinterpret_cast<Halves>(colour & 0x00ff00ff) +
                      fourth * reinterpret_cast<Halves>(white & 0x00ff00ff);
  const Halves odd = full * reinterpret_cast<Halves>(colour >> 8 & 0x00ff00ff) +
                     fourth * reinterpret_cast<Halves>(white >> 8 & 0x00ff00ff);
  return reinterpret_cast<Words>(even >> 8) | (reinterpret_cast<Words>(odd) & 0xff00ff00);
}

/// videohistogram::brightness_of() per lane.
inline Ints brightness_of(Floats samples, const Response& response) {
  const Floats density = samples * response.scale;
  const Floats scaled =
      __builtin_convertvector(reinterpret_cast<Ints>(density) - bits_of_one, Floats) *
      response.gamma;
  const Ints power = __builtin_convertvector(scaled, Ints) + bits_of_one,
             one = of_all<Ints>(bits_of_one);
  const Ints few = reinterpret_cast<Ints>(samples * response.specimen),
             least = reinterpret_cast<Ints>(Floats{} + response.least);
  const Floats floor = reinterpret_cast<Floats>(few < least ? few : least);
  const Floats limited = reinterpret_cast<Floats>(power < one ? power : one);
  const Floats brightness = floor + limited * response.rest;
  return __builtin_convertvector(brightness * full_brightness + 0.5f, Ints); // of 0: 0
}

inline Floats load_counts(const uint32_t* counts) {
  return to_floats(load<Words>(counts));
}
inline Floats load_counts(const uint16_t* counts) {
  return __builtin_convertvector(load_ints(counts), Floats);
}

/// Adds `n_rows` rows to `out` unless `first`, else to 0.
template <size_t n_rows, class Count>
void add_rows(float* out, const CountRow<Count>* rows, bool first, size_t n) {
  const Count* counts[n_rows];
  float share[n_rows];
  for (size_t row = 0; row < n_rows; row++) {
    counts[row] = rows[row].counts;
    share[row] = rows[row].share;
  }
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    Floats sum = first ? Floats{} : load<Floats>(out + i);
#pragma GCC unroll 4
    for (size_t row = 0; row < n_rows; row++)
      sum += load_counts(counts[row] + i) * share[row];
    store(out + i, sum);
  }
  for (; i < n; i++) {
    float sum = first ? 0 : out[i];
    for (size_t row = 0; row < n_rows; row++)
      sum += static_cast<float>(counts[row][i]) * share[row];
    out[i] = sum;
  }
}

/// Adds few rows at a time: rows may begin a multiple of 4 KiB apart, where many of them do not
/// stay in the L1 cache together.
template <class Count>
void add_counts_lanes(float* out, const CountRow<Count>* rows, size_t n_rows, size_t n) {
  constexpr size_t at_once = 4;
  if (n_rows == 0)
    return add_rows<0>(out, rows, true, n);
  for (size_t row = 0; row < n_rows; row += at_once) {
    constexpr decltype(&add_rows<1, Count>) add[] = {add_rows<1, Count>, add_rows<2, Count>,
                                                     add_rows<3, Count>, add_rows<4, Count>};
    const size_t left = n_rows - row;
    add[(left < at_once ? left : at_once) - 1](out, rows + row, row == 0, n);
  }
}

void mix_lanes(float* out, const SampleRow* rows, size_t n_rows, size_t n) {
  for (size_t i = 0; i < n; i += lanes) {
    Floats sum = load<Floats>(rows[0].samples + i) * rows[0].share;
    for (size_t row = 1; row < n_rows; row++)
      sum += load<Floats>(rows[row].samples + i) * rows[row].share;
    store(out + i, sum);
  }
}

template <size_t... i>
inline Floats low_lanes(Floats a, Floats b, std::index_sequence<i...>) {
  return __builtin_shufflevector(a, b, (i / 2 + i % 2 * lanes)...);
}
template <size_t... i>
inline Floats high_lanes(Floats a, Floats b, std::index_sequence<i...>) {
  return __builtin_shufflevector(a, b, (lanes / 2 + i / 2 + i % 2 * lanes)...);
}

/// Transposes `lanes` vectors: each step interleaves the first half of them with the second. Loops
/// are unrolled, so that the vectors stay in registers.
inline void transpose_block(Floats (&block)[lanes]) {
  constexpr std::make_index_sequence<lanes> all;
#pragma GCC unroll 4
  for (size_t step = 1; step < lanes; step *= 2) {
    Floats next[lanes];
#pragma GCC unroll 8
    for (size_t i = 0; i < lanes / 2; i++) {
      next[2 * i] = low_lanes(block[i], block[i + lanes / 2], all);
      next[2 * i + 1] = high_lanes(block[i], block[i + lanes / 2], all);
    }
#pragma GCC unroll 16
    for (size_t i = 0; i < lanes; i++)
      block[i] = next[i];
  }
}

void transpose_lanes(const float* columns, size_t column_stride, size_t bins, float* rows,
                     size_t row_stride, uint8_t* used) {
  for (size_t bin = 0; bin < bins; bin += lanes) {
    Ints any = {};
    for (size_t first = 0; first < row_padding; first += lanes) {
      Floats block[lanes];
#pragma GCC unroll 16
      for (size_t i = 0; i < lanes; i++) {
        block[i] = load<Floats>(columns + (first + i) * column_stride + bin);
        any |= reinterpret_cast<Ints>(block[i]);
      }
      transpose_block(block);
#pragma GCC unroll 16
      for (size_t i = 0; i < lanes; i++) {
        if (bin + i >= bins)
          break;
        store(rows + (bin + i) * row_stride + first, block[i]);
      }
    }
    store(used + bin, load<Flags>(used + bin) | __builtin_convertvector((any != 0) & 1, Flags));
  }
}

/// CountSums of 32 bits per lane. Logarithms of counts of up to 16 bits are below 2^12.
struct LaneSums {
  Ints samples = {}, logarithms = {}, most = {};

  void add(Ints count) {
    const Ints bits = reinterpret_cast<Ints>(__builtin_convertvector(count, Floats));
    samples += count;
    logarithms += count * ((bits - bits_of_one) >> (23 - logarithm_bits)); // of 0: 0
    most = most > count ? most : count;
  }
  void add_to(CountSums& sums) const {
    for (size_t lane = 0; lane < lanes; lane++)
      sums.add({static_cast<uint32_t>(samples[lane]), static_cast<uint32_t>(logarithms[lane]),
                static_cast<uint32_t>(most[lane])});
  }
};

CountSums measure_narrow_lanes(const uint16_t* counts, size_t n) {
  LaneSums of_lanes;
  size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    of_lanes.add(load_ints(counts + i));
  CountSums sums;
  of_lanes.add_to(sums);
  for (; i < n; i++)
    sums.add(counts[i]);
  return sums;
}

/// The bits that any count of a block has, in lanes.
inline Ints bits_of_block(const uint32_t* counts) {
  Ints bits = {};
#pragma GCC unroll 4
  for (size_t i = 0; i < row_padding; i += lanes)
    bits |= load<Ints>(counts + i);
  return bits;
}

UsedBins measure_wide_lanes(const uint32_t* counts, size_t n, CountSums& sums) {
  constexpr int32_t short_bits = 12;
  constexpr size_t blocks_at_once = 32; // of counts that short, which no lane adds up to 2^32
  UsedBins used;
  const auto use = [&](size_t begin, size_t end) {
    if (used.end == 0)
      used.begin = static_cast<uint32_t>(begin);
    used.end = static_cast<uint32_t>(end);
  };
  size_t i = 0;
  while (i + row_padding <= n) {
    LaneSums of_lanes;
    bool any = false;
    for (size_t block = 0; block < blocks_at_once && i + row_padding <= n; block++) {
      const uint32_t* const at = counts + i;
      const Ints bits = bits_of_block(at);
      if (any_bits(bits)) {
        use(i, i + row_padding);
        if (any_bits(bits & ~((1 << short_bits) - 1))) {
          for (size_t k = 0; k < row_padding; k++)
            sums.add(at[k]);
        } else {
          any = true;
#pragma GCC unroll 4
          for (size_t k = 0; k < row_padding; k += lanes)
            of_lanes.add(load<Ints>(at + k));
        }
      }
      i += row_padding;
    }
    if (any)
      of_lanes.add_to(sums);
  }
  for (const size_t rest = i; i < n; i++)
    if (counts[i] > 0) {
      use(rest, n);
      sums.add(counts[i]);
    }
  return used;
}

uint32_t all_bits_lanes(const uint32_t* counts, size_t n) {
  Ints bits = {};
  size_t i = 0;
  for (; i + row_padding <= n; i += row_padding)
    bits |= bits_of_block(counts + i);
  uint32_t all = 0;
  for (size_t lane = 0; lane < lanes; lane++)
    all |= static_cast<uint32_t>(bits[lane]);
  for (; i < n; i++)
    all |= counts[i];
  return all;
}

void mean_colours_lanes(uint32_t* out, const float* samples, const float* const* sums, size_t n,
                        const MeanColours& of) {
  for (size_t i = 0; i < n; i += lanes) {
    const Floats at = load<Floats>(samples + i);
    if (!any_bits(reinterpret_cast<Ints>(at)))
      continue;
    Floats colour[3];
    for (size_t c = 0; c < 3; c++) {
      colour[c] = of.constants[c] * at;
      for (uint32_t part = 0; part < of.components; part++)
        colour[c] = colour[c] + of.parts[c][part] * load<Floats>(sums[part] + i);
    }
    const Floats rg_most = colour[0] > colour[1] ? colour[0] : colour[1],
                 rg_least = colour[0] < colour[1] ? colour[0] : colour[1];
    const Floats most = rg_most > colour[2] ? rg_most : colour[2],
                 least = rg_least < colour[2] ? rg_least : colour[2];
    const Floats factor =
        mean_brightness * mean_saturation / ((most - least) + (mean_knee * at + least_divisor));
    Words pixels = {};
    for (size_t c = 0; c < 3; c++) {
      const Floats code = mean_brightness - (most - colour[c]) * factor;
      pixels |= reinterpret_cast<Words>(__builtin_convertvector(code + 0.5f, Ints)) << of.shifts[c];
    }
    store(out + i, pixels);
  }
}

/// lifted_brightness().
inline Ints lifted_lanes(const ColourLift& lift, Words colour, Ints brightness) {
  const Words r = colour >> lift.shifts[0] & 255, g = colour >> lift.shifts[1] & 255,
              b = colour >> lift.shifts[2] & 255;
  const Words sum = red_part * r * r + green_part * g * g + blue_part * b * b;
  const Ints none = {}, lack = static_cast<int32_t>(dark_luminance) -
                               reinterpret_cast<Ints>(static_cast<Words>(sum >> 16));
  const Ints up = brightness * static_cast<int32_t>(lift.rise),
             down = (255 - brightness) * static_cast<int32_t>(lift.fall);
  const Ints part = (up < down ? up : down) >> 8,
             most = (lack > none ? lack : none) * static_cast<int32_t>(lift.share) >> 8;
  return brightness + (most * part >> 8);
}

void add_trace_lanes(uint32_t* pixels, const float* samples, size_t n, const TraceLight& light) {
  const Words white = Words{} + light.light.white, colour = Words{} + light.light.colour;
  for (size_t i = 0; i < n; i += lanes) {
    const Floats at = load<Floats>(samples + i);
    if (!any_bits(reinterpret_cast<Ints>(at)))
      continue;
    const Words of = light.colours ? load<Words>(light.colours + i) : colour;
    Ints brightness = brightness_of(at, light.response);
    if (light.lift.share > 0)
      brightness = lifted_lanes(light.lift, of, brightness);
    const Words added = light_of_lanes(brightness, of, white);
    store(pixels + i, add_saturated_lanes(load<Words>(pixels + i), added));
  }
}

/// Adds the light of curve_brightness().
void add_curve_lanes(uint32_t* pixels, const CurveRow& row, size_t n, const LightColour& light) {
  const Words white = Words{} + light.white, colour = Words{} + light.colour;
  for (size_t i = 0; i < n; i += lanes) {
    const Floats covered = clamp_to_one(load<Floats>(row.heights + i) - row.bottom);
    if (!any_bits(reinterpret_cast<Ints>(covered)))
      continue;
    const Floats of_outline = clamp_to_one(row.bottom + 1 - load<Floats>(row.steps + i));
    const Ints brightness =
        __builtin_convertvector(covered * (curve_fill + curve_outline * of_outline), Ints);
    store(pixels + i,
          add_saturated_lanes(load<Words>(pixels + i), light_of_lanes(brightness, colour, white)));
  }
}

} // namespace

constexpr Kernels kernels = {name,
                             supported,
                             add_counts_lanes<uint16_t>,
                             add_counts_lanes<uint32_t>,
                             mix_lanes,
                             transpose_lanes,
                             measure_narrow_lanes,
                             measure_wide_lanes,
                             all_bits_lanes,
                             mean_colours_lanes,
                             add_trace_lanes,
                             add_curve_lanes};

} // namespace videohistogram::scope::INSTRUCTION_SET
