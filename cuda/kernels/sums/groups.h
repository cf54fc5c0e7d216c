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
constexpr uint32_t group_pixels = 8 / sample_bytes;

/// The samples of a group.
struct GroupSamples {
  SampleWords<2> luma, cb, cr;
};

/// Reads groups of pixels that lie below each other. With `chroma` of another layout than `any`, Y
/// lies directly, and there is a sample of chroma per two pixels. Else the group is read sample by
/// sample, with a sample of chroma per pixel.
template <uint32_t sample_bytes, bool colours, Layout chroma>
class GroupReader {
  static constexpr bool fast = chroma != Layout::any;
  using Luma = LaneReader<sample_bytes, fast ? Layout::direct : Layout::any, 2>;
  using Chroma = LaneReader<sample_bytes, fast ? chroma : Layout::direct, 1>;

public:
  /// Pixels that share a sample of chroma.
  static constexpr uint32_t chroma_step = fast ? 2 : 1;

  VIDEOHISTOGRAM_HOST_DEVICE GroupReader(const SumsParameters& p, uint32_t x)
      : p_(p), x_(x), luma_(p, p.planes[0], x), cb_(p, p.planes[1], x / 2),
        cr_(p, p.planes[2], x / 2) {}

  /// The samples of a group as they are loaded.
  struct Raw {
    typename Luma::Raw luma;
    SampleWords<2> cb, cr;
  };
  /// The group in row y of the present frame or of the frame before.
  VIDEOHISTOGRAM_HOST_DEVICE Raw fetch(bool before, uint32_t y) const {
    Raw raw{};
    raw.luma = luma_.fetch(before, y);
    if constexpr (colours) {
      const uint32_t row = chroma_row_of(y, p_.y_sub, before ? p_.before_interlaced : p_.interlaced,
                                         (p_.planes[0].height - 1) >> p_.y_sub);
      if constexpr (fast) {
        raw.cb = from(cb_.fetch(before, row));
        raw.cr = from(cr_.fetch(before, row));
      } else {
        raw.cb = gather(1, before, row);
        raw.cr = gather(2, before, row);
      }
    }
    return raw;
  }
  VIDEOHISTOGRAM_HOST_DEVICE GroupSamples unpack(const Raw& raw) const {
    GroupSamples samples{luma_.unpack(raw.luma), raw.cb, raw.cr};
    if constexpr (colours && fast) {
      samples.cb.w[0] = cb_.unpack(to<typename Chroma::Raw>(raw.cb)).w[0];
      samples.cr.w[0] = cr_.unpack(to<typename Chroma::Raw>(raw.cr)).w[0];
    }
    return samples;
  }

private:
  template <uint32_t n>
  VIDEOHISTOGRAM_HOST_DEVICE static SampleWords<2> from(const SampleWords<n>& raw) {
    return {raw.w[0], raw.w[n - 1]};
  }
  template <class Raw>
  VIDEOHISTOGRAM_HOST_DEVICE static Raw to(const SampleWords<2>& words) {
    Raw raw{};
    raw.w[0] = words.w[0];
    if constexpr (sizeof raw > sizeof raw.w[0])
      raw.w[1] = words.w[1];
    return raw;
  }
  VIDEOHISTOGRAM_HOST_DEVICE SampleWords<2> gather(uint32_t plane, bool before,
                                                   uint32_t row) const {
    return gather_samples<sample_bytes, 2>(p_,
                                           before ? p_.planes[plane].before : p_.planes[plane].now,
                                           x_, row, p_.planes[0].width, p_.x_sub);
  }

  const SumsParameters& p_;
  uint32_t x_;
  Luma luma_;
  Chroma cb_, cr_;
};

/// The layout of chroma for GroupReader.
template <uint32_t sample_bytes>
VIDEOHISTOGRAM_HOST_DEVICE inline Layout group_layout(const SumsParameters& p) {
  constexpr uint32_t n = group_pixels<sample_bytes>;
  if (layout_of(p, p.planes[0], n) != Layout::direct)
    return Layout::any;
  if (p.n_planes == 1) // there are no colours
    return Layout::direct;
  const Layout layout = layout_of(p, p.planes[1], n / 2);
  return p.x_sub == 1 && layout == layout_of(p, p.planes[2], n / 2) ? layout : Layout::any;
}

/// Codes of bytes are words with the exponent of 2^23, in which the unit of a float is a code. So a
/// GPU needs no conversion, and the unit for logic is left to others.
constexpr uint32_t code_bits = 0x4b000000;

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
template <uint32_t chroma_step>
class ByteColours {
public:
  VIDEOHISTOGRAM_HOST_DEVICE ByteColours(const SumsParameters& p, const GroupSamples& samples)
      : t_(p.units), samples_(samples) {}

  /// R, G and B of pixel `i`, which is the first one, or the one after that of the last call.
  VIDEOHISTOGRAM_HOST_DEVICE void next(uint32_t i, uint32_t (&colours)[3]) {
    if (i % chroma_step == 0) {
      const float cb = number_of_code(byte_code(samples_.cb.w, i / chroma_step)),
                  cr = number_of_code(byte_code(samples_.cr.w, i / chroma_step));
      VIDEOHISTOGRAM_UNROLL
      for (uint32_t c = 0; c < 3; c++)
        chroma_[c] = cb * t_.cb[c] + (cr * t_.cr[c] + t_.constant[c]);
    }
    const float luma = number_of_code(byte_code(samples_.luma.w, i));
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t c = 0; c < 3; c++)
      colours[c] = code_of_unit(luma * t_.luma[c] + chroma_[c]);
  }

private:
  const UnitTransform& t_;
  const GroupSamples& samples_;
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
template <uint32_t chroma_step, class Number>
class WordColours {
public:
  VIDEOHISTOGRAM_HOST_DEVICE WordColours(const SumsParameters& p, const GroupSamples& samples)
      : t_(p.colours), samples_(samples) {}

  VIDEOHISTOGRAM_HOST_DEVICE void next(uint32_t i, uint32_t (&colours)[3]) {
    const uint32_t luma = sample_of<2>(samples_.luma.w, i);
    VIDEOHISTOGRAM_UNROLL
    for (uint32_t c = 0; c < 3; c++) {
      if (i % chroma_step == 0)
        chroma_[c] = chroma_part<Number>(t_, c, sample_of<2>(samples_.cb.w, i / chroma_step),
                                         sample_of<2>(samples_.cr.w, i / chroma_step));
      colours[c] = colour_of(t_, c, chroma_[c], luma);
    }
  }

private:
  const ColourTransform& t_;
  const GroupSamples& samples_;
  Number chroma_[3] = {};
};

} // namespace videohistogram::cuda
