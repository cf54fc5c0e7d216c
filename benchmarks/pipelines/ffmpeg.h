// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "pipeline.h"

namespace videohistogram::benchmark {

/// Without its input and the number of frames.
const char* ffmpeg_command();

/// What FFmpeg's signalstats takes for `count` frames of a set of I420: the time of the program
/// beyond that of the same command without the filter, which leaves start and reading out.
Run run_ffmpeg(FrameSet& i420, unsigned count);

} // namespace videohistogram::benchmark
