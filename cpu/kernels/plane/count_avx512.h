// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cpu/kernels/plane/count.h"
#include "cpu/kernels/projection/count_projection.h"

/// The functions of the target "avx512". Call only on CPUs with AVX512F, BW, DQ, VL, VBMI, VBMI2,
/// VNNI, VPOPCNTDQ, GFNI and POPCNT.
namespace videohistogram::cpu::avx512 {

void count(const BytePlan& plan, const uint8_t* p, size_t pixels, ByteTally& tally);
void merge_copies(const BytePlan& plan, ByteTally& tally);
void index(const ProjectionPlan& plan, const ProjectionTable& table, const Run* runs, uint32_t n,
           uint32_t* indices);
void bins(const ProjectionPlan& plan, const ProjectionTable& table, const Run* runs, uint32_t n,
          uint16_t* bins);
void empty(uint16_t* counters, uint32_t n, uint32_t fold, uint16_t* counts, uint32_t* sums);

} // namespace videohistogram::cpu::avx512
