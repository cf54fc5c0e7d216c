// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "frames.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// A pipeline to run. In branch i the source is named source<i> (a benchsrc if there are `frames`),
/// the measured element element<i> (optional), and the sink sink<i>.
struct Pipeline {
  std::string line;
  /// The backend that must count every frame: "cuda", "cpu"; empty: element0 does not count.
  std::string counted_by;
  bool counts_stored = true; ///< the stored channels are counted: run_pipeline() compares them
  std::vector<std::shared_ptr<FrameSet>>
      frames;          ///< one set per branch; empty: the line has its own source
  guint64 count = 0;   ///< frames that the benchsrc of each branch pushes
  guint64 warm_up = 0; ///< number of these frames that are not timed
  unsigned branches = 1;
  bool asks_gpu_memory = false; ///< sets Run::gpu_bytes
};

/// The elements' `stats`, summed over the branches.
struct Stats {
  std::map<std::string, guint64> numbers;
  std::map<std::string, std::string> texts;
  std::vector<DeviceStats> devices; ///< entries of all branches, not summed
  guint64 number(const char* name) const;
};

/// The result of one run of a contestant.
struct Run {
  std::string why_not; ///< why there are no times; empty: there are
  bool wrong = false;  ///< frames were lost or counted wrongly
  std::string detail;  ///< remarks for the report

  double frames_per_second = 0; ///< of all branches together
  guint64 frames = 0;           ///< frames that passed the first branch
  double element_us = 0;        ///< median wall time between the element's pads
  double element_mean_us = 0;   ///< mean wall time between the element's pads
  double element_cpu_us = 0;    ///< median CPU time of the streaming thread between the pads
  double process_cpu_us = 0;    ///< CPU time per frame of all threads of the process
  Stats stats;
  size_t gpu_bytes = 0; ///< GPU memory in use at the end of the stream
};

/// Runs the pipeline to its end and checks it: all pushed frames arrived at the sinks and were
/// counted, and the last frame's histogram of stored channels equals a plain loop's.
///
/// The measured time begins with the first frame after the warm-up at its sink and ends with the
/// last frame there. With several branches it is the time in which all of them ran.
Run run_pipeline(const Pipeline& pipeline);

} // namespace videohistogram::benchmark
