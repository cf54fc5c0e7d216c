// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// The time of FFmpeg's waveform filter per frame.
struct WaveformTime {
  std::string why_not; ///< why there is no time; empty: there is one
  double seconds = 0;
};

/// Times the filter for a GRAY8 frame without padding. Its output is FFmpeg's closest equivalent of
/// a matrix at 0 degrees: an image whose pixels are the counts, up to 255, which is checked.
/// `threads` 1: the time is CPU time, which other load does not lengthen. 0: FFmpeg's default
/// number of threads, and wall time.
WaveformTime time_waveform(const std::vector<uint8_t>& gray, uint32_t width, uint32_t height,
                           unsigned threads);

} // namespace videohistogram::benchmark
