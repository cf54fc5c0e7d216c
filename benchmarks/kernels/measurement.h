// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "gpu.h"
#include "timing.h"

#include <string>
#include <vector>

// What the reports of all benchmarks of frames in device memory have in common.

namespace videohistogram::benchmark {

/// What one counter did in one cell.
struct Measurement {
  std::string counter;
  Times times;
  std::string why_not; ///< why there are no times; empty if there are
  bool wrong = false;  ///< its counts are not the CPU's
  std::string detail;  ///< what else is to be known of it
};

using TimeOf = double Times::*;

/// One of the Times, and what it is called.
struct Mode {
  const char* name;
  TimeOf time;
};
using Modes = std::vector<Mode>;

/// That of a counter which has times, or null.
const Measurement* find(const std::vector<Measurement>& all, const char* counter);

/// 0 if one of the two was not measured.
double ratio(double value, double to);

/// To stdout: the counter, and its times with the ratio of each to that of reading, or why there
/// are none. The line is not ended.
void print_measurement(const Measurement& m, const Times& read, const Modes& modes);

/// Members of a JSON object, from a comma on: the times, then the ratios; null for what was not
/// measured.
std::string times_json(const Times& times, const Times& read, const Modes& modes);

/// "NVIDIA H200: 132 SMs at up to 1.98 GHz, 50 MiB L2; driver for CUDA 13.0, runtime 13.0"
std::string device_line(const Device& device);

/// Members of a JSON object: what was measured, and with which driver and runtime.
std::string device_json(const Device& device);

} // namespace videohistogram::benchmark
