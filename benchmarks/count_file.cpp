// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Counts a file of raw pixels (rows without padding) with one backend and prints JSON: the best
// time of several runs, from the frame in system memory to the counts, and the counts.
//
//   count_file FILE WIDTH HEIGHT FORMAT [--backend=cpu|cuda] [--threads=N] [--bins=N]
//              [--repetitions=N]
//
// The counts are one list, [channels][bins]. --threads is for the CPU backend; 0: one per core. The
// exit status is 77 if the backend cannot run on this machine.
#include "commit.h"
#include "cpu/cpu_backend.h"
#include "cuda/cuda_backend.h"
#include "frame_counter.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace {

using namespace videohistogram;

int fail(const std::string& message, int exit_status = 1) {
  std::fprintf(stderr, "count_file: %s\n", message.c_str());
  return exit_status;
}

Expected<std::unique_ptr<Backend>> create_backend(const std::string& name, uint32_t threads) {
  if (name == "cpu")
    return create_cpu_backend(threads);
  if (name == "cuda")
    return create_cuda_backend({});
  return Error{ErrorKind::invalid_argument, "--backend is cpu or cuda, not " + name, {}};
}

} // namespace

int main(int argc, char** argv) {
  std::vector<std::string> places;
  std::string backend_name = "cpu";
  uint32_t threads = 0, bins = 256, repetitions = 10;
  for (int i = 1; i < argc; i++) {
    const std::string argument = argv[i];
    const std::string option = argument.substr(0, argument.find('='));
    const std::string value = argument.substr(std::min(option.size() + 1, argument.size()));
    const auto number = static_cast<uint32_t>(std::strtoul(value.c_str(), nullptr, 10));
    if (option == "--backend")
      backend_name = value;
    else if (option == "--threads")
      threads = number;
    else if (option == "--bins")
      bins = number;
    else if (option == "--repetitions")
      repetitions = std::max(number, 1u);
    else
      places.push_back(argument);
  }
  if (places.size() != 4)
    return fail("FILE WIDTH HEIGHT FORMAT are needed, and options with a value after '='");

  std::vector<uint8_t> pixels;
  std::ifstream file(places[0], std::ios::binary | std::ios::ate);
  if (file) {
    pixels.resize(static_cast<size_t>(file.tellg()));
    file.seekg(0).read(reinterpret_cast<char*>(pixels.data()),
                       static_cast<std::streamsize>(pixels.size()));
  }
  if (!file)
    return fail(places[0] + " cannot be read");

  FrameView frame;
  frame.format = find_format(places[3]);
  if (!frame.format)
    return fail("unknown format " + places[3]);
  frame.width = static_cast<uint32_t>(std::strtoul(places[1].c_str(), nullptr, 10));
  frame.height = static_cast<uint32_t>(std::strtoul(places[2].c_str(), nullptr, 10));
  frame.planes[0] = {pixels.data(), pixels.size(), 0, static_cast<ptrdiff_t>(frame.row_bytes(0))};
  const SharedPlan plan =
      make_plan(*frame.format, frame.width, frame.height, frame.format->channels(), bins);

  Expected<std::unique_ptr<Backend>> backend = create_backend(backend_name, threads);
  if (!backend.ok()) {
    const ErrorKind kind = backend.error().kind;
    return fail(backend.error().message,
                kind == ErrorKind::no_device || kind == ErrorKind::device_unusable ? 77 : 1);
  }
  (*backend)->prepare({*plan, frame.height, (*backend)->depth(), MemoryKind::host});

  FrameCounter counter(**backend, plan);
  std::vector<uint32_t> counts(plan->total_counts(0));
  double best_us = 0;
  for (uint32_t i = 0; i <= repetitions; i++) { // the first one warms up
    const auto start = std::chrono::steady_clock::now();
    if (const Status status = counter.count(frame, counts.data()); !status.ok())
      return fail(status.error().message);
    const std::chrono::duration<double, std::micro> us = std::chrono::steady_clock::now() - start;
    best_us = i <= 1 ? us.count() : std::min(best_us, us.count());
  }

  std::printf("{\"backend\": \"%s\", \"device\": \"%s\", \"commit\": \"%s\", "
              "\"best_us\": %.3f, \"counts\": [",
              (*backend)->name(), (*backend)->device().c_str(), COMMIT, best_us);
  for (size_t i = 0; i < counts.size(); i++)
    std::printf("%s%u", i ? ", " : "", counts[i]);
  std::printf("]}\n");
  return 0;
}
