// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/counting/run.h"
#include "plugin/element/frame_counters.h"

#include <gst/gst.h>

namespace videohistogram {

/// A new structure for the `stats` property; the caller owns it.
GstStructure* make_stats_structure(const FrameCounters& counters, const RunStats& run);

} // namespace videohistogram
