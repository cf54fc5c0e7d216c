// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "pipeline.h"

#include <functional>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// A measured alternative: a pipeline or other code that copies or counts frames.
struct Contestant {
  std::string name;
  std::string how;          ///< the pipeline, or a description
  size_t frame_bytes;       ///< 0: unknown
  std::function<Run()> run; ///< one run; makes the frames on first use and keeps them
};

/// How many times as fast `of` is as `to`, by frames per second or by the time in the element.
struct Comparison {
  std::string of, to;
  double Run::*by = &Run::frames_per_second;
};

/// Contestants that run in turn, so that other load of the machine affects all of them.
struct Group {
  std::string name;
  std::vector<Contestant> contestants; ///< contestants own the frames
  std::vector<Comparison> comparisons;
};

/// A video, and the element that decodes it on a GPU.
struct Film {
  std::string path; ///< empty: none
  std::string decoder = "nvh264dec";
};

/// `quick`: fewer frames.
std::vector<Group> all_groups(bool quick, const Film& film);

} // namespace videohistogram::benchmark
