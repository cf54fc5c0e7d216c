// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/kernels/kernels.h"

#include "plugin/scope/draw/kernels/targets.h"

namespace videohistogram::scope {

bool generic::supported() {
  return true;
}

#ifdef HAVE_AVX512
bool avx512::supported() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif

#ifdef HAVE_AVX2
bool avx2::supported() {
  return __builtin_cpu_supports("avx2");
}
#endif

const Kernels* const* all_kernels() {
  static constexpr const Kernels* all[] = {
#ifdef HAVE_AVX512
      &avx512::kernels,
#endif
#ifdef HAVE_AVX2
      &avx2::kernels,
#endif
      &generic::kernels,
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

} // namespace videohistogram::scope
