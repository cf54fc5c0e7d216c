// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "report.h"

#include "benchmarks/json.h"
#include "commit.h"
#include "counter.h"

#include <cstdio>

namespace videohistogram::benchmark {

namespace {

const Modes modes = {
    {"alone", &Times::alone_us}, {"stream", &Times::stream_us}, {"graph", &Times::graph_us}};

void print_row(const CellResult& result, const Measurement& m) {
  print_measurement(m, result.read.times, modes);
  if (m.why_not.empty()) {
    std::printf(" %8.0f", static_cast<double>(result.cell.bytes()) / m.times.stream_us / 1e3);
    if (!m.times.no_graph.empty())
      std::printf("  no graph: %s", m.times.no_graph.c_str());
    if (!m.detail.empty())
      std::printf("  %s", m.detail.c_str());
  }
  std::printf("\n");
}

std::string json_row(const CellResult& result, const Measurement& m) {
  const Cell& cell = result.cell;
  std::string row = "    {\"name\": " + quoted(cell.name() + "/" + m.counter) +
                    ", \"format\": " + quoted(cell.format()) + ", \"size\": " + quoted(cell.size) +
                    ", \"width\": " + std::to_string(cell.width) +
                    ", \"height\": " + std::to_string(cell.height) +
                    ", \"stride\": " + std::to_string(cell.stride()) +
                    ", \"base_offset\": " + std::to_string(cell.base_offset) +
                    ", \"regions\": " + std::to_string(cell.regions) +
                    ", \"bytes\": " + std::to_string(cell.bytes()) +
                    ", \"content\": " + quoted(content_name(cell.content)) +
                    ", \"alpha\": " + quoted(alpha_name(cell.alpha)) +
                    ", \"bins\": " + std::to_string(cell.bins) +
                    ", \"counter\": " + quoted(m.counter);
  if (m.wrong)
    row += ", \"wrong\": true";
  if (!m.why_not.empty())
    return row + ", \"not_measured\": " + quoted(m.why_not) + "}";
  row += times_json(m.times, result.read.times, modes);
  if (!m.times.no_graph.empty())
    row += ", \"no_graph\": " + quoted(m.times.no_graph);
  if (!m.detail.empty())
    row += ", \"detail\": " + quoted(m.detail);
  return row + "}";
}

} // namespace

void print_header(const RunInfo& info) {
  std::printf(
      "%s; CUB %s; NPP %s\n"
      "Microseconds per frame in device memory, with inputs rotated past the L2 cache: alone on\n"
      "the device, back to back in a stream, in a CUDA graph; beside each time its ratio to "
      "reading\n"
      "every byte and nothing else; GB/s in the stream. All counts were compared with the CPU's. "
      "All\n"
      "times include zeroing and merging; the counts are delivered in device memory by all but\n"
      "`ours`, which delivers them in host memory.\n",
      device_line(info.device).c_str(), cub_version().c_str(),
      info.npp.empty() ? "not used" : info.npp.c_str());
}

void print_cell(const CellResult& result) {
  const Cell& cell = result.cell;
  std::printf("\n%s: %ux%u, %.1f MB\n  %-18s %9s %6s %9s %6s %9s %6s %8s\n", cell.name().c_str(),
              cell.width, cell.height, static_cast<double>(cell.bytes()) / 1e6, "", "alone",
              "/read", "stream", "/read", "graph", "/read", "GB/s");
  print_row(result, result.read);
  for (const Measurement& m : result.counters)
    print_row(result, m);
  const Measurement* const ours = find(result.counters, "ours");
  for (const char* peer : {"CUB", "NPP"}) {
    const Measurement* const other = find(result.counters, peer);
    if (!ours || !other)
      continue;
    std::printf("  %s takes", peer);
    const char* separator = "";
    for (const Mode& mode : modes) {
      const double times = ratio(other->times.*mode.time, ours->times.*mode.time);
      if (times > 0)
        std::printf("%s %.2f times (%s)", separator, times, mode.name);
      separator = ",";
    }
    std::printf(" as long as ours\n");
  }
  std::fflush(stdout);
}

bool write_json(const std::string& path, const RunInfo& info,
                const std::vector<CellResult>& results) {
  std::string json = "{\n  \"benchmark\": \"kernels\",\n  " + device_json(info.device) +
                     ",\n  \"cub\": " + quoted(cub_version()) +
                     ",\n  \"npp\": " + (info.npp.empty() ? "null" : quoted(info.npp)) +
                     ",\n  \"date\": " + quoted(utc_now()) + ",\n  \"commit\": " + quoted(COMMIT) +
                     ",\n  \"cells\": [\n";
  std::string rows;
  for (const CellResult& result : results) {
    rows += (rows.empty() ? "" : ",\n") + json_row(result, result.read);
    for (const Measurement& m : result.counters)
      rows += ",\n" + json_row(result, m);
  }
  return write_file(path, json + rows + "\n  ]\n}\n");
}

} // namespace videohistogram::benchmark
