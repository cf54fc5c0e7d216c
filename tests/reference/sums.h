// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/sums.h"
#include "tests/reference/colours.h"

#include <cstdint>
#include <vector>

namespace videohistogram::reference {

/// What every backend has to return for a sum of this frame, as core/sums.h defines it: a sample at
/// a time, by the formulas, from samples that the reference has read. `colours`: how R, G and B are
/// computed; they are always of full range. Thread-safety: any thread.
std::vector<int64_t> sum(const FrameView& frame, Sum which, const SumsSpec& spec,
                         const ColourSpec& colours);

/// The values of all sums of `spec`, in the order of Sum.
std::vector<int64_t> sums_of(const FrameView& frame, const SumsSpec& spec,
                             const ColourSpec& colours);

} // namespace videohistogram::reference
