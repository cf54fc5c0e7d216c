// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The command line of `scan`.
#pragma once

#include "tools/input/inputs.h"
#include "tools/input/shard.h"
#include "tools/policy/policy.h"
#include "tools/process/supervisor.h"
#include "tools/record/settings.h"

#include <string>
#include <vector>

namespace videohistogram::tools {

struct ScanOptions {
  InputOptions inputs;
  std::string output; ///< the database, or the folder of text files
  std::string format; ///< "csv", "jsonl" or "qctools"; empty for a database
  Processors processors;
  bool list = false;    ///< print the names of the videos, and do nothing else
  bool verbose = false; ///< a line per video
  AnalysisSettings analysis;
  std::vector<std::string> fail_on; ///< kinds of findings that make the exit status 1
  std::vector<Rule> policy;         ///< a video that fails one makes the exit status 1
  Shard shard;
};

/// The number of threads per decoder on the CPU if `videos` are decoded at once: together they have
/// two threads per usable CPU. Otherwise each decoder would start one per CPU of the machine, and
/// each thread holds a frame.
int decoder_threads(size_t videos);

/// Prints the help and exits the process if --help is given. Throws Failure.
ScanOptions parse_scan_options(int argc, char** argv);

} // namespace videohistogram::tools
