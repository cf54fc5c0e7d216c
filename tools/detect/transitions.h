// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Cuts, fades and dissolves.
#pragma once

#include "tools/detect/window.h"

#include <optional>
#include <vector>

namespace videohistogram::tools {

/// The most frames between two shots that belong to neither.
constexpr int64_t longest_insert = 5;
/// Frames that find_cut() looks at: before the first frame of a shot, and after it or after the
/// frames between two shots.
constexpr int64_t cut_reach = 6, cut_reach_after = longest_insert + cut_reach;

/// The change of a cut with which a shot begins at this frame: the mean squared difference to the
/// frame before, the sum of Y, Cb and Cr. Nothing if there is no cut. The window must have
/// cut_reach frames before the frame and cut_reach_after frames after it, or all frames of the
/// video there. A change that stands out from those around it is a cut, unless the picture comes
/// back after a few frames, as it does after a flash. Up to five frames of another kind between two
/// shots, such as black ones, belong to the new shot; the change of such a cut is 0, because its
/// shots are not compared sample by sample.
std::optional<double> find_cut(const FrameWindow& frames, int64_t frame);

/// A gradual transition: the frames that are a mixture of two shots, or of a shot and one colour.
struct GradualSpan {
  int64_t first = 0, last = 0;
  double quality = 0; ///< from 0 to 1: how much of the change of the frames it explains
  /// The mean squared difference of the frames before and after it, the sum of Y, Cb and Cr.
  double change = 0;
  bool valid = true; ///< false: it explains the frames best, but is no transition
};

/// The most frames that the detectors look at: after a transition, and of a fade or a dissolve. At
/// most longest_hold frames of one colour lie between two fades that are one transition.
constexpr int64_t gradual_margin = 6, longest_gradual = 56, longest_hold = 50;

/// The dissolve that best explains the frames up to the one with exactly gradual_margin frames
/// after it in the window, if there is one. It is valid if it also differs from motion.
///
/// Frame A becomes frame B by mixing: (1 - a) A + a B with a from 0 to 1 in equal steps. The means
/// of Y, Cb and Cr are then lines, and the variance of each is
/// (1 - a) var A + a var B - a (1 - a) var(A - B): a parabola that sags, between two levels.
/// Pictures that do not correlate have var(A - B) = var A + var B. The way from A to B is straight:
/// frames change by no more than they have to. Camera and objects that move rarely do all of this.
std::optional<GradualSpan> find_dissolve(const FrameWindow& frames);

/// The fades to and from one colour around a run of frames that nearly have that colour. `frame` is
/// the last frame of the run. A short run and both of its fades are one transition. A longer run
/// may outlast the window: the fade before it is found when `frame` is longest_hold frames after
/// its first one. Looks at fade_reach frames after `frame`, or at all that there are.
std::vector<GradualSpan> find_fades(const FrameWindow& frames, int64_t frame);
constexpr int64_t fade_reach = longest_gradual + gradual_margin;

} // namespace videohistogram::tools
