// SPDX-License-Identifier: LGPL-2.1-or-later
// Fades and dissolves.
#pragma once

#include "tools/detect/window.h"

#include <optional>
#include <vector>

namespace videohistogram::tools {

/// A gradual transition: the frames that are a mixture of two shots, or of a shot and one colour.
struct GradualSpan {
  int64_t first = 0, last = 0;
  double quality = 0; ///< from 0 to 1: how much of the change of the frames it explains
};

/// The most frames that the detectors look at: behind a transition, and of a transition.
constexpr int64_t gradual_margin = 6, longest_gradual = 56;

/// The dissolve whose last frame has exactly gradual_margin frames behind it in the window, if
/// there is one.
///
/// Frame A becomes frame B by mixing: (1 - a) A + a B with a from 0 to 1 in equal steps. The
/// variance of the samples is then (1 - a) var A + a var B - a (1 - a) var(A - B): a parabola that
/// sags, between two levels. Camera and objects that move do not make one.
std::optional<GradualSpan> find_dissolve(const FrameWindow& frames);

/// The fades to and from one colour around a run of frames of that colour of which `frame` is the
/// last one. A short run and both of its fades are one transition. Looks at fade_reach frames
/// behind `frame`, or at all that there are.
std::vector<GradualSpan> find_fades(const FrameWindow& frames, int64_t frame);
constexpr int64_t fade_reach = longest_gradual + gradual_margin;

} // namespace videohistogram::tools
