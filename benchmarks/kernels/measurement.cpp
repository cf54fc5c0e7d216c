// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "measurement.h"

#include "benchmarks/json.h"

#include <cstdio>

namespace videohistogram::benchmark {

namespace {

std::string version_name(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string number_or_null(double value, int digits) {
  return value > 0 ? number(value, digits) : "null";
}

} // namespace

const Measurement* find(const std::vector<Measurement>& all, const char* counter) {
  for (const Measurement& m : all)
    if (m.counter == counter && m.why_not.empty())
      return &m;
  return nullptr;
}

double ratio(double value, double to) {
  return value > 0 && to > 0 ? value / to : 0;
}

void print_measurement(const Measurement& m, const Times& read, const Modes& modes) {
  std::printf("  %-18s", m.counter.c_str());
  if (!m.why_not.empty()) {
    std::printf(" %s%s", m.wrong ? "WRONG: " : "not measured: ", m.why_not.c_str());
    return;
  }
  for (const Mode& mode : modes) {
    if (m.times.*mode.time > 0)
      std::printf(" %9.2f %6.2f", m.times.*mode.time, ratio(m.times.*mode.time, read.*mode.time));
    else
      std::printf(" %9s %6s", "-", "-");
  }
}

std::string times_json(const Times& times, const Times& read, const Modes& modes) {
  std::string json;
  for (const Mode& mode : modes)
    json += std::string(", \"") + mode.name + "_us\": " + number_or_null(times.*mode.time, 2);
  for (const Mode& mode : modes)
    json += std::string(", \"") + mode.name +
            "_to_read\": " + number_or_null(ratio(times.*mode.time, read.*mode.time), 3);
  return json;
}

std::string device_line(const Device& device) {
  char line[512];
  std::snprintf(line, sizeof line,
                "%s: %d SMs at up to %.2f GHz, %.0f MiB L2; driver for CUDA %s, runtime %s",
                device.name, device.multiprocessors, device.clock_khz / 1e6,
                static_cast<double>(device.l2_bytes) / 1048576.0,
                version_name(device.driver_version).c_str(),
                version_name(device.runtime_version).c_str());
  return line;
}

std::string device_json(const Device& device) {
  return "\"device\": " + quoted(device.name) +
         ",\n  \"multiprocessors\": " + std::to_string(device.multiprocessors) +
         ",\n  \"l2_bytes\": " + std::to_string(device.l2_bytes) +
         ",\n  \"clock_khz\": " + std::to_string(device.clock_khz) +
         ",\n  \"driver\": " + quoted(driver_line()) +
         ",\n  \"driver_cuda\": " + quoted(version_name(device.driver_version)) +
         ",\n  \"runtime\": " + quoted(version_name(device.runtime_version));
}

} // namespace videohistogram::benchmark
