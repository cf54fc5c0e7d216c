// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
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
  double angle;             ///< degrees, finite; ignored if there is a line
  std::optional<Line> line; ///< in pixels of the frame, two different ones; none: use `angle`

  bool operator==(const NamedProjection& other) const;
};

/// Parses the property `projections`: items joined by `;`. An item is one or more names joined by
/// `+` or `,`, an `@`, and an angle in degrees or `line(x1,y1,x2,y2)`. Case and spaces between the
/// parts do not matter. Each name gives one projection. invalid_argument for any other text; the
/// message says what is accepted.
Expected<std::vector<NamedProjection>> parse_projection_list(const std::string& text);

/// A projection of frames of one format and size, and its description for histograms.
/// `description.channel` is a static string.
struct ProjectionPlan {
  NamedProjection asked;
  GstVideoHistogramPrivateProjection description;
};

/// The projections of a list that frames can have, in the list's order.
struct ProjectionPlans {
  std::vector<ProjectionPlan> plans;
  std::string refusal; ///< why the first omitted one is impossible, and the cure; empty: none is
};

/// Plans the projections of `width` x `height` frames, in `bins` bins if the quantity has that many
/// values, and appends them to `spec`, which has the tables of the histograms already. A projection
/// is omitted if the format lacks the quantity, the line leaves the frame, or compile_plan()
/// refuses it together with the preceding ones.
ProjectionPlans plan_projections(const std::vector<NamedProjection>& list, const FormatInfo& format,
                                 uint32_t width, uint32_t height, uint32_t bins, PlanSpec& spec);

} // namespace videohistogram
