// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/projection/index_lanes.h"

namespace videohistogram::cpu {

void index_generic(const ProjectionPlan& plan, const Run* runs, uint32_t n, Indices* indices) {
  index_lanes(plan, runs, n, indices);
}

} // namespace videohistogram::cpu
