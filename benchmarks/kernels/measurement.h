// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "gpu.h"
#include "timing.h"

#include <string>
#include <vector>

// Common parts of the reports of benchmarks of frames in device memory.

namespace videohistogram::benchmark {

/// The result of one counter in one cell.
struct Measurement {
  std::string counter;
  Times times;
  std::string why_not; ///< why there are no times; empty: there are
  bool wrong = false;  ///< the counts differ from the CPU's
  std::string detail;  ///< remarks for the report
};

using TimeOf = double Times::*;

/// One member of Times and its name.
struct Mode {
  const char* name;
  TimeOf time;
};
using Modes = std::vector<Mode>;

/// The measurement of `counter` if it has times, else null.
const Measurement* find(const std::vector<Measurement>& all, const char* counter);

/// value / to; 0 if one of the two was not measured.
double ratio(double value, double to);

/// Prints to stdout, without ending the line: the counter and its times, each with the ratio to
/// that of reading; or why there are none.
void print_measurement(const Measurement& m, const Times& read, const Modes& modes);

/// Formats members of a JSON object, with a leading comma: the times, then the ratios; null if not
/// measured.
std::string times_json(const Times& times, const Times& read, const Modes& modes);

/// Describes the device: "NVIDIA H200: 132 SMs at up to 1.98 GHz, 50 MiB L2; driver for CUDA 13.0,
/// runtime 13.0".
std::string device_line(const Device& device);

/// Formats members of a JSON object: the device, its driver and the runtime.
std::string device_json(const Device& device);

} // namespace videohistogram::benchmark
