// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The shots of a video.
#pragma once

#include "tools/detect/transitions.h"
#include "tools/record/listener.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace videohistogram::tools {

/// Splits a video at cuts, fades and dissolves. Frames are kept until no transition can begin
/// before them; the memory does not grow with the video.
class ShotFinder {
public:
  /// Takes each frame of the video in order, with its stream time in ns.
  void add(const Features& features, int64_t time, VideoListener& listener);
  /// Reports the transitions and the shot that the end of the video completes.
  void finish(VideoListener& listener);

private:
  enum class Kind { dissolve, cut, fade };
  struct Candidate {
    GradualSpan span; ///< of a cut: the first frame of the new shot
    Kind kind = Kind::cut;
    int64_t start = no_time; ///< the time of its first frame
  };
  static bool yields(const Candidate& a, const Candidate& b);
  void look_for_cut(int64_t frame);
  void look_for_fade(int64_t frame);
  void add_candidate(const GradualSpan& span, Kind kind);
  /// Reports transitions that end before this frame.
  void report_before(int64_t frame, VideoListener& listener);
  void begin_shot(const Candidate& candidate, VideoListener& listener);

  FrameWindow frames_;
  std::vector<Candidate> candidates_; ///< by their first frames; none overlaps one of its kind
  std::optional<Candidate> reported_; ///< the last one
  Shot shot_;
};

} // namespace videohistogram::tools
