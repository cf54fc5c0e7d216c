// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "groups.h"

#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// What one contestant did in all of its runs.
struct Result {
  std::string name, how;
  size_t frame_bytes;
  std::vector<Run> runs; ///< a run without times ends them

  /// The run that has no times, or nullptr.
  const Run* failed() const;
  /// The median over the runs.
  double median(double Run::*field) const;
};

struct GroupResult {
  std::string name;
  std::vector<Result> results;
  std::vector<Comparison> comparisons;
};

void print_header();
void print_group(const GroupResult& group);

/// False, with a message on stderr, if the file cannot be written.
bool write_json(const std::string& path, const std::vector<GroupResult>& groups);

} // namespace videohistogram::benchmark
