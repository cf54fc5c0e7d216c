// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "benchmarks/waveform.h"

#include "benchmarks/ffmpeg.h"

#include <algorithm>
#include <thread>

namespace videohistogram::benchmark {

namespace {

// The filter draws only the counts; value 0 is the first row. FFmpeg truncates the intensity to a
// multiple of 1/255, and would truncate 1/255 itself to 0.
constexpr const char* filter =
    "waveform=mode=column:components=1:filter=lowpass:mirror=0:intensity=0.004";

constexpr double pixels_a_thread = 1e8;
constexpr unsigned max_threads = 16; // FFmpeg's default uses no more
constexpr unsigned rounds = 3;

std::vector<uint8_t> expected_picture(const std::vector<uint8_t>& gray, uint32_t width) {
  std::vector<uint8_t> picture(size_t{256} * width);
  for (size_t i = 0; i < gray.size(); i++) {
    uint8_t& count = picture[size_t{gray[i]} * width + i % width];
    count = static_cast<uint8_t>(std::min(count + 1, 255));
  }
  return picture;
}

} // namespace

WaveformTime time_waveform(const std::vector<uint8_t>& gray, uint32_t width, uint32_t height,
                           unsigned threads) {
  const FfmpegInput input("gray", width, height, gray.size(), {gray.data()});
  const unsigned used =
      threads ? threads : std::clamp(std::thread::hardware_concurrency(), 1u, max_threads);
  const double count = std::max(8.0, used * pixels_a_thread / static_cast<double>(gray.size()));
  const FfmpegTime time = input.time(filter, static_cast<unsigned>(count), threads, rounds);
  if (!time.why_not.empty())
    return {time.why_not};
  if (input.first_filtered(filter) != expected_picture(gray, width))
    return {"its picture is not the counts up to 255"};
  return {"", threads == 1 ? time.cpu_s : time.wall_s};
}

} // namespace videohistogram::benchmark
