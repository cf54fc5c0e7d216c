// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "directions.h"

#include "benchmarks/ffmpeg.h"
#include "benchmarks/json.h"
#include "commit.h"

#include <cstdio>

namespace videohistogram::benchmark {

namespace {

const Modes modes = {{"alone", &Times::alone_us}, {"graph", &Times::graph_us}};

std::string json_row(const DirectionResult& result, const Measurement& m) {
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
  if (!m.why_not.empty())
    return row + (m.wrong ? ", \"wrong\": " : ", \"not_measured\": ") + quoted(m.why_not) + "}";
  row += times_json(m.times, result.counters.front().times, modes);
  if (!m.detail.empty())
    row += ", \"detail\": " + quoted(m.detail);
  return row + "}";
}

} // namespace

std::string DirectionCell::name() const {
  return std::string(frame.format()) + "/" + frame.size + "/" + content_name(frame.content) + "/" +
         std::to_string(angle);
}

void print_directions_header(const Device& device) {
  std::printf(
      "%s\n"
      "LUMA of RGBA, and GRAY8, along a direction, 256 bins. Microseconds per frame in device\n"
      "memory, with inputs rotated past the L2 cache: alone on the device, in a CUDA graph; "
      "beside\n"
      "each time its ratio to reading every byte and nothing else. `write` stores the matrix and\n"
      "does nothing else. All counts were compared with the CPU's; the matrix is delivered in\n"
      "device memory.\n",
      device_line(device).c_str());
}

void print_direction(const DirectionResult& result) {
  const DirectionCell& cell = result.cell;
  std::printf("\n%s: %ux%u, %.1f MB, %u positions, matrix %.1f MB\n  %-18s %9s %6s %9s %6s\n",
              cell.name().c_str(), cell.frame.width, cell.frame.height,
              static_cast<double>(cell.frame.bytes()) / 1e6, cell.direction.positions,
              static_cast<double>(cell.matrix_bytes()) / 1e6, "", "alone", "/read", "graph",
              "/read");
  for (const Measurement& m : result.counters) {
    print_measurement(m, result.counters.front().times, modes);
    if (m.why_not.empty() && !m.detail.empty())
      std::printf("  %s", m.detail.c_str());
    std::printf("\n");
  }
  const Measurement* const ours = find(result.counters, "ours");
  for (const Measurement& m : result.counters)
    if (ours && m.why_not.empty() && m.counter.rfind("rotation", 0) == 0)
      std::printf("  %s takes %.1f times (alone), %.1f times (graph) as long as ours\n",
                  m.counter.c_str(), ratio(m.times.alone_us, ours->times.alone_us),
                  ratio(m.times.graph_us, ours->times.graph_us));
  std::fflush(stdout);
}

bool write_directions_json(const std::string& path, const Device& device,
                           const std::vector<DirectionResult>& results) {
  const std::string ffmpeg = ffmpeg_version().empty() ? "null" : quoted(ffmpeg_version());
  const std::string json = "{\n  \"benchmark\": \"directions\",\n  " + device_json(device) +
                           ",\n  \"ffmpeg\": " + ffmpeg + ",\n  \"date\": " + quoted(utc_now()) +
                           ",\n  \"commit\": " + quoted(COMMIT) + ",\n  \"cells\": [\n";
  std::string rows;
  for (const DirectionResult& result : results)
    for (const Measurement& m : result.counters)
      rows += (rows.empty() ? "" : ",\n") + json_row(result, m);
  return write_file(path, json + rows + "\n  ]\n}\n");
}

} // namespace videohistogram::benchmark
