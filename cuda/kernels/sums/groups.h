// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Groups of neighbouring pixels in a row, which share loads and chroma, and their R, G and B.
#pragma once

#include "core/field_rows.h"
#include "cuda/kernels/sums/samples.h"

#include <cstdint>
#include <cstring>

namespace videohistogram::cuda {

/// Pixels of a group; groups begin at multiples of as many columns.
template <uint32_t sample_bytes>
constexpr uint32_t sum_group_pixels = 8 / sample_bytes;

/// The samples of a group of one or two rows, which share chroma.
template <uint32_t rows>
struct GroupSamples {
  SampleWords<2> luma[rows], cb, cr;
};

/// Reads groups of pixels. With `chroma` of another layout than `any`, Y lies directly, there is a
/// sample of chroma per two pixels, and Cb and Cr are neighbours if they lie in pairs. Else the
/// group is read sample by sample, with a sample of chroma per pixel.
template <uint32_t sample_bytes, bool colours, Layout chroma, uint32_t rows>
class GroupReader {
  static constexpr bool fast = chroma != Layout::any;

public:
  /// Pixels that share a sample of chroma.
  static constexpr uint32_t chroma_step = fast ? 2 : 1;

  /// The samples of a group as they are loaded. In pairs, those of Cb and Cr are in `cb`.
  using Raw = GroupSamples<rows>;

  /// The group in column x whose first row is y, of the present frame or of the frame before. The
  /// frame has the first row; others are read from its last row if it has no such row.
  VIDEOHISTOGRAM_HOST_DEVICE static Raw fetch(const SumsParameters& p, bool before, uint32_t x,
                                              uint32_t y) {
    const SumsParameters::Plane& luma = p.planes[0];
    const auto samples_of = [&](uint32_t plane) -> const ColourSamples& {
      return before ? p.planes[plane].before : p.planes[plane].now;
    };
    Raw raw{};
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t r = 0; r < rows; r++) {
      const uint32_t row = r == 0 || y + r < luma.height ? y + r : luma.height - 1;
      if constexpr (fast)
        load_raw(raw.luma[r].w, group_at(samples_of(0), 0, x * sample_bytes, row));
      else
        raw.luma[r] = gather_samples<sample_bytes, 2>(p, samples_of(0), x, row, luma.width);
    }
    if constexpr (colours) {
      const uint32_t row = chroma_row_of(y, p.y_sub, before ? p.before_interlaced : p.interlaced,
                                         (luma.height - 1) >> p.y_sub);
      if constexpr (!fast) {
        raw.cb = gather_samples<sample_bytes, 2>(p, samples_of(1), x, row, luma.width, p.x_sub);
        raw.cr = gather_samples<sample_bytes, 2>(p, samples_of(2), x, row, luma.width, p.x_sub);
      } else if constexpr (chroma == Layout::pairs) {
        load_raw(raw.cb.w, group_at(samples_of(1), p.planes[1].lead, x * sample_bytes, row));
      } else {
        load_half(raw.cb.w, group_at(samples_of(1), 0, x / 2 * sample_bytes, row));
        load_half(raw.cr.w, group_at(samples_of(2), 0, x / 2 * sample_bytes, row));
      }
    }
    return raw;
  }

  VIDEOHISTOGRAM_HOST_DEVICE static GroupSamples<rows> unpack(const SumsParameters& p,
                                                              const Raw& raw) {
    GroupSamples<rows> samples = raw;
    if constexpr (colours && chroma == Layout::pairs) {
      samples.cb.w[0] = of_pairs(raw.cb.w, p.planes[1].lead);
      samples.cr.w[0] = of_pairs(raw.cb.w, p.planes[2].lead);
    }
    if constexpr (fast && sample_bytes == 2) {
      const auto shift = [&](uint32_t& word) {
        word = word >> p.shift & ((1u << p.depth) - 1) * 0x10001u;
      };
      VIDEOHISTOGRAM_UNROLL
      for (uint32_t r = 0; r < rows; r++) {
        shift(samples.luma[r].w[0]);
        shift(samples.luma[r].w[1]);
      }
      if constexpr (colours) {
        shift(samples.cb.w[0]);
        shift(samples.cr.w[0]);
      }
    }
    return samples;
  }

private:
  /// Where a group begins, `offset` bytes from the first one of its row. A GPU has an instruction
  /// for the product of numbers of 32 bits and the sum.
  VIDEOHISTOGRAM_HOST_DEVICE static const uint8_t*
  group_at(const ColourSamples& samples, uint32_t lead, uint32_t offset, uint32_t row) {
    return samples.first - lead + offset +
           int64_t{static_cast<int32_t>(row)} * static_cast<int32_t>(samples.stride);
  }
  /// One word.
  VIDEOHISTOGRAM_HOST_DEVICE static void load_half(uint32_t (&words)[2], const uint8_t* from) {
    uint32_t word[1];
    load_raw(word, from);
    words[0] = word[0];
  }
  /// The first or the second samples of pairs.
  VIDEOHISTOGRAM_HOST_DEVICE static uint32_t of_pairs(const uint32_t (&words)[2], uint32_t lead) {
    return select4(words[0], words[1],
                   sample_bytes == 1 ? (lead ? 0x7531 : 0x6420) : (lead ? 0x7632 : 0x5410));
  }
};

/// The layout of chroma for GroupReader.
template <uint32_t sample_bytes>
VIDEOHISTOGRAM_HOST_DEVICE inline Layout group_layout(const SumsParameters& p) {
  constexpr uint32_t n = sum_group_pixels<sample_bytes>;
  if (layout_of(p, p.planes[0], n) != Layout::direct)
    return Layout::any;
  if (p.n_planes == 1) // there are no colours
    return Layout::direct;
  const Layout layout = layout_of(p, p.planes[1], n / 2);
  const auto pair = [](const SumsParameters::Plane& plane) { return plane.now.first - plane.lead; };
  const bool alike = layout == layout_of(p, p.planes[2], n / 2) &&
                     (layout == Layout::direct || pair(p.planes[1]) == pair(p.planes[2]));
  return p.x_sub == 1 && alike ? layout : Layout::any;
}

/// The rows of groups: two that share chroma if chroma has half of the rows and no frame has
/// fields, else one.
template <uint32_t sample_bytes>
inline uint32_t group_rows_of(const SumsParameters& p) {
  return p.has_colours() && p.y_sub == 1 && !p.interlaced && !p.before_interlaced &&
                 group_layout<sample_bytes>(p) != Layout::any
             ? 2
             : 1;
}

/// Byte `i` of words, which is known when compiling, as such a code.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t byte_code(const uint32_t* words, uint32_t i) {
  return select4(words[i / 4], code_bits, 0x7440 | i % 4);
}
VIDEOHISTOGRAM_HOST_DEVICE inline float number_of_code(uint32_t code) {
#ifdef __CUDA_ARCH__
  return __uint_as_float(code) - 8388608.0f;
#else
  return static_cast<float>(code - code_bits);
#endif
}
/// Byte `i` of words, which is known when compiling, as a number.
VIDEOHISTOGRAM_HOST_DEVICE inline float byte_number(const uint32_t* words, uint32_t i) {
  return number_of_code(byte_code(words, i));
}
/// The code of a number in units of 256 codes. Beyond white, it is 256.
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t code_of_unit(float unit) {
#ifdef __CUDA_ARCH__
  return __float_as_uint(__fmaf_rd(__saturatef(unit), 256.0f, 8388608.0f));
#else
  const float limited = unit < 0 ? 0 : unit > 1 ? 1 : unit;
  return code_bits + static_cast<uint32_t>(limited * 256.0f);
#endif
}

/// R, G and B of a group's pixels, pixel by pixel, of samples of one byte. All sums are whole
/// multiples of a power of two with less than 24 bits, so that floats are exact.
template <uint32_t chroma_step, uint32_t rows>
class ByteColours {
public:
  VIDEOHISTOGRAM_HOST_DEVICE ByteColours(const SumsParameters& p, const GroupSamples<rows>& samples)
      : t_(p.units), samples_(samples) {}

  /// R, G and B of pixel `i` of row `r`. Pixels come column by column.
  VIDEOHISTOGRAM_HOST_DEVICE void next(uint32_t i, uint32_t r, uint32_t (&colours)[3]) {
    if (i % chroma_step == 0 && r == 0) {
      const float cb = byte_number(samples_.cb.w, i / chroma_step),
                  cr = byte_number(samples_.cr.w, i / chroma_step);
      VIDEOHISTOGRAM_UNROLL
      for (uint32_t c = 0; c < 3; c++)
        chroma_[c] = cb * t_.cb[c] + (cr * t_.cr[c] + t_.constant[c]);
    }
    const float luma = byte_number(samples_.luma[r].w, i);
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t c = 0; c < 3; c++)
      colours[c] = code_of_unit(luma * t_.luma[c] + chroma_[c]);
  }

private:
  const UnitTransform& t_;
  const GroupSamples<rows>& samples_;
  float chroma_[3] = {};
};

/// Colour `index`, of which `chroma` has all but the part of Y. The numbers hold all sums.
template <class Number>
VIDEOHISTOGRAM_HOST_DEVICE inline Number chroma_part(const ColourTransform& t, uint32_t index,
                                                     uint32_t cb, uint32_t cr) {
  const ColourTransform::Row& row = t.rows[index];
  return (Number{1} << (t.shift - 1)) + (Number{t.offset} << t.shift) - Number{row.y} * t.y_zero +
         Number{row.cb} * (static_cast<Number>(cb) - t.c_zero) +
         Number{row.cr} * (static_cast<Number>(cr) - t.c_zero);
}
template <class Number>
VIDEOHISTOGRAM_HOST_DEVICE inline uint32_t colour_of(const ColourTransform& t, uint32_t index,
                                                     Number chroma, uint32_t luma) {
  const auto value = static_cast<int32_t>(
      (chroma + Number{t.rows[index].y} * static_cast<Number>(luma)) >> t.shift);
  const auto last = static_cast<int32_t>((1u << t.depth) - 1);
  return static_cast<uint32_t>(value < 0 ? 0 : value > last ? last : value);
}

/// The same of samples of two bytes, whose codes are numbers.
template <uint32_t chroma_step, uint32_t rows, class Number>
class WordColours {
public:
  VIDEOHISTOGRAM_HOST_DEVICE WordColours(const SumsParameters& p, const GroupSamples<rows>& samples)
      : t_(p.colours), samples_(samples) {}

  VIDEOHISTOGRAM_HOST_DEVICE void next(uint32_t i, uint32_t r, uint32_t (&colours)[3]) {
    const uint32_t luma = sample_of<2>(samples_.luma[r].w, i);
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t c = 0; c < 3; c++) {
      if (i % chroma_step == 0 && r == 0)
        chroma_[c] = chroma_part<Number>(t_, c, sample_of<2>(samples_.cb.w, i / chroma_step),
                                         sample_of<2>(samples_.cr.w, i / chroma_step));
      colours[c] = colour_of(t_, c, chroma_[c], luma);
    }
  }

private:
  const ColourTransform& t_;
  const GroupSamples<rows>& samples_;
  Number chroma_[3] = {};
};

} // namespace videohistogram::cuda
