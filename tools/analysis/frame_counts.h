// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tools/record/frame.h"

#include <gst/videohistogram/videohistogram.h>

namespace videohistogram::tools {

/// All channels of a histogram whose counts are there.
FrameCounts read_counts(GstVideoHistogram* histogram, uint64_t number);

} // namespace videohistogram::tools
