// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"

namespace videohistogram {

/// Host frames of fewer bytes are counted on the CPU if the user leaves the choice open. One thread
/// counts such a frame in less CPU time than it takes to pass the frame to a GPU and to collect the
/// result: on a machine with an H200 and 16 cores, an element takes 22 us of CPU time per 16x16
/// frame with a GPU, and 6 us without. Larger frames take less CPU time with a GPU: 1.18 ms instead
/// of 1.59 ms for 720p RGBA, 21.5 ms instead of 36.6 ms for 8K. At the limit both take about as
/// long: 49 us with and 55 us without for 256x256.
constexpr size_t min_gpu_frame_bytes = size_t{256} << 10;

/// Whether the CPU counts these frames although there is a GPU.
inline bool are_small_frames(const FramesAhead& frames) {
  const Plan& plan = frames.plan;
  return frames.memory == MemoryKind::host &&
         packed_layout(plan.format, plan.width, plan.height, 1).size < min_gpu_frame_bytes;
}

} // namespace videohistogram
