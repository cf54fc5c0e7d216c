// SPDX-License-Identifier: LGPL-2.1-or-later
// Compiled for AVX2.
#include "cpu/kernels/projection/index_lanes.h"

namespace videohistogram::cpu {

void index_avx2(const ProjectionPlan& plan, const Run* runs, uint32_t n, Indices* indices) {
  index_lanes(plan, runs, n, indices);
}

} // namespace videohistogram::cpu
