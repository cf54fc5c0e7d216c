// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "plugin/element/frame_counters.h"

#include <gst/gst.h>

namespace videohistogram {

/// The `stats` property. `backend` may be null; `on_gpus`: it counts on the CPU only where GPUs
/// fail. Owned by the caller.
GstStructure* make_stats_structure(const FrameCounters& counters, const Backend* backend,
                                   bool on_gpus);

} // namespace videohistogram
