// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame_memory.h"
#include "core/plan.h"
#include "plugin/settings/flash_profile.h"
#include "plugin/settings/frame_caps.h"
#include "plugin/settings/settings.h"
#include "plugin/settings/table_lists.h"

#include <gst/video/video.h>

#include <optional>
#include <string>
#include <vector>

namespace videohistogram {

/// The settings that a plan follows, after replacing impossible ones.
struct PlannedSettings {
  std::optional<QuantitySet> channels;      ///< as requested, see parse_channel_list()
  std::vector<NamedProjection> projections; ///< as requested; the frames may lack some, but not all
  std::vector<NamedJoint> joints;           ///< as `projections`
};

/// What is counted in every frame of given caps and settings.
struct FramePlan {
  PlannedSettings settings;
  SharedPlan plan;
  std::vector<GstVideoHistogramChannelInfo> channels;
  std::vector<ProjectionPlan> projections;
  std::vector<JointPlan> joints;
  FrameColours frame_colours;
  ColourSpec colours; ///< how they are computed
  GstVideoHistogramColorFlags color_flags = GST_VIDEO_HISTOGRAM_COLOR_NONE;
  FlashRules flashes; ///< that messages tell
  FrameLimit limit;   ///< frames in flight that the memory bound allows
  /// The histograms of each field: those of `plan` without differences, and nothing else. null:
  /// fields are not counted.
  SharedPlan field_plan;
  guint field_channels = 0; ///< number of `channels`, the first ones, that fields have
};

/// What the memory of frames depends on besides their caps and plan.
struct MemoryTerms {
  guint64 bound = 0;   ///< bytes on the host and on each device; 0: no bound
  uint32_t frames = 1; ///< maximum number of frames in flight on all backends
  size_t regions = 0;  ///< number of regions per frame
};

/// Plans frames of these caps. `before` holds the settings of the preceding frames' plan, or is
/// null. A setting that these frames cannot have is replaced by that of `before` if possible, else
/// ignored. `warnings` gets one text per such setting: what is wrong, what can be set, and what is
/// counted instead. Joint histograms, then projections are dropped from the end of their lists
/// until a frame fits into the memory bound.
///
/// invalid_argument if nothing can be counted.
Expected<FramePlan> plan_frames(const Settings& settings, const FrameCaps& caps,
                                const MemoryTerms& memory, const PlannedSettings* before,
                                std::vector<std::string>& warnings);

/// Whether both settings give frames of the same caps the same plan and warnings.
bool plan_alike(const Settings& a, const Settings& b);

/// Whether two plans of the same caps count the same tables, so that histograms can be summed.
bool count_alike(const FramePlan& a, const FramePlan& b);

} // namespace videohistogram
