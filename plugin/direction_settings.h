// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "histogram/plan.h"

#include <gst/videohistogram/gstvideohistogram-private.h>

#include <optional>
#include <string>

namespace videohistogram {

/// The properties `directional`, `angle` and `line`.
struct DirectionSettings {
  bool directional = false;
  double angle = 0; ///< degrees, finite; not read where there is a line
  std::string line; ///< "x1,y1,x2,y2", as it was given; empty: the angle counts

  /// Whether both ask for the same.
  bool operator==(const DirectionSettings& other) const;
};

/// Whether a `line` can be one of any frame. The error says what can be given.
Status check_line(const std::string& line);

/// What is counted along a direction of frames that have one format and size, and what a histogram
/// is told of it. `description.channel` lives forever.
struct DirectionPlan {
  Quantity channel;
  Direction direction;
  GstVideoHistogramPrivateProjection description;
};

/// The plan of a `width` x `height` frame; none if `settings` ask for none. The channel is the only
/// one of `channels` that `format` has, else LUMA, Y or GRAY. invalid_argument, with the property
/// in the message, for a direction that such frames cannot have, or that has too many counters.
Expected<std::optional<DirectionPlan>> plan_direction(const DirectionSettings& settings,
                                                      const FormatInfo& format, uint32_t width,
                                                      uint32_t height, QuantitySet channels,
                                                      uint32_t bins);

} // namespace videohistogram
