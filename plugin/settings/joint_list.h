// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/format.h"
#include "core/plan.h"

#include <gst/videohistogram/gstvideohistogram-private.h>

#include <string>
#include <vector>

namespace videohistogram {

/// A joint histogram that the property `joint` asks for.
struct NamedJoint {
  Quantity x, y; ///< two different ones, no differences

  bool operator==(const NamedJoint& other) const { return x == other.x && y == other.y; }
};

/// Parses the property `joint`: items "x*y" joined by `;`, where x and y are names of channels.
/// Case and spaces do not matter. invalid_argument for any other text; the message says what is
/// accepted.
Expected<std::vector<NamedJoint>> parse_joint_list(const std::string& text);

/// A joint histogram of frames of one format, and the description of its axes for histograms. The
/// names are static strings.
struct JointPlan {
  NamedJoint asked;
  GstVideoHistogramChannelInfo axes[2];
};

/// The joint histograms of a list that frames can have, in the list's order.
struct JointPlans {
  std::vector<JointPlan> plans;
  std::string refusal; ///< why the first other one is impossible; empty: there is none
};

/// Plans the joint histograms of a list with `bins` bins per axis, or one per value if that is
/// fewer, and appends their tables to `spec`.
JointPlans plan_joints(const std::vector<NamedJoint>& list, const FormatInfo& format,
                       uint32_t width, uint32_t height, uint32_t bins, PlanSpec& spec);

} // namespace videohistogram
