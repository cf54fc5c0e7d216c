// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cells.h"
#include "gpu.h"
#include "timing.h"

#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// What one counter did in one cell.
struct Measurement {
  std::string counter;
  Times times;
  std::string why_not; ///< why there are no times; empty if there are
  bool wrong = false;  ///< its counts are not the CPU's
  std::string detail;  ///< what else is to be known of it
};

struct CellResult {
  Cell cell;
  Measurement read; ///< the read-only kernel
  std::vector<Measurement> counters;
};

struct RunInfo {
  Device device;
  std::string npp; ///< its version; empty: not used
};

/// To stdout: what the columns mean, then a block for each cell.
void print_header(const RunInfo& info);
void print_cell(const CellResult& result);

/// False, with a message on stderr, if the file cannot be written.
bool write_json(const std::string& path, const RunInfo& info,
                const std::vector<CellResult>& results);

} // namespace videohistogram::benchmark
