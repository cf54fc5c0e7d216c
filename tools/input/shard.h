// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The part of the videos that one of several machines analyses.
#pragma once

#include <cstdint>
#include <string>

namespace videohistogram::tools {

struct Shard {
  uint32_t index = 1, count = 1; ///< index is from 1 to count
  std::string origin;            ///< the variable that chose it; empty if the user did, or nobody
};

/// Reads "I/N". Throws Failure.
Shard parse_shard(const std::string& text);

/// The shard of this task of a Slurm job array (SLURM_ARRAY_TASK_ID and _COUNT, _MIN, _STEP) or of
/// an Indexed Job of Kubernetes (JOB_COMPLETION_INDEX, and JOB_COMPLETIONS, which the Job must
/// set); 1/1 elsewhere. Throws Failure.
Shard shard_of_environment();

/// Whether the video belongs to the shard. Depends on the path alone, so that each video stays in
/// its shard when others come and go.
bool shard_has(const Shard& shard, const std::string& path);

/// The database of a shard: results.db of 2/12 is results-02-of-12.db. That of 1/1 is `output`.
std::string shard_file(const std::string& output, const Shard& shard);

} // namespace videohistogram::tools
