// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"

#include <cstdint>
#include <string>
#include <vector>

// The frames for benchmarks of the CPU backend, and the plain loop as their reference.

namespace videohistogram::cpu_benchmark {

struct Size {
  const char* name;
  uint32_t width, height;
};

using Counts = std::vector<uint32_t>; // [channels][2^depth]

struct Picture {
  std::vector<uint8_t> pixels;
  FrameView frame; ///< of `pixels`
  SharedPlan plan; ///< all stored channels, one bin per value
  Counts expected;
};

/// Loads the file for the content "photo"; false if OpenCV cannot read it.
bool load_photo(const char* path);

/// A frame of the content "random", "values x32", "photo", "gradient", "two-valued" or "constant".
/// The photo stays cached until the program ends. Call load_photo() first.
const Picture& make_picture(const std::string& content, const FormatInfo& format, const Size& size);

/// Counts all channels with a plain loop, one table per channel.
void count_plain(const Picture& counted, Counts& counts);

} // namespace videohistogram::cpu_benchmark
