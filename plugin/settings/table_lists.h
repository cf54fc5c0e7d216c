// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The properties `projections` and `joint`: lists of tables with two axes.
#pragma once

#include "core/error.h"
#include "core/format.h"
#include "core/plan.h"

#include <gst/videohistogram/gstvideohistogram-private.h>

#include <optional>
#include <string>
#include <vector>

namespace videohistogram {

/// A projection that the property `projections` asks for.
struct NamedProjection {
  Quantity quantity;
  double angle;             ///< degrees, finite; ignored if there is a line
  std::optional<Line> line; ///< in pixels of the frame, two different ones; none: use `angle`

  bool operator==(const NamedProjection& other) const;
};

/// Parses the property `projections`: items joined by `;`. An item is one or more names joined by
/// `+` or `,`, an `@`, and an angle in degrees or `line(x1,y1,x2,y2)`. Case and spaces between the
/// parts do not matter. Each name gives one projection. invalid_argument for any other text; the
/// message says what is accepted.
Expected<std::vector<NamedProjection>> parse_projection_list(const std::string& text);

/// A joint histogram that the property `joint` asks for.
struct NamedJoint {
  Quantity x, y; ///< two different ones, no differences

  bool operator==(const NamedJoint& other) const { return x == other.x && y == other.y; }
};

/// Parses the property `joint`: items "x*y" joined by `;`, where x and y are names of channels.
/// Case and spaces do not matter. invalid_argument for any other text; the message says what is
/// accepted.
Expected<std::vector<NamedJoint>> parse_joint_list(const std::string& text);

/// The description of a channel of frames of a format, for histograms, with `bins` bins, or one per
/// value if that is fewer. Its name is a static string.
GstVideoHistogramChannelInfo channel_info(const FormatInfo& format, Quantity quantity,
                                          uint32_t bins);

// Two plans for the same caps are equal if they count the same table.

/// A projection of frames of one format and size, and its description for histograms.
struct ProjectionPlan {
  NamedProjection asked;
  GstVideoHistogramPrivateProjection description;

  bool operator==(const ProjectionPlan& other) const { return asked == other.asked; }
};

/// A joint histogram of frames of one format, and the description of its axes for histograms.
struct JointPlan {
  NamedJoint asked;
  GstVideoHistogramChannelInfo axes[2];

  bool operator==(const JointPlan& other) const {
    return asked == other.asked && axes[0].bins == other.axes[0].bins &&
           axes[1].bins == other.axes[1].bins;
  }
};

/// The tables of a list that frames can have, in the list's order.
template <class Plan>
struct PlannedTables {
  std::vector<Plan> plans;
  std::string refusal; ///< why the first omitted one is impossible, and the cure; empty: none is
};

/// Plans the projections of `width` x `height` frames, in `bins` bins if the quantity has that many
/// values, and appends them to `spec`, which has the tables of the histograms already. A projection
/// is omitted if the format lacks the quantity, the line leaves the frame, or compile_plan()
/// refuses it together with the preceding ones.
PlannedTables<ProjectionPlan> plan_projections(const std::vector<NamedProjection>& list,
                                               const FormatInfo& format, uint32_t width,
                                               uint32_t height, uint32_t bins, PlanSpec& spec);

/// Plans joint histograms likewise. `bins`: per axis.
PlannedTables<JointPlan> plan_joints(const std::vector<NamedJoint>& list, const FormatInfo& format,
                                     uint32_t width, uint32_t height, uint32_t bins,
                                     PlanSpec& spec);

} // namespace videohistogram
