// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// Options of the benchmarks of frames in device memory.
struct Options {
  std::string json, filter;
  bool quick = false, list = false;

  /// Returns false, with the usage on stderr, if an argument is not an option.
  bool parse(int argc, char** argv) {
    for (int i = 1; i < argc; i++) {
      if (!std::strcmp(argv[i], "--quick"))
        quick = true;
      else if (!std::strcmp(argv[i], "--list"))
        list = true;
      else if (!std::strcmp(argv[i], "--json") && i + 1 < argc)
        json = argv[++i];
      else if (!std::strcmp(argv[i], "--filter") && i + 1 < argc)
        filter = argv[++i];
      else {
        std::fprintf(stderr, "usage: %s [--json FILE] [--filter TEXT] [--quick] [--list]\n",
                     argv[0]);
        return false;
      }
    }
    return true;
  }
};

/// Prints the names of the cells, for --list.
template <typename Cell>
void print_names(const std::vector<Cell>& cells) {
  for (const Cell& cell : cells)
    std::printf("%s\n", cell.name().c_str());
}

} // namespace videohistogram::benchmark
