// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Target::count and Target::merge_copies of the targets.
#pragma once

#include "cpu/kernels/plane/count.h"

namespace videohistogram::cpu {

namespace generic {
void count(const BytePlan& plan, const uint8_t* p, size_t pixels, ByteTally& tally);
}

namespace avx512 {
void count(const BytePlan& plan, const uint8_t* p, size_t pixels, ByteTally& tally);
void merge_copies(const BytePlan& plan, ByteTally& tally);
} // namespace avx512

} // namespace videohistogram::cpu
