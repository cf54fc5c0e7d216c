// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "joint.h"

#include "benchmarks/json.h"
#include "commit.h"

#include <cstdio>

namespace videohistogram::benchmark {

namespace {

const Modes modes = {
    {"alone", &Times::alone_us}, {"stream", &Times::stream_us}, {"graph", &Times::graph_us}};

std::string json_row(const JointResult& result, const Measurement& m) {
  const Cell& frame = result.cell.frame;
  std::string row =
      "    {\"name\": " + quoted(result.cell.name() + "/" + m.counter) +
      ", \"format\": " + quoted(frame.format()) + ", \"size\": " + quoted(frame.size) +
      ", \"width\": " + std::to_string(frame.width) +
      ", \"height\": " + std::to_string(frame.height) +
      ", \"bytes\": " + std::to_string(frame.bytes()) +
      ", \"content\": " + quoted(content_name(frame.content)) +
      ", \"joint\": " + quoted(result.cell.what()) +
      ", \"bins\": " + std::to_string(result.cell.bins) + ", \"counter\": " + quoted(m.counter);
  if (!m.why_not.empty())
    return row + (m.wrong ? ", \"wrong\": " : ", \"not_measured\": ") + quoted(m.why_not) + "}";
  return row + times_json(m.times, result.counters.front().times, modes) + "}";
}

} // namespace

void print_joint_header(const Device& device) {
  std::printf(
      "%s\n"
      "Joint histograms. Microseconds per frame in device memory, with inputs rotated past\n"
      "the L2 cache: alone on the device, launched one after the other, in a CUDA graph;\n"
      "beside each time its ratio to reading every byte of the frame and nothing else.\n"
      "\"histograms\" are those of all stored quantities; \"global atomics\" and \"indices,\n"
      "CUB\" count the joint histogram alone. All counts were compared with the CPU's.\n",
      device_line(device).c_str());
}

void print_joint(const JointResult& result) {
  const JointCell& cell = result.cell;
  std::printf("\n%s: %ux%u, %.1f MB\n  %-18s %9s %6s %9s %6s %9s %6s\n", cell.name().c_str(),
              cell.frame.width, cell.frame.height, static_cast<double>(cell.frame.bytes()) / 1e6,
              "", "alone", "/read", "stream", "/read", "graph", "/read");
  for (const Measurement& m : result.counters) {
    print_measurement(m, result.counters.front().times, modes);
    std::printf("\n");
  }
  std::fflush(stdout);
}

bool write_joint_json(const std::string& path, const Device& device,
                      const std::vector<JointResult>& results) {
  const std::string json = "{\n  \"benchmark\": \"joint\",\n  " + device_json(device) +
                           ",\n  \"date\": " + quoted(utc_now()) +
                           ",\n  \"commit\": " + quoted(COMMIT) + ",\n  \"cells\": [\n";
  std::string rows;
  for (const JointResult& result : results)
    for (const Measurement& m : result.counters)
      rows += (rows.empty() ? "" : ",\n") + json_row(result, m);
  return write_file(path, json + rows + "\n  ]\n}\n");
}

} // namespace videohistogram::benchmark
