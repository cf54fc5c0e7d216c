// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/target.h"

#include "cpu/kernels/colour/colour_functions.h"
#include "cpu/kernels/plane/count_functions.h"
#include "cpu/kernels/projection/projection_functions.h"
#include "cpu/kernels/sums/gradient_functions.h"
#include "cpu/kernels/sums/sums_functions.h"
#include "cpu/kernels/unpack/unpack_functions.h"

namespace videohistogram::cpu {

const Target generic_target = {"generic",
                               [] { return true; },
                               generic::count,
                               nullptr,
                               generic::colour_functions,
                               generic::projection_functions,
                               generic::unpack_functions,
                               generic::sums_functions,
                               generic::gradient_functions};

namespace {

#ifdef HAVE_AVX2
constexpr Target avx2_target = {"avx2",
                                [] { return __builtin_cpu_supports("avx2") != 0; },
                                generic::count,
                                nullptr,
                                avx2::colour_functions,
                                avx2::projection_functions,
                                avx2::unpack_functions,
                                avx2::sums_functions,
                                avx2::gradient_functions};
#endif

#ifdef HAVE_AVX512
bool has_avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
         __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vpopcntdq") &&
         __builtin_cpu_supports("gfni") && __builtin_cpu_supports("popcnt");
}

constexpr Target avx512_target = {"avx512",
                                  has_avx512,
                                  avx512::count,
                                  avx512::merge_copies,
                                  avx512::colour_functions,
                                  avx512::projection_functions,
                                  avx512::unpack_functions,
                                  avx512::sums_functions,
                                  avx512::gradient_functions};
#endif

} // namespace

const Target* const* targets() {
  static constexpr const Target* all[] = {
#ifdef HAVE_AVX512
      &avx512_target,
#endif
#ifdef HAVE_AVX2
      &avx2_target,
#endif
      &generic_target,
      nullptr,
  };
  return all;
}

const Target* find_target(std::string_view name) {
  for (const Target* const* target = targets(); *target; target++)
    if (name == (*target)->name)
      return *target;
  return nullptr;
}

const Target& best_target() {
  const Target* const* target = targets();
  while (!(*target)->supported())
    target++;
  return **target;
}

} // namespace videohistogram::cpu
