// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "cells.h"
#include "measurement.h"

#include <string>
#include <vector>

namespace videohistogram::benchmark {

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
