// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// FFmpeg's filters as peers, by way of the ffmpeg program: nothing of FFmpeg is needed to build.

namespace videohistogram::benchmark {

/// "5.1.9", as the ffmpeg program says it; empty: there is no such program.
const std::string& ffmpeg_version();

/// What a filter takes for a frame.
struct FfmpegTime {
  std::string why_not; ///< why there are no times; empty if there are
  double wall_s = 0;
  double cpu_s = 0; ///< of all threads together
};

/// Frames of one size that the ffmpeg program reads from a file, in memory where the system has
/// such a folder. The file is gone with this. Thread-safety: none, and no other child processes.
class FfmpegInput {
public:
  /// `pixel_format` is FFmpeg's name for it, `bytes` what one frame has in it. At least one frame,
  /// and so few that memory has room for them once more.
  FfmpegInput(const std::string& pixel_format, uint32_t width, uint32_t height, size_t bytes,
              const std::vector<const uint8_t*>& frames);
  ~FfmpegInput();
  FfmpegInput(const FfmpegInput&) = delete;
  FfmpegInput& operator=(const FfmpegInput&) = delete;

  /// Why nothing can be run; empty if it can.
  const std::string& why_not() const { return why_not_; }

  /// What comes out of the filter for the first frame; empty if the program fails.
  std::vector<uint8_t> first_filtered(const std::string& filter) const;

  /// The time of the program for `count` frames, the same ones in turn, beyond that of the same
  /// command without the filter, which leaves start and reading out. Each of both is the best of
  /// `rounds`. `threads`: 0: as many as FFmpeg thinks right.
  FfmpegTime time(const std::string& filter, unsigned count, unsigned threads,
                  unsigned rounds) const;

private:
  std::string command(const std::string& filters, unsigned threads) const;

  std::string why_not_, path_, input_, repeat_;
};

} // namespace videohistogram::benchmark
