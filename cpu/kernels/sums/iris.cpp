// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The sums of IRIS. Pixels are added up in steps. In a step, numbers of 32 bits hold light, which
// is at most 2^24. With permutations of bytes, most steps need no such numbers: low bits tell where
// luminance differs, and codes where there is no red.
#include "cpu/kernels/sums/light_bytes.h"
#include "cpu/kernels/sums/set_functions.h"
#include "cpu/kernels/sums/vector_sums.h"

namespace videohistogram::cpu::INSTRUCTION_SET {

namespace {

constexpr uint32_t step_pixels = 64, step_vectors = step_pixels / ints;

/// R, G and B of a step, from the pixel `at` on. After the last of `n` pixels there are codes 0.
struct Step {
  const IrisColours& colours;
  const IrisLight& light;
  uint32_t at, n;

  bool has_before() const { return colours.before[0] != nullptr; }
};

/// Linear R, G and B of a step's pixels, in an order that is always the same.
struct Linear {
  Ints of[3][step_vectors];

#if defined(__AVX512VBMI__)
  Linear(const Step& step, const uint8_t* const colours[3]) {
    for (uint32_t c = 0; c < 3; c++) {
      const __m512i codes = load_codes(colours[c] + step.at, step.n);
      __m512i bytes[4];
      for (uint32_t i = 0; i < 4; i++)
        bytes[i] = as<__m512i>(look_up_byte(codes, step.light.table.bytes + 256 * i));
      const __m512i low[2] = {_mm512_unpacklo_epi8(bytes[0], bytes[1]),
                              _mm512_unpackhi_epi8(bytes[0], bytes[1])};
      const __m512i high[2] = {_mm512_unpacklo_epi8(bytes[2], bytes[3]),
                               _mm512_unpackhi_epi8(bytes[2], bytes[3])};
      for (uint32_t i = 0; i < 2; i++) {
        of[c][2 * i] = as<Ints>(_mm512_unpacklo_epi16(low[i], high[i]));
        of[c][2 * i + 1] = as<Ints>(_mm512_unpackhi_epi16(low[i], high[i]));
      }
    }
  }
#else
  Linear(const Step& step, const uint8_t* const colours[3]) {
    uint32_t entries[3][step_pixels];
    for (uint32_t c = 0; c < 3; c++) {
#pragma GCC unroll 8
      for (uint32_t i = 0; i < step.n; i++)
        entries[c][i] = step.light.table.entries[colours[c][step.at + i]];
      for (uint32_t i = step.n; i < step_pixels; i++)
        entries[c][i] = 0;
    }
    std::memcpy(of, entries, sizeof of);
  }
#endif

  /// max(0, r - g - b) if r >= 4 (g + b), else 0.
  Ints red(uint32_t i) const {
    const Ints others = of[1][i] + of[2][i];
    return (of[0][i] >= 4 * others) & (of[0][i] - others);
  }
};

/// The sum of all lanes of a step's vectors, whose numbers are at most 2^24.
template <class Of>
inline uint64_t add_vectors(const Of& of) {
  Singles sums{};
  for (uint32_t i = 0; i < step_vectors; i++)
    sums += as<Singles>(of(i));
  return total(sums);
}

/// Pixels whose luminance differs. A sum of 32 bits tells nearly always, and never differs where
/// the luminance does not.
uint64_t count_luminance_changes(const Linear& now, const Linear& before) {
  return add_vectors([&](uint32_t i) -> Ints {
    Ints more[3];
    for (uint32_t c = 0; c < 3; c++)
      more[c] = now.of[c][i] - before.of[c][i];
    const auto times = [&](uint32_t c, uint32_t factor) { return as<Singles>(more[c]) * factor; };
    Ints changed = as<Ints>(times(0, 1063) + times(1, 3576) + times(2, 361) != 0u) & 1;
    if (any_bits((changed == 0) & ((more[0] | more[1] | more[2]) != 0)))
      for (uint32_t lane = 0; lane < ints; lane++) {
        const int64_t sum = int64_t{1063} * more[0][lane] + int64_t{3576} * more[1][lane] +
                            int64_t{361} * more[2][lane];
        changed[lane] = sum != 0 ? 1 : 0;
      }
    return changed;
  });
}

#if defined(__AVX512VBMI__)

/// The sums of red.
struct Red {
  uint64_t sum, changed;
};
Red add_red(const Step& step) {
  const Linear now(step, step.colours.now);
  Red red{add_vectors([&](uint32_t i) { return now.red(i); }), 0};
  if (step.has_before()) {
    const Linear before(step, step.colours.before);
    red.changed = add_vectors([&](uint32_t i) { return (now.red(i) != before.red(i)) & 1; });
  }
  return red;
}

/// Codes of a step.
struct Codes {
  __m512i of[3];

  Codes(const Step& step, const uint8_t* const colours[3]) {
    for (uint32_t c = 0; c < 3; c++)
      of[c] = load_codes(colours[c] + step.at, step.n);
  }

  /// The pixels that may have red: those whose G and B have at most a quarter of the light of R.
  __mmask64 may_be_red(const IrisLight& light) const {
    const __m512i most = as<__m512i>(look_up_byte(of[0], light.quarter));
    return _mm512_test_epi8_mask(of[0], of[0]) & _mm512_cmple_epu8_mask(of[1], most) &
           _mm512_cmple_epu8_mask(of[2], most);
  }
};

/// The 16 low bits of each light of a colour: of half of the pixels, and of the other half.
struct LowLight {
  Halves of[2];

  LowLight(Bytes low, Bytes high)
      : of{as<Halves>(_mm512_unpacklo_epi8(as<__m512i>(low), as<__m512i>(high))),
           as<Halves>(_mm512_unpackhi_epi8(as<__m512i>(low), as<__m512i>(high)))} {}
};

/// Adds the sums of pixels.
struct IrisSums {
  Longs bytes[3][4] = {}; ///< of the light of R, G and B, byte by byte
  uint64_t luminance_changed = 0, red = 0, red_changed = 0;

  void add(const Step& step) {
    const uint8_t* const table = step.light.table.bytes;
    const Codes now(step, step.colours.now);
    __mmask64 red_pixels = now.may_be_red(step.light);
    Halves differences[2] = {};
    constexpr uint16_t factors[3] = {1063, 3576, 361};
    __mmask64 changed = 0; // codes
    for (uint32_t c = 0; c < 3; c++) {
      Bytes found[4];
      for (uint32_t i = 0; i < 4; i++) {
        found[i] = look_up_byte(now.of[c], table + 256 * i);
        bytes[c][i] = add_bytes(bytes[c][i], found[i]);
      }
      if (!step.has_before())
        continue;
      const __m512i codes = load_codes(step.colours.before[c] + step.at, step.n);
      changed |= _mm512_cmpneq_epu8_mask(codes, now.of[c]);
      const LowLight light(found[0], found[1]),
          before(look_up_byte(codes, table), look_up_byte(codes, table + 256));
      for (uint32_t half = 0; half < 2; half++)
        differences[half] += (light.of[half] - before.of[half]) * factors[c];
    }
    if (step.has_before()) {
      // Low bits never differ where the luminance does not.
      const auto certain = static_cast<uint64_t>(
          __builtin_popcount(
              _mm512_test_epi16_mask(as<__m512i>(differences[0]), as<__m512i>(differences[0]))) +
          __builtin_popcount(
              _mm512_test_epi16_mask(as<__m512i>(differences[1]), as<__m512i>(differences[1]))));
      luminance_changed +=
          certain == static_cast<uint64_t>(__builtin_popcountll(changed))
              ? certain
              : count_luminance_changes({step, step.colours.now}, {step, step.colours.before});
      red_pixels |= Codes(step, step.colours.before).may_be_red(step.light);
    }
    if (red_pixels != 0)
      take(add_red(step));
  }

  uint64_t linear(uint32_t c) const {
    return total(bytes[c][0] + (bytes[c][1] << uint64_t{8}) + (bytes[c][2] << uint64_t{16}) +
                 (bytes[c][3] << uint64_t{24}));
  }

private:
  void take(const Red& more) {
    red += more.sum;
    red_changed += more.changed;
  }
};

#else

struct IrisSums {
  uint64_t light[3] = {}, luminance_changed = 0, red = 0, red_changed = 0;

  void add(const Step& step) {
    const Linear now(step, step.colours.now);
    for (uint32_t c = 0; c < 3; c++)
      light[c] += add_vectors([&](uint32_t i) { return now.of[c][i]; });
    red += add_vectors([&](uint32_t i) { return now.red(i); });
    if (!step.has_before())
      return;
    const Linear before(step, step.colours.before);
    luminance_changed += count_luminance_changes(now, before);
    red_changed += add_vectors([&](uint32_t i) { return (now.red(i) != before.red(i)) & 1; });
  }
  uint64_t linear(uint32_t c) const { return light[c]; }
};

#endif

} // namespace

void add_iris(const IrisColours& colours, uint32_t n, const IrisLight& light, int64_t sums[4]) {
  IrisSums of_all;
  for (uint32_t at = 0; at < n; at += step_pixels)
    of_all.add({colours, light, at, n - at < step_pixels ? n - at : step_pixels});
  const uint64_t luminance =
      2126 * of_all.linear(0) + 7152 * of_all.linear(1) + 722 * of_all.linear(2);
  sums[0] += static_cast<int64_t>(luminance);
  sums[1] += static_cast<int64_t>(of_all.luminance_changed);
  sums[2] += static_cast<int64_t>(of_all.red);
  sums[3] += static_cast<int64_t>(of_all.red_changed);
}

} // namespace videohistogram::cpu::INSTRUCTION_SET
