// SPDX-License-Identifier: LGPL-2.1-or-later
#include "report.h"

#include "benchmarks/json.h"
#include "commit.h"
#include "counter.h"

#include <cstdio>

namespace videohistogram::benchmark {

namespace {

double Times::*const modes[] = {&Times::alone_us, &Times::stream_us, &Times::graph_us};
constexpr const char* mode_names[] = {"alone", "stream", "graph"};

std::string version_name(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string number_or_null(double value, int digits) {
  return value > 0 ? number(value, digits) : "null";
}

double ratio(double value, double to) {
  return value > 0 && to > 0 ? value / to : 0;
}

void print_row(const CellResult& result, const Measurement& m) {
  std::printf("  %-18s", m.counter.c_str());
  if (!m.why_not.empty()) {
    std::printf(" %s%s\n", m.wrong ? "WRONG: " : "not measured: ", m.why_not.c_str());
    return;
  }
  for (double Times::*mode : modes) {
    if (m.times.*mode > 0)
      std::printf(" %9.2f %6.2f", m.times.*mode, ratio(m.times.*mode, result.read.times.*mode));
    else
      std::printf(" %9s %6s", "-", "-");
  }
  std::printf(" %8.0f", static_cast<double>(result.cell.bytes()) / m.times.stream_us / 1e3);
  if (!m.times.no_graph.empty())
    std::printf("  no graph: %s", m.times.no_graph.c_str());
  if (!m.detail.empty())
    std::printf("  %s", m.detail.c_str());
  std::printf("\n");
}

const Measurement* find(const CellResult& result, const std::string& counter) {
  for (const Measurement& m : result.counters)
    if (m.counter == counter && m.why_not.empty())
      return &m;
  return nullptr;
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
  for (int i = 0; i < 3; i++)
    row += std::string(", \"") + mode_names[i] + "_us\": " + number_or_null(m.times.*modes[i], 2);
  for (int i = 0; i < 3; i++)
    row += std::string(", \"") + mode_names[i] + "_to_read\": " +
           number_or_null(ratio(m.times.*modes[i], result.read.times.*modes[i]), 3);
  if (!m.times.no_graph.empty())
    row += ", \"no_graph\": " + quoted(m.times.no_graph);
  if (!m.detail.empty())
    row += ", \"detail\": " + quoted(m.detail);
  return row + "}";
}

} // namespace

void print_header(const RunInfo& info) {
  const Device& d = info.device;
  std::printf(
      "%s: %d SMs at up to %.2f GHz, %.0f MiB L2; driver for CUDA %s, runtime %s; CUB %s; NPP %s\n"
      "Microseconds a frame in device memory, inputs rotated past the L2 cache: alone on the\n"
      "device, back to back in a stream, in a CUDA graph; beside each the ratio to reading every\n"
      "byte and nothing else; GB/s in the stream. Every counter was compared with the CPU. All\n"
      "times include zeroing and merging; the counts are delivered in device memory by all but\n"
      "`ours`, which delivers them in host memory.\n",
      d.name, d.multiprocessors, d.clock_khz / 1e6, static_cast<double>(d.l2_bytes) / 1048576.0,
      version_name(d.driver_version).c_str(), version_name(d.runtime_version).c_str(),
      cub_version().c_str(), info.npp.empty() ? "not used" : info.npp.c_str());
}

void print_cell(const CellResult& result) {
  const Cell& cell = result.cell;
  std::printf("\n%s: %ux%u, %.1f MB\n  %-18s %9s %6s %9s %6s %9s %6s %8s\n", cell.name().c_str(),
              cell.width, cell.height, static_cast<double>(cell.bytes()) / 1e6, "", "alone",
              "/read", "stream", "/read", "graph", "/read", "GB/s");
  print_row(result, result.read);
  for (const Measurement& m : result.counters)
    print_row(result, m);
  const Measurement* const ours = find(result, "ours");
  for (const char* peer : {"CUB", "NPP"}) {
    const Measurement* const other = find(result, peer);
    if (!ours || !other)
      continue;
    std::printf("  %s takes", peer);
    for (int i = 0; i < 3; i++) {
      const double times = ratio(other->times.*modes[i], ours->times.*modes[i]);
      if (times > 0)
        std::printf("%s %.2f times (%s)", i ? "," : "", times, mode_names[i]);
    }
    std::printf(" as long as ours\n");
  }
  std::fflush(stdout);
}

bool write_json(const std::string& path, const RunInfo& info,
                const std::vector<CellResult>& results) {
  const Device& d = info.device;
  std::string json = "{\n  \"benchmark\": \"kernels\",\n  \"device\": " + quoted(d.name) +
                     ",\n  \"multiprocessors\": " + std::to_string(d.multiprocessors) +
                     ",\n  \"l2_bytes\": " + std::to_string(d.l2_bytes) +
                     ",\n  \"clock_khz\": " + std::to_string(d.clock_khz) +
                     ",\n  \"driver\": " + quoted(driver_line()) +
                     ",\n  \"driver_cuda\": " + quoted(version_name(d.driver_version)) +
                     ",\n  \"runtime\": " + quoted(version_name(d.runtime_version)) +
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
  json += rows + "\n  ]\n}\n";
  FILE* const file = std::fopen(path.c_str(), "w");
  if (file && std::fputs(json.c_str(), file) >= 0 && std::fclose(file) == 0)
    return true;
  std::perror(path.c_str());
  return false;
}

} // namespace videohistogram::benchmark
