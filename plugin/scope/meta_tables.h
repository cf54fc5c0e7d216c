// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/plan.h"
#include "plugin/scope/draw/tables.h"
#include "plugin/settings/frame_caps.h"

#include <gst/video/video.h>

namespace videohistogram::scope {

/// Fills in the tables of `plan` from a GstVideoHistogramMeta of the buffer, after a bounded wait
/// for its counts. A table may have fewer bins than the meta's, by a whole factor. False if no meta
/// is of one frame of these caps and colours and has all tables; `tables` are undefined then.
/// `narrow_rgb`: see ColourSpec.
bool read_meta_tables(GstBuffer* buffer, const GstVideoInfo& frames, const FrameColours& colours,
                      const SharedPlan& plan, bool narrow_rgb, CountedTables& tables);

} // namespace videohistogram::scope
