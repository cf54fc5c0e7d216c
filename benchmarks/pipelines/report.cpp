// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "report.h"

#include "benchmarks/json.h"
#include "commit.h"
#include "cuda/cuda_backend.h"
#include "links.h"

#include <algorithm>
#include <cstdio>
#include <thread>

namespace videohistogram::benchmark {

namespace {

std::string device_name() {
  Expected<std::vector<CudaDeviceInfo>> devices = list_cuda_devices();
  if (!devices.ok())
    return "no GPU: " + devices.error().message;
  return devices->empty() ? "no GPU" : devices->front().name;
}

std::string gstreamer_version() {
  gchar* version = gst_version_string();
  std::string text = version;
  g_free(version);
  return text;
}

const Result* find(const GroupResult& group, const std::string& name) {
  for (const Result& result : group.results)
    if (result.name == name && !result.runs.empty() && !result.failed())
      return &result;
  return nullptr;
}

bool by_time(const Comparison& comparison) {
  return comparison.by == &Run::element_us;
}

/// How many times as fast `of` is as `to`; 0 if one of them has no result.
double ratio(const GroupResult& group, const Comparison& comparison) {
  const Result* of = find(group, comparison.of);
  const Result* to = find(group, comparison.to);
  if (!of || !to)
    return 0;
  const double ratio = of->median(comparison.by) / to->median(comparison.by);
  return by_time(comparison) ? 1 / ratio : ratio;
}

/// Bytes copied, summed over the frames. Valid only if all of them were counted on a GPU.
guint64 bytes_copied(const Stats& stats) {
  return stats.number("bytes-uploaded") + stats.number("bytes-staged");
}

void print_if_any(int width, int digits, double value) {
  if (value > 0)
    std::printf(" %*.*f", width, digits, value);
  else
    std::printf(" %*s", width, "-");
}

std::string json_row(const Result& result) {
  std::string row = "      {\"name\": " + quoted(result.name) + ", \"how\": " + quoted(result.how);
  if (const Run* run = result.failed())
    return row + (run->wrong ? ", \"wrong\": " : ", \"not_measured\": ") + quoted(run->why_not) +
           "}";
  const Run& last = result.runs.back();
  const auto [least, most] =
      std::minmax_element(result.runs.begin(), result.runs.end(), [](const Run& a, const Run& b) {
        return a.frames_per_second < b.frames_per_second;
      });
  const double rate = result.median(&Run::frames_per_second);
  row += ", \"frame_bytes\": " + std::to_string(result.frame_bytes) +
         ", \"runs\": " + std::to_string(result.runs.size()) +
         ", \"frames\": " + std::to_string(last.frames) +
         ", \"frames_per_second\": " + number(rate, 2) +
         ", \"least\": " + number(least->frames_per_second, 2) +
         ", \"most\": " + number(most->frames_per_second, 2) +
         ", \"frame_us\": " + number(1e6 / rate, 3);
  if (result.frame_bytes)
    row +=
        ", \"gb_per_second\": " + number(rate * static_cast<double>(result.frame_bytes) / 1e9, 3);
  if (last.element_us > 0)
    row += ", \"element_us\": " + number(result.median(&Run::element_us), 2) +
           ", \"element_mean_us\": " + number(result.median(&Run::element_mean_us), 2) +
           ", \"element_cpu_us\": " + number(result.median(&Run::element_cpu_us), 2);
  if (last.process_cpu_us > 0)
    row += ", \"process_cpu_us\": " + number(result.median(&Run::process_cpu_us), 2);
  if (last.gpu_bytes)
    row += ", \"gpu_bytes\": " + std::to_string(last.gpu_bytes);
  if (!last.detail.empty())
    row += ", \"detail\": " + quoted(last.detail);
  std::string stats;
  for (const auto& [name, value] : last.stats.numbers)
    stats += (stats.empty() ? "" : ", ") + quoted(name) + ": " + std::to_string(value);
  for (const auto& [name, text] : last.stats.texts)
    stats += (stats.empty() ? "" : ", ") + quoted(name) + ": " + quoted(text);
  std::string devices;
  for (const DeviceStats& device : last.stats.devices)
    devices += (devices.empty() ? "" : ", ") + std::string("{\"index\": ") +
               std::to_string(device.index) + ", \"name\": " + quoted(device.name) +
               ", \"frames\": " + std::to_string(device.frames) +
               ", \"bytes\": " + std::to_string(device.bytes) +
               ", \"busy_us\": " + number(1e-3 * static_cast<double>(device.busy.count()), 1) + "}";
  if (!devices.empty())
    stats += ", \"devices\": [" + devices + "]";
  return row + (stats.empty() ? "" : ", \"stats\": {" + stats + "}") + "}";
}

std::string json_group(const GroupResult& group) {
  std::string rows, ratios;
  for (const Result& result : group.results)
    rows += (rows.empty() ? "" : ",\n") + json_row(result);
  for (const Comparison& comparison : group.comparisons)
    if (const double value = ratio(group, comparison); value > 0)
      ratios += (ratios.empty() ? "" : ",\n") + std::string("      {\"of\": ") +
                quoted(comparison.of) + ", \"to\": " + quoted(comparison.to) +
                (by_time(comparison) ? ", \"by\": \"element_us\"" : "") +
                ", \"ratio\": " + number(value, 4) + "}";
  return "    {\"group\": " + quoted(group.name) + ", \"results\": [\n" + rows +
         "\n    ], \"ratios\": [" + (ratios.empty() ? "" : "\n" + ratios + "\n    ") + "]}";
}

} // namespace

const Run* Result::failed() const {
  return !runs.empty() && !runs.back().why_not.empty() ? &runs.back() : nullptr;
}

double Result::median(double Run::*field) const {
  std::vector<double> values;
  for (const Run& run : runs)
    values.push_back(run.*field);
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

void print_header() {
  std::printf(
      "%s; %s, %u cores; %s; %s\n"
      "Frames per second: the median of runs in turn, the minimum and the maximum. Microseconds\n"
      "per frame: wall time and CPU time of the streaming thread in the element, and CPU time of\n"
      "the whole process. Bytes copied per frame: pixels to pinned memory and pinned memory to "
      "the\n"
      "GPU, both counted. All counts were checked.\n",
      device_name().c_str(), processor_name().c_str(), std::thread::hardware_concurrency(),
      gstreamer_version().c_str(), COMMIT);
}

void print_group(const GroupResult& group) {
  std::printf("\n%s\n  %-28s %10s %19s %7s %9s %9s %9s %12s\n", group.name.c_str(), "", "frames/s",
              "min..max", "GB/s", "elem. us", "elem. CPU", "CPU us", "bytes copied");
  for (const Result& result : group.results) {
    std::printf("  %-28s", result.name.c_str());
    if (const Run* run = result.failed()) {
      std::printf(" %s%s\n", run->wrong ? "WRONG: " : "skipped: ", run->why_not.c_str());
      continue;
    }
    const Run& last = result.runs.back();
    const double rate = result.median(&Run::frames_per_second);
    double least = rate, most = rate;
    for (const Run& run : result.runs) {
      least = std::min(least, run.frames_per_second);
      most = std::max(most, run.frames_per_second);
    }
    std::printf(" %10.1f %9.1f..%8.1f", rate, least, most);
    print_if_any(7, 2, rate * static_cast<double>(result.frame_bytes) / 1e9);
    for (double Run::*field : {&Run::element_us, &Run::element_cpu_us, &Run::process_cpu_us})
      print_if_any(9, 1, result.median(field));
    if (last.stats.number("counted"))
      std::printf(" %12.0f", static_cast<double>(bytes_copied(last.stats)) /
                                 static_cast<double>(last.stats.number("counted")));
    if (last.gpu_bytes)
      std::printf("  %.1f MB of the GPU's", static_cast<double>(last.gpu_bytes) / 1e6);
    if (!last.detail.empty())
      std::printf("  (%s)", last.detail.c_str());
    if (last.stats.devices.size() > 1)
      for (const DeviceStats& device : last.stats.devices)
        std::printf("  %d: %llu frames, %.2f GB, busy %.0f ms", device.index,
                    static_cast<unsigned long long>(device.frames),
                    static_cast<double>(device.bytes) / 1e9,
                    1e-6 * static_cast<double>(device.busy.count()));
    std::printf("\n");
  }
  for (const Comparison& comparison : group.comparisons)
    if (const double value = ratio(group, comparison); value > 0)
      std::printf("    %s / %s%s: %.3f (%+.2f %%)\n", comparison.of.c_str(), comparison.to.c_str(),
                  by_time(comparison) ? ", by the time of a frame" : "", value, 100 * (value - 1));
  std::fflush(stdout);
}

bool write_json(const std::string& path, const std::vector<GroupResult>& groups) {
  std::string json = "{\n  \"benchmark\": \"pipelines\",\n  \"device\": " + quoted(device_name()) +
                     ",\n  \"gpus\": " + std::to_string(gpu_count()) +
                     ",\n  \"driver\": " + quoted(driver_line()) +
                     ",\n  \"machine\": " + quoted(processor_name()) +
                     ",\n  \"cores\": " + std::to_string(std::thread::hardware_concurrency()) +
                     ",\n  \"gstreamer\": " + quoted(gstreamer_version()) +
                     ",\n  \"date\": " + quoted(utc_now()) + ",\n  \"commit\": " + quoted(COMMIT) +
                     ",\n  \"groups\": [\n";
  for (size_t i = 0; i < groups.size(); i++)
    json += json_group(groups[i]) + (i + 1 < groups.size() ? ",\n" : "\n");
  return write_file(path, json + "  ]\n}\n");
}

} // namespace videohistogram::benchmark
