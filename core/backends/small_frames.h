// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"

namespace videohistogram {

/// Frames in host memory with fewer bytes are counted on the CPU where the user leaves the choice
/// open. One thread counts such a frame in less CPU time than it takes to hand it to a GPU and to
/// collect its result: on an H200 beside 16 cores, an element with a GPU takes 22 us of CPU time
/// per 16x16 frame, and 6 us without. Larger frames take less CPU time with a GPU: 720p RGBA 1.18
/// ms instead of 1.59, 8K 21.5 instead of 36.6. The limit is where both lines meet.
constexpr size_t min_gpu_frame_bytes = size_t{256} << 10;

/// Whether the CPU is to count such frames although there is a GPU.
inline bool are_small_frames(const FramesAhead& frames) {
  const Plan& plan = frames.plan;
  return !frames.on_device &&
         packed_layout(plan.format, plan.width, plan.height, 1).size < min_gpu_frame_bytes;
}

} // namespace videohistogram
