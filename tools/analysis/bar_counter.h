// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Figures of the active picture.
#pragma once

#include "tools/analysis/side_counter.h"
#include "tools/detect/active_picture.h"
#include "tools/record/frame.h"

#include <gst/video/video.h>

#include <optional>

namespace videohistogram::tools {

/// Counts the pixels of bars that are outside of limits. Those of the active picture are the others
/// of the frame. Frames without bars cost nothing. Thread-safety: one thread.
class BarCounter {
public:
  /// Fills in ACTIVEBRNG and ACTIVER103 of a frame whose active picture is known; those that the
  /// frame lacks stay NaN. `histogram` is complete, `buffer` the frame that it counts, with these
  /// caps.
  void read(GstVideoHistogram* histogram, GstBuffer* buffer, const GstCaps* caps,
            FrameRecord& frame);

private:
  void note_caps(const GstCaps* caps);

  /// The sum BRNG takes frames as progressive, RANGE as they are.
  std::optional<SideCounter> range_, broadcast_;
  CapsPtr caps_, progressive_; ///< of the frames, and the same without fields
};

} // namespace videohistogram::tools
