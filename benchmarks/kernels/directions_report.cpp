// SPDX-License-Identifier: LGPL-2.1-or-later
#include "directions.h"

#include "benchmarks/json.h"
#include "commit.h"

#include <cstdio>

namespace videohistogram::benchmark {

namespace {

double Times::*const modes[] = {&Times::alone_us, &Times::graph_us};
constexpr const char* mode_names[] = {"alone", "graph"};

std::string version_name(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

const DirectionMeasurement* find(const DirectionResult& result, const char* counter) {
  for (const DirectionMeasurement& m : result.counters)
    if (m.counter == counter && m.wrong.empty())
      return &m;
  return nullptr;
}

/// How many times as long as another one it takes; 0 if one of them was not measured.
double ratio(const DirectionResult& result, const DirectionMeasurement& m, const char* to,
             double Times::*mode) {
  const DirectionMeasurement* const other = find(result, to);
  return other && other->times.*mode > 0 ? m.times.*mode / other->times.*mode : 0;
}

std::string json_row(const DirectionResult& result, const DirectionMeasurement& m) {
  const Cell& frame = result.cell.frame;
  std::string row =
      "    {\"name\": " + quoted(result.cell.name() + "/" + m.counter) +
      ", \"size\": " + quoted(frame.size) + ", \"width\": " + std::to_string(frame.width) +
      ", \"height\": " + std::to_string(frame.height) +
      ", \"bytes\": " + std::to_string(frame.bytes()) +
      ", \"content\": " + quoted(content_name(frame.content)) +
      ", \"angle\": " + std::to_string(result.cell.angle) +
      ", \"positions\": " + std::to_string(result.cell.direction.positions) +
      ", \"bins\": " + std::to_string(direction_bins) + ", \"counter\": " + quoted(m.counter);
  if (!m.wrong.empty())
    return row + ", \"wrong\": " + quoted(m.wrong) + "}";
  for (int i = 0; i < 2; i++)
    row += std::string(", \"") + mode_names[i] + "_us\": " + number(m.times.*modes[i], 2);
  for (int i = 0; i < 2; i++)
    row += std::string(", \"") + mode_names[i] +
           "_to_read\": " + number(ratio(result, m, "read", modes[i]), 3);
  return row + "}";
}

} // namespace

std::string DirectionCell::name() const {
  return std::string(frame.format()) + "/" + frame.size + "/" + content_name(frame.content) + "/" +
         std::to_string(angle);
}

void print_directions_header(const Device& device) {
  std::printf(
      "%s: %d SMs at up to %.2f GHz, %.0f MiB L2; driver for CUDA %s, runtime %s\n"
      "LUMA of RGBA, and GRAY8, along a direction, 256 bins. Microseconds a frame in device "
      "memory, inputs\n"
      "rotated past the L2 cache: alone on the device, in a CUDA graph; beside each the ratio to\n"
      "reading every byte and nothing else. `write` stores the matrix and does nothing else. "
      "Every\n"
      "count was compared with the CPU; the matrix is delivered in device memory.\n",
      device.name, device.multiprocessors, device.clock_khz / 1e6,
      static_cast<double>(device.l2_bytes) / 1048576.0, version_name(device.driver_version).c_str(),
      version_name(device.runtime_version).c_str());
}

void print_direction(const DirectionResult& result) {
  const DirectionCell& cell = result.cell;
  std::printf("\n%s: %ux%u, %.1f MB, %u positions, matrix %.1f MB\n  %-18s %9s %6s %9s %6s\n",
              cell.name().c_str(), cell.frame.width, cell.frame.height,
              static_cast<double>(cell.frame.bytes()) / 1e6, cell.direction.positions,
              static_cast<double>(cell.matrix_bytes()) / 1e6, "", "alone", "/read", "graph",
              "/read");
  for (const DirectionMeasurement& m : result.counters) {
    std::printf("  %-18s", m.counter.c_str());
    if (!m.wrong.empty()) {
      std::printf(" WRONG: %s\n", m.wrong.c_str());
      continue;
    }
    for (double Times::*mode : modes)
      std::printf(" %9.2f %6.2f", m.times.*mode, ratio(result, m, "read", mode));
    std::printf("\n");
  }
  for (const DirectionMeasurement& m : result.counters)
    if (m.counter.rfind("rotation", 0) == 0 && m.wrong.empty())
      std::printf("  %s takes %.1f times (alone), %.1f times (graph) as long as ours\n",
                  m.counter.c_str(), ratio(result, m, "ours", modes[0]),
                  ratio(result, m, "ours", modes[1]));
  std::fflush(stdout);
}

bool write_directions_json(const std::string& path, const Device& device,
                           const std::vector<DirectionResult>& results) {
  std::string json = "{\n  \"benchmark\": \"directions\",\n  \"device\": " + quoted(device.name) +
                     ",\n  \"multiprocessors\": " + std::to_string(device.multiprocessors) +
                     ",\n  \"l2_bytes\": " + std::to_string(device.l2_bytes) +
                     ",\n  \"clock_khz\": " + std::to_string(device.clock_khz) +
                     ",\n  \"driver\": " + quoted(driver_line()) +
                     ",\n  \"driver_cuda\": " + quoted(version_name(device.driver_version)) +
                     ",\n  \"runtime\": " + quoted(version_name(device.runtime_version)) +
                     ",\n  \"date\": " + quoted(utc_now()) + ",\n  \"commit\": " + quoted(COMMIT) +
                     ",\n  \"cells\": [\n";
  std::string rows;
  for (const DirectionResult& result : results)
    for (const DirectionMeasurement& m : result.counters)
      rows += (rows.empty() ? "" : ",\n") + json_row(result, m);
  json += rows + "\n  ]\n}\n";
  FILE* const file = std::fopen(path.c_str(), "w");
  if (file && std::fputs(json.c_str(), file) >= 0 && std::fclose(file) == 0)
    return true;
  std::perror(path.c_str());
  return false;
}

} // namespace videohistogram::benchmark
