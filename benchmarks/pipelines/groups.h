// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "pipeline.h"

#include <functional>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// Something that brings frames somewhere or counts them.
struct Contestant {
  std::string name;
  std::string how;          ///< the pipeline, or what else it is
  size_t frame_bytes;       ///< 0: not known
  std::function<Run()> run; ///< once; makes what it needs of frames and keeps that
};

/// How many times as fast `of` is as `to`, by frames a second or by the time in the element.
struct Comparison {
  std::string of, to;
  double Run::*by = &Run::frames_per_second;
};

/// Those that are run in turn, so that whatever else the machine does meets all of them.
struct Group {
  std::string name;
  std::vector<Contestant> contestants; ///< they own the frames
  std::vector<Comparison> comparisons;
};

/// `quick`: less of everything. `film`: an H.264 film in MP4; empty: there is none.
std::vector<Group> all_groups(bool quick, const std::string& film);

} // namespace videohistogram::benchmark
