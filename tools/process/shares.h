// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// How the last videos of a scan are shared by GPUs, so that these end at about the same time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace videohistogram::tools {

/// The mean number of frames of some videos.
class MeanLength {
public:
  void add(uint64_t frames) {
    frames_ += frames;
    videos_++;
  }
  /// 0 without a video.
  double frames() const {
    return videos_ > 0 ? static_cast<double>(frames_) / static_cast<double>(videos_) : 0;
  }

private:
  uint64_t frames_ = 0, videos_ = 0;
};

/// Whether a GPU gets one more of the waiting videos. Many videos at once on a GPU end at about the
/// same time: the GPU that is a little ahead would take all that wait. It takes a video only if its
/// remaining frames plus half a video are at most an equal share of all remaining frames. The GPU
/// that has the fewest left may always take one.
/// `own`: frames left in the videos that this GPU has in hand; `least`: the fewest that any GPU
/// has; `all`: in all videos, those that wait included; `video`: frames of a waiting video, 0 if
/// not known.
inline bool is_within_share(double own, double least, double all, size_t gpus, double video) {
  return own <= least || own + video / 2 <= all / static_cast<double>(gpus);
}

} // namespace videohistogram::tools
