// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "plugin/element/frame_counters.h"

#include <gst/gst.h>

#include <string>

namespace videohistogram {

/// A new structure for the `stats` property; the caller owns it. `backend` may be null. `on_gpus`:
/// the CPU counts only small frames and where GPUs fail. `reason`: why the backend was chosen.
GstStructure* make_stats_structure(const FrameCounters& counters, const Backend* backend,
                                   bool on_gpus, const std::string& reason);

} // namespace videohistogram
