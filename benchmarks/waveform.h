// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// What FFmpeg's waveform filter takes for a frame.
struct WaveformTime {
  std::string why_not; ///< why there is none; empty if there is
  double seconds = 0;
};

/// Of a GRAY8 frame without padding: the nearest FFmpeg has to a matrix at 0 degrees, a picture
/// whose pixels are the counts. They go up to 255 and no further, which is checked.
/// `threads`: 1, by CPU time, which other load does not lengthen; 0, as many as FFmpeg thinks
/// right, by the clock.
WaveformTime time_waveform(const std::vector<uint8_t>& gray, uint32_t width, uint32_t height,
                           unsigned threads);

} // namespace videohistogram::benchmark
