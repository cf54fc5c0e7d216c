// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "frames.h"

#include <string>

// The element `benchsrc`, a source with almost no cost: it pushes existing frames.

namespace videohistogram::benchmark {

/// Registers `benchsrc` in this process.
void register_source();

/// Sets the frames to push, which must outlive the run, and their number. Call before the element
/// starts.
void set_up_source(GstElement* source, const FrameSet& frames, guint64 count);

/// Frames pushed so far. Any thread.
guint64 pushed_frames(GstElement* source);

/// For a source that uses an offered pool: how many of the pool's memories it saw, and how many of
/// these are page-locked, such as "8 buffers, 8 pinned". Call when the source has stopped.
std::string offered_memory(GstElement* source);

} // namespace videohistogram::benchmark
