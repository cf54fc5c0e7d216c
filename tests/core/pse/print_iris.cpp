// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Prints the columns 3 to 10 and 12 to 17 of IRIS's CSV of raw frames of B, G, R on stdin.
//   print-iris WIDTH HEIGHT FRAMES_PER_SECOND
#include "tests/core/pse/found.h"
#include "tests/core/pse/iris_sums.h"

#include <cstdio>
#include <cstdlib>

using namespace videohistogram::pse;

int main(int, char** argv) {
  const uint64_t width = std::strtoull(argv[1], nullptr, 10);
  const uint64_t height = std::strtoull(argv[2], nullptr, 10);
  IrisFlashes flashes({std::strtol(argv[3], nullptr, 10), 1}, width * height);
  IrisSummer summer;
  Found found;
  std::vector<uint8_t> data(width * height * 3);
  const auto pixels = static_cast<double>(width * height);
  const double white = pixels * 10000 * std::ldexp(1, 24), red = pixels * std::ldexp(1, 24) / 320;
  while (std::fread(data.data(), 1, data.size(), stdin) == data.size()) {
    Place frame;
    const IrisSums sums = summer.add(data);
    flashes.add(frame, sums, found);
    const auto print = [&](const IrisFlash& flash, int64_t sum, int64_t changed, double unit) {
      std::printf("%.9f,%.9f,%.9f,%.9f,", static_cast<double>(sum) / unit,
                  static_cast<double>(changed) / pixels,
                  static_cast<double>(flash.difference()) / unit,
                  static_cast<double>(flash.accumulated()) / unit);
    };
    const IrisFlash &l = flashes.light(), &r = flashes.red();
    print(l, sums.luminance, sums.luminance_changed, white);
    print(r, sums.red, sums.red_changed, red);
    std::printf("%d,%d,%d,%d,%d,%d\n", static_cast<int>(l.transitions()),
                static_cast<int>(r.transitions()), static_cast<int>(l.extended()),
                static_cast<int>(r.extended()), static_cast<int>(l.result()),
                static_cast<int>(r.result()));
  }
}
