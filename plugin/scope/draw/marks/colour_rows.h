// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/frame_marks.h"

namespace videohistogram::scope {

/// False colour, zebra and pixels out of gamut, row by row: the marks of mark_cell() without those
/// that lie over them, which are edges, lines, the divider and the legend.
void mark_rows_by_colour(const MarkRules& rules, const MarkedFrame& frame, uint32_t phase);

} // namespace videohistogram::scope
