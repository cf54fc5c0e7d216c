// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// All that is found in the stream of frames of one video.
#pragma once

#include "core/range_errors.h"
#include "tools/detect/faults.h"
#include "tools/detect/features.h"
#include "tools/detect/shots.h"
#include "tools/detect/spans.h"
#include "tools/detect/sums.h"
#include "tools/record/settings.h"

#include <optional>
#include <string>

namespace videohistogram::tools {

class Detectors {
public:
  /// The listener must outlive this object.
  Detectors(const DetectionSettings& settings, VideoListener& listener);

  /// Takes each frame of the video in order.
  void add(const FrameRecord& frame, const Features& features);
  /// Reports what the last frame ends, and fills in sums and verdicts.
  void finish(VideoRecord& video);

  /// The field order that the video declares. Call it before the first frame.
  void expect_fields(const std::string& field_order) { faults_.expect_fields(field_order); }

private:
  void note_active_picture(const FrameRecord& frame);
  /// Where a frame lies in the video.
  struct Place {
    uint64_t number = 0;
    int64_t time = no_time;
    std::string timecode;
  };
  void report(const std::optional<RangeError<Place>>& error, int64_t end);

  const DetectionSettings settings_;
  VideoListener& listener_;
  FindingSpan corrupted_, no_time_, backwards_, black_, frozen_;
  RangeErrors<Place> r103_;
  Faults faults_;
  ShotFinder shots_;
  FigureSums sums_;
  Rectangle active_;            ///< the smallest that holds those of all frames
  int64_t last_time_ = no_time; ///< of the last frame with a time
  int64_t end_ = no_time;       ///< the time of the last frame
};

} // namespace videohistogram::tools
