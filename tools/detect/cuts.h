// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Cuts: one frame has little to do with the one before.
#pragma once

#include "tools/detect/window.h"

namespace videohistogram::tools {

/// Frames that is_cut() looks at before and after a frame.
constexpr int64_t cut_reach = 6;

/// Whether a shot begins with this frame. The window must have cut_reach frames on each side of it,
/// or all frames of the video there. A change that stands out from those around it is a cut, unless
/// the picture comes back after a few frames, as it does after a flash.
bool is_cut(const FrameWindow& frames, int64_t frame);

} // namespace videohistogram::tools
