// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Compiled for the instructions of the target "avx512".
#include "cpu/kernels/colour/colour_lanes.h"

namespace videohistogram::cpu {

const ColourFunctions avx512_colours = functions;

} // namespace videohistogram::cpu
