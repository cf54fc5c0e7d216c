// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "frames.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// One pipeline to run. Of branch i the source is named source<i> (a benchsrc, where there are
/// `frames`), the element that is looked at element<i> (there may be none), the sink sink<i>.
struct Pipeline {
  std::string line;
  /// Who is to have counted every frame: "cuda", "cpu"; empty: element0 counts nothing.
  std::string counted_by;
  std::vector<std::shared_ptr<FrameSet>> frames; ///< of each branch; empty: the line has a source
  guint64 count = 0;                             ///< frames that each branch's benchsrc pushes
  guint64 warm_up = 0;                           ///< of these are not timed
  unsigned branches = 1;
  bool asks_gpu_memory = false; ///< Run::gpu_bytes is wanted
};

/// What `stats` of the elements said, summed over the branches.
struct Stats {
  std::map<std::string, guint64> numbers;
  std::map<std::string, std::string> texts;
  std::vector<DeviceStats> devices; ///< those of each branch by themselves
  guint64 number(const char* name) const;
};

/// What came of one run, of a pipeline or of something it is compared with.
struct Run {
  std::string why_not; ///< why there are no times; empty if there are
  bool wrong = false;  ///< frames were lost, or not counted right
  std::string detail;  ///< what else is to be known of it

  double frames_per_second = 0; ///< of all branches together
  guint64 frames = 0;           ///< that went through a branch
  double element_us = 0;        ///< median wall time between the element's pads
  double element_mean_us = 0;   ///< the mean of the same
  double element_cpu_us = 0;    ///< median CPU time of the streaming thread between them
  double process_cpu_us = 0;    ///< CPU time a frame of all threads of the process
  Stats stats;
  size_t gpu_bytes = 0; ///< of the GPU's memory in use at the end of the stream
};

/// Runs the pipeline to its end and checks it: as many frames as were pushed came to the sinks and
/// were counted, and the last one's histogram is what a plain loop counts.
///
/// The time is that from the frame after the warm-up, at its sink, to the end of the stream there,
/// which an element passes on once all is counted. Of several branches it is the time in which all
/// of them ran.
Run run_pipeline(const Pipeline& pipeline);

} // namespace videohistogram::benchmark
