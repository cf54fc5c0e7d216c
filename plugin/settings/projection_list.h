// SPDX-License-Identifier: LGPL-2.1-or-later
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
  double angle;             ///< degrees, finite; not read where there is a line
  std::optional<Line> line; ///< in pixels of the frame, not a point; none: the angle counts

  bool operator==(const NamedProjection& other) const;
};

/// Parses the property `projections`: items joined by `;`, each names joined by `+` or `,`, an `@`
/// and an angle in degrees or `line(x1,y1,x2,y2)`; letters in upper or lower case, with spaces
/// between the parts or not. Every name gives a projection. invalid_argument for any other text;
/// the message says what can be given.
Expected<std::vector<NamedProjection>> parse_projection_list(const std::string& text);

/// A projection of frames that have one format and size, and what a histogram is told of it.
/// `description.channel` lives forever.
struct ProjectionPlan {
  NamedProjection asked;
  GstVideoHistogramPrivateProjection description;
};

/// Those of a list that frames can have, in its order.
struct ProjectionPlans {
  std::vector<ProjectionPlan> plans;
  std::string refusal; ///< why the first of the others is left out, and the cure; empty: none is
};

/// Plans the projections of `width` x `height` frames and adds them to `spec`, whose tables are the
/// frame's histograms. A projection is left out if the format has not the quantity, a line leaves
/// the frame, or compile_plan() refuses it beside the ones before.
ProjectionPlans plan_projections(const std::vector<NamedProjection>& list, const FormatInfo& format,
                                 uint32_t width, uint32_t height, PlanSpec& spec);

} // namespace videohistogram
