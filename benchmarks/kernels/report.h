// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
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
  std::string npp; ///< NPP's version; empty: not used
};

/// Print to stdout: the meaning of the columns, and one block per cell.
void print_header(const RunInfo& info);
void print_cell(const CellResult& result);

/// Returns false, with a message on stderr, if the file cannot be written.
bool write_json(const std::string& path, const RunInfo& info,
                const std::vector<CellResult>& results);

} // namespace videohistogram::benchmark
