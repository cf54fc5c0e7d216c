// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "histogram/request.h"
#include "plugin/direction_settings.h"
#include "plugin/settings.h"

#include <gst/video/video.h>

#include <optional>
#include <vector>

namespace videohistogram {

/// What is counted of every frame of a format and size.
struct FramePlan {
  Settings settings;                       ///< that it was made for
  Request request;                         ///< the regions are each frame's own
  std::vector<const gchar*> channel_names; ///< ended by a nullptr
  std::optional<DirectionPlan> direction;
};

/// invalid_argument if such frames cannot be counted like that; the message says what can be had.
Expected<FramePlan> plan_frames(const Settings& settings, const FormatInfo& format,
                                const GstVideoInfo& info);

/// Whether both ask for the same plan.
bool ask_alike(const Settings& a, const Settings& b);

} // namespace videohistogram
