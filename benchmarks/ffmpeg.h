// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// FFmpeg's filters for comparison. They run in the ffmpeg program: the build needs nothing of
// FFmpeg.

namespace videohistogram::benchmark {

/// The ffmpeg program's version, such as "5.1.9"; empty: there is no program.
const std::string& ffmpeg_version();

/// The time of a filter per frame.
struct FfmpegTime {
  std::string why_not; ///< why there are no times; empty: there are
  double wall_s = 0;
  double cpu_s = 0; ///< CPU time of all threads together
};

/// Frames of one size in a file that the ffmpeg program reads. The file is in /dev/shm if that
/// exists, and the destructor deletes it. Thread-safety: none; the process must have no other
/// children.
class FfmpegInput {
public:
  /// `pixel_format` is FFmpeg's name of the format, `bytes` the size of a frame. There is at least
  /// one frame. Memory must have room for a second copy of all frames.
  FfmpegInput(const std::string& pixel_format, uint32_t width, uint32_t height, size_t bytes,
              const std::vector<const uint8_t*>& frames);
  ~FfmpegInput();
  FfmpegInput(const FfmpegInput&) = delete;
  FfmpegInput& operator=(const FfmpegInput&) = delete;

  /// Why ffmpeg cannot run; empty if it can.
  const std::string& why_not() const { return why_not_; }

  /// The output of the filter for the first frame; empty if the program fails.
  std::vector<uint8_t> first_filtered(const std::string& filter) const;

  /// The filter's time per frame: the program's time for `count` frames, which repeat those of the
  /// file, less the time of the same command without the filter. The difference excludes start and
  /// reading. Both times are the best of `rounds`. `threads` 0: FFmpeg's default.
  FfmpegTime time(const std::string& filter, unsigned count, unsigned threads,
                  unsigned rounds) const;

private:
  std::string command(const std::string& filters, unsigned threads) const;

  std::string why_not_, path_, input_, repeat_;
};

} // namespace videohistogram::benchmark
