// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "groups.h"

#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// The results of all runs of one contestant.
struct Result {
  std::string name, how;
  size_t frame_bytes;
  std::vector<Run> runs; ///< a run without times is the last one

  /// The run without times, or nullptr.
  const Run* failed() const;
  /// The median of `field` over the runs.
  double median(double Run::*field) const;
};

struct GroupResult {
  std::string name;
  std::vector<Result> results;
  std::vector<Comparison> comparisons;
};

void print_header();
void print_group(const GroupResult& group);

/// Returns false, with a message on stderr, if the file cannot be written.
bool write_json(const std::string& path, const std::vector<GroupResult>& groups);

} // namespace videohistogram::benchmark
