// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tools/detect/colour_histogram.h"

namespace videohistogram::tools {

/// Whether a frame shows colour bars of 75 or 100 %, in the colours of BT.601 or BT.709: each of
/// the six colours has at least 4 % of the samples of Y, of Cb and of Cr, within 12 codes of 8
/// bits, and at most 15 % have neither such a value nor that of a gray of bars.
bool shows_bars(const ColourHistogram& histogram);

} // namespace videohistogram::tools
