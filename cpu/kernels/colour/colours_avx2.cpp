// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Compiled for AVX2.
#include "cpu/kernels/colour/colour_lanes.h"

namespace videohistogram::cpu {

const ColourFunctions avx2_colours = functions;

} // namespace videohistogram::cpu
