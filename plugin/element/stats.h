// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "plugin/element/frame_counters.h"

#include <gst/gst.h>

#include <string>

namespace videohistogram {

/// The `stats` property. `backend` may be null; `on_gpus`: it counts on the CPU only where GPUs
/// fail, or small frames. `reason`: why it was chosen. Owned by the caller.
GstStructure* make_stats_structure(const FrameCounters& counters, const Backend* backend,
                                   bool on_gpus, const std::string& reason);

} // namespace videohistogram
