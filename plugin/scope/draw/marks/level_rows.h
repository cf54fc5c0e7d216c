// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/frame_marks.h"

namespace videohistogram::scope {

/// False colour and zebra by vectors, where they follow from stored Y alone. Does not draw what
/// lies over them: edges, lines, the divider and the legend. Returns false, and does nothing, if
/// marks follow from other samples, and for other layouts of samples.
bool mark_rows_by_level(const MarkRules& rules, const MarkedFrame& frame, uint32_t phase);

} // namespace videohistogram::scope
