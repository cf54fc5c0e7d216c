// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu/kernels/projection/empty_lanes.h"
#include "cpu/kernels/projection/index_lanes.h"

namespace videohistogram::cpu {

void index_generic(const ProjectionPlan& plan, const ProjectionTable& table, const Run* runs,
                   uint32_t n, uint32_t* indices) {
  index_lanes(plan, table, runs, n, indices);
}

void bins_generic(const ProjectionPlan& plan, const ProjectionTable& table, const Run* runs,
                  uint32_t n, uint16_t* bins) {
  bins_lanes(plan, table, runs, n, bins);
}

void empty_generic(uint16_t* counters, uint32_t n, uint32_t fold, uint16_t* counts,
                   uint32_t* sums) {
  empty_counters(counters, n, fold, counts, sums);
}

} // namespace videohistogram::cpu
