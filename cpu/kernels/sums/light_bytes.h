// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Tables of 256 entries, looked up by permutations of bytes: for files that are compiled for each
// set of instructions, see core/vectors.h.
#pragma once

#include "cpu/kernels/sums/vector_sums.h"

#if defined(__AVX512VBMI__)
namespace videohistogram::cpu::INSTRUCTION_SET {

namespace {

/// One byte of each of 64 entries: `bytes` has that byte of all 256, which fit four registers.
inline Bytes look_up_byte(__m512i codes, const uint8_t* bytes) {
  const __m512i low_half = _mm512_permutex2var_epi8(load<__m512i>(bytes), codes,
                                                    load<__m512i>(bytes + 64)),
                high_half = _mm512_permutex2var_epi8(load<__m512i>(bytes + 128), codes,
                                                     load<__m512i>(bytes + 192));
  return as<Bytes>(_mm512_mask_blend_epi8(_mm512_movepi8_mask(codes), low_half, high_half));
}
/// The first `n` of 64 codes; the others are 0.
inline __m512i load_codes(const uint8_t* codes, uint32_t n) {
  return _mm512_maskz_loadu_epi8(n >= 64 ? ~__mmask64{0} : (__mmask64{1} << n) - 1, codes);
}

} // namespace

} // namespace videohistogram::cpu::INSTRUCTION_SET
#endif
