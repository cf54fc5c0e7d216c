// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <string>
#include <vector>

namespace videohistogram::cpu_benchmark {

/// Times parades, which are several projections of a frame of 1920x1080, with one thread: beside
/// the first of the projections alone, and those of Y, Cb and Cr at 0 degrees beside FFmpeg's
/// waveform filter. Prints a line per parade and target, and appends it to `json`. Returns false if
/// a matrix is wrong. Call load_photo() first.
bool time_parades(const std::vector<std::string>& targets, int rounds, std::string& json);

} // namespace videohistogram::cpu_benchmark
