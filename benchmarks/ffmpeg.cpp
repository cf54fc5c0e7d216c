// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "benchmarks/ffmpeg.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sys/resource.h>
#include <unistd.h>

namespace videohistogram::benchmark {

namespace {

struct Outcome {
  bool ok = false;
  std::string said; ///< output to stdout and stderr
  double wall_s = 0, cpu_s = 0;
};

/// CPU time in s of the child processes that have ended.
double children_s() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Outcome run(const std::string& command) {
  Outcome outcome;
  const double cpu_before = children_s();
  const auto begin = std::chrono::steady_clock::now();
  FILE* const program = popen(("exec " + command + " 2>&1").c_str(), "r");
  if (!program)
    return outcome;
  char some[65536];
  for (size_t size; (size = std::fread(some, 1, sizeof some, program)) > 0;)
    outcome.said.append(some, size);
  outcome.ok = pclose(program) == 0;
  outcome.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  outcome.cpu_s = children_s() - cpu_before;
  return outcome;
}

/// Creates an empty file and returns its path; empty if that fails.
std::string make_file() {
  std::error_code error;
  const std::filesystem::path memory = "/dev/shm";
  std::string path = std::filesystem::is_directory(memory, error)
                         ? memory
                         : std::filesystem::temp_directory_path(error);
  path += "/videohistogram-XXXXXX";
  const int file = mkstemp(path.data());
  if (file < 0)
    return {};
  close(file);
  return path;
}

bool write_frames(const std::string& path, size_t bytes,
                  const std::vector<const uint8_t*>& frames) {
  FILE* const file = std::fopen(path.c_str(), "wb");
  if (!file)
    return false;
  bool written = true;
  for (const uint8_t* frame : frames)
    written = written && std::fwrite(frame, bytes, 1, file) == 1;
  return std::fclose(file) == 0 && written;
}

} // namespace

const std::string& ffmpeg_version() {
  static const std::string version = [] {
    const std::string prefix = "ffmpeg version ";
    const Outcome outcome = run("ffmpeg -version");
    if (!outcome.ok || outcome.said.rfind(prefix, 0) != 0)
      return std::string();
    return outcome.said.substr(prefix.size(),
                               outcome.said.find(' ', prefix.size()) - prefix.size());
  }();
  return version;
}

FfmpegInput::FfmpegInput(const std::string& pixel_format, uint32_t width, uint32_t height,
                         size_t bytes, const std::vector<const uint8_t*>& frames) {
  if (ffmpeg_version().empty()) {
    why_not_ = "no ffmpeg program";
    return;
  }
  path_ = make_file();
  if (path_.empty() || !write_frames(path_, bytes, frames)) {
    why_not_ = "the frames cannot be written to a file";
    return;
  }
  input_ = " -f rawvideo -pix_fmt " + pixel_format + " -s " + std::to_string(width) + "x" +
           std::to_string(height) + " -i '" + path_ + "'";
  // FFmpeg repeats the frames itself. Reading them again could run in parallel to the filter, and
  // would then hide a part of the filter's time.
  repeat_ = "loop=loop=-1:size=" + std::to_string(frames.size());
}

FfmpegInput::~FfmpegInput() {
  if (!path_.empty())
    unlink(path_.c_str());
}

std::string FfmpegInput::command(const std::string& filters, unsigned threads) const {
  const std::string n = std::to_string(threads);
  return "ffmpeg -nostdin -v error" +
         (threads ? " -threads " + n + " -filter_threads " + n : std::string()) + input_ + " -vf " +
         filters;
}

std::vector<uint8_t> FfmpegInput::first_filtered(const std::string& filter) const {
  const Outcome outcome = run(command(filter, 0) + " -frames:v 1 -f rawvideo -");
  if (!outcome.ok)
    return {};
  return {outcome.said.begin(), outcome.said.end()};
}

FfmpegTime FfmpegInput::time(const std::string& filter, unsigned count, unsigned threads,
                             unsigned rounds) const {
  FfmpegTime time;
  time.why_not = why_not_;
  if (!time.why_not.empty())
    return time;
  const std::string output = " -frames:v " + std::to_string(count) + " -f null -";
  const std::string commands[] = {command(repeat_, threads) + output,
                                  command(repeat_ + "," + filter, threads) + output};
  double wall_s[2], cpu_s[2]; // without the filter, and with it
  for (unsigned round = 0; round < rounds; round++)
    for (int with = 0; with < 2; with++) {
      const Outcome outcome = run(commands[with]);
      if (!outcome.ok) {
        time.why_not = outcome.said.empty() ? "the ffmpeg program failed"
                                            : outcome.said.substr(0, outcome.said.find('\n'));
        return time;
      }
      wall_s[with] = round ? std::min(wall_s[with], outcome.wall_s) : outcome.wall_s;
      cpu_s[with] = round ? std::min(cpu_s[with], outcome.cpu_s) : outcome.cpu_s;
    }
  if (wall_s[1] <= wall_s[0] || cpu_s[1] <= cpu_s[0])
    time.why_not = "too few frames to tell the filter's time";
  time.wall_s = (wall_s[1] - wall_s[0]) / count;
  time.cpu_s = (cpu_s[1] - cpu_s[0]) / count;
  return time;
}

} // namespace videohistogram::benchmark
