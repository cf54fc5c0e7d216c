// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame_memory.h"
#include "core/plan.h"
#include "plugin/settings/projection_list.h"
#include "plugin/settings/settings.h"

#include <gst/video/video.h>

#include <string>
#include <vector>

namespace videohistogram {

/// The settings that a plan follows, which need not be those asked for.
struct PlannedSettings {
  QuantitySet channels = 0;                 ///< the format may lack some
  std::vector<NamedProjection> projections; ///< the frames may lack some, but not all
};

/// What is counted in every frame of given caps and settings.
struct FramePlan {
  PlannedSettings settings;
  SharedPlan plan;
  std::vector<GstVideoHistogramChannelInfo> channels;
  std::vector<ProjectionPlan> projections;
  FrameLimit limit; ///< by the bound of their memory
};

/// What the memory of frames depends on beside their plan.
struct MemoryTerms {
  guint64 bound = 0;      ///< bytes, on the host and on each device; 0: none
  uint32_t frames = 1;    ///< at once on all backends, if there is memory for them
  bool on_device = false; ///< the frames come in a device's memory
  size_t regions = 0;     ///< of each frame
};

/// Plans frames of the caps `info`, whose format is UNKNOWN for caps that make no sense. `before`
/// is the plan of the frames before these, or null. A setting that these frames cannot have is
/// replaced by that of `before` if they can have that, or left out; `warnings` gets one text for
/// each, which says what is wrong, what can be set, and what is counted instead. The last
/// projections are left out where a frame with them would take more memory than the bound.
///
/// invalid_argument if there is nothing that can be counted.
Expected<FramePlan> plan_frames(const Settings& settings, const GstVideoInfo& info,
                                const MemoryTerms& memory, const PlannedSettings* before,
                                std::vector<std::string>& warnings);

/// Whether frames of the same caps have the same plan and warnings with both.
bool plan_alike(const Settings& a, const Settings& b);

/// Whether two plans of the same caps count the same, so that their histograms can be summed.
bool count_alike(const FramePlan& a, const FramePlan& b);

} // namespace videohistogram
