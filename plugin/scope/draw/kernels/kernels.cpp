// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/kernels/kernels.h"

#include "plugin/scope/draw/kernels/targets.h"

namespace videohistogram::scope {

#ifdef HAVE_AVX512
bool has_avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif

#ifdef HAVE_AVX2
bool has_avx2() {
  return __builtin_cpu_supports("avx2");
}
#endif

const Kernels* const* all_kernels() {
  static constexpr const Kernels* all[] = {
#ifdef HAVE_AVX512
      &avx512_kernels,
#endif
#ifdef HAVE_AVX2
      &avx2_kernels,
#endif
      &generic_kernels,
      nullptr,
  };
  return all;
}

const Kernels& best_kernels() {
  const Kernels* const* kernels = all_kernels();
  while (!(*kernels)->supported())
    kernels++;
  return **kernels;
}

uint32_t light_of(const LightColour& light, uint32_t brightness) {
  const uint32_t square = brightness * brightness >> 8, fourth = square * square >> 8;
  const uint32_t full = brightness + (brightness >> 7);
  uint32_t pixel = 0;
  for (uint32_t shift = 0; shift < 32; shift += 8) {
    const uint32_t colour = light.colour >> shift & 255, white = light.white >> shift & 255;
    pixel |= (full * colour + fourth * white) >> 8 << shift;
  }
  return pixel;
}

uint32_t add_saturated(uint32_t a, uint32_t b) {
  constexpr uint32_t low = 0x7f7f7f7f, high = 0x80808080;
  const uint32_t sum = (a & low) + (b & low);
  const uint32_t carry = ((a & b) | ((a | b) & sum)) & high; // out of each byte
  return (sum ^ ((a ^ b) & high)) | ((carry >> 7) * 255);
}

} // namespace videohistogram::scope
