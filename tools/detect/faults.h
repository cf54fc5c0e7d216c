// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Faults of signals, tapes and transfers.
#pragma once

#include "tools/detect/features.h"
#include "tools/detect/head_clogs.h"
#include "tools/detect/passage.h"
#include "tools/detect/row_faults.h"
#include "tools/detect/short_freezes.h"
#include "tools/detect/spans.h"
#include "tools/detect/telecine.h"
#include "tools/record/settings.h"

#include <array>
#include <string>

namespace videohistogram::tools {

/// Colour bars, and faults of the frames that show none.
class Faults {
public:
  /// The listener must outlive this object.
  Faults(const DetectionSettings& settings, VideoListener& listener);

  /// The field that the video declares to be shown first. Call it before the first frame.
  void expect_fields(const std::string& field_order);
  /// Takes each frame of the video in order.
  void add(const FrameRecord& frame, const Features& features);
  /// Reports what the last frame ends.
  void finish();

private:
  /// Frames with the same mark, from the first to the last one.
  struct Whole {
    uint64_t frames = 0, first = 0, last = 0;
    int64_t start = no_time, end = no_time;
    bool is_refuted = false; ///< by another frame of the video

    void add(const FrameRecord& frame);
  };
  void look_at_levels(const FrameRecord& frame, const Features& features);
  void look_at_chroma(const FrameRecord& frame, const Features& features, bool has_content);
  void look_at_fields(const FrameRecord& frame, const Features& features);
  void report(const char* kind, const Whole& whole, const std::string& detail);

  const DetectionSettings settings_;
  VideoListener& listener_;
  FindingSpan bars_;
  Passage chroma_, interlaced_, field_order_;
  ShortFreezes freezes_;
  TelecineFinder telecine_;
  HeadClogs clogs_;
  RowFaults rows_;
  std::array<Whole, n_limits> limits_; ///< frames whose samples crowd at a limit
  Whole shallow_;                      ///< frames of more than 8 bits that use 8
  unsigned depth_ = 8;
  FieldType declared_ = FieldType::undetermined;
};

} // namespace videohistogram::tools
