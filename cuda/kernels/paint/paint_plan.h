// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/painting.h"
#include "core/plan.h"
#include "cuda/kernels/paint/paint_kernel.h"

#include <cstdint>
#include <vector>

namespace videohistogram::cuda {

/// A drawing as the kernels take it.
struct PlannedScene {
  std::vector<uint8_t> fixed; ///< the fixed block, which begins with a Scene
  PaintShape shape;
};

/// Lays out a drawing whose tables are those of `plan`.
PlannedScene plan_scene(const Drawing& drawing, const PictureColours& colours, const Plan& plan);

/// Where and how a painting is blended over a frame, which has passed check_frame(); the picture
/// lies inside of the frame.
PaintTarget paint_target(const Painting& painting, const FrameView& frame);

} // namespace videohistogram::cuda
