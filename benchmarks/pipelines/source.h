// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "frames.h"

#include <string>

// The element `benchsrc`, a source that costs nothing: it pushes frames that are there already.

namespace videohistogram::benchmark {

/// Makes `benchsrc` known to this process.
void register_source();

/// Before the element starts: what it pushes, which must outlive its run, and how many frames.
void set_up_source(GstElement* source, const FrameSet& frames, guint64 count);

/// Frames pushed so far. Any thread.
guint64 pushed_frames(GstElement* source);

/// Of a source that takes the pool it is offered, how many of its memories were seen and how many
/// of these are page-locked: "8 buffers, 8 pinned". Once it has stopped.
std::string offered_memory(GstElement* source);

} // namespace videohistogram::benchmark
