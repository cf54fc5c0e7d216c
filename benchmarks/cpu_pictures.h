// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/plan.h"

#include <cstdint>
#include <string>
#include <vector>

// The frames that the CPU backend is measured with, and the plain loop that it is measured against.

namespace videohistogram::cpu_benchmark {

struct Size {
  const char* name;
  uint32_t width, height;
};

using Counts = std::vector<uint32_t>; // [channels][2^depth]

struct Picture {
  std::vector<uint8_t> pixels;
  FrameView frame; ///< of `pixels`
  SharedPlan plan; ///< every channel that lies in memory, a bin for each value
  Counts expected;
};

/// The file that the content "photo" is made of; false if OpenCV cannot read it.
bool load_photo(const char* path);

/// "random", "values x32", "photo", "gradient", "two-valued" or "constant"; kept from call to call.
/// load_photo() comes first.
const Picture& make_picture(const std::string& content, const FormatInfo& format, const Size& size);

/// Counts all channels with a plain loop, one table a channel.
void count_plain(const Picture& counted, Counts& counts);

} // namespace videohistogram::cpu_benchmark
