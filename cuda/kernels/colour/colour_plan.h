// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cuda/kernels/colour/colour_kernel.h"
#include "cuda/kernels/common/frame_to_count.h"

#include <vector>

namespace videohistogram::cuda {

/// The samples of a frame, which has passed check_plan(), and how values are computed of them: of
/// pixels, with an empty rectangle.
ColourSource colour_source(const FrameToCount& wanted);
/// Sets the rectangle to one in pixels of the frame.
void set_rect(ColourSource& source, const FormatInfo& format, const Rect& rect);
/// Adds `bytes` to the address of every sample.
void move_samples(ColourSource& source, ptrdiff_t bytes);

/// Bytes of CountMemory::scratch that plan_colour_launches() needs.
size_t colour_frame_scratch_bytes(const Plan& plan);

/// Plans the launches that count the plan's pixel and chroma histograms in a frame whose planes lie
/// in device memory: those of the frame, then those of each region. Their results lie in
/// CountMemory::results, see ResultLayout. Calls no CUDA and reads no pixel. The frame must have
/// passed check_plan().
std::vector<ColourLaunch> plan_colour_launches(const FrameToCount& wanted);

} // namespace videohistogram::cuda
