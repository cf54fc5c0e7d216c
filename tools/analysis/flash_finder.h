// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Flashes in the frames of one video.
#pragma once

#include "tools/analysis/sum_figures.h"
#include "tools/pse/flashes.h"
#include "tools/pse/iris.h"
#include "tools/record/settings.h"

#include <optional>

namespace videohistogram::tools {

/// Finds flashes by the profile of the settings; none if flashes are not looked for.
class FlashFinder {
public:
  FlashFinder(const AnalysisSettings& settings, VideoListener& listener);

  /// Takes each frame that has sums, in order, and fills in its figures. The rate and the light of
  /// a video are those of its first frame. A frame that is earlier than the one before begins anew,
  /// and so does one of another size with the profile of IRIS, which compares whole frames.
  void add(FrameRecord& frame, const FrameSums& sums, GstVideoHistogram* histogram,
           const VideoFormat& format);
  void finish();

private:
  void begin(const GridSums& grid, GstVideoHistogram* histogram, const VideoFormat& format);
  bool goes_on(const FrameRecord& frame, const GridSums& grid) const;

  const FlashProfile* const profile_; ///< null: not looked for
  const int every_;                   ///< of so many frames one is analysed
  VideoListener& listener_;
  int64_t last_ = no_time; ///< time of the frame before
  size_t width_ = 0, height_ = 0;
  std::optional<CellFlashes> cells_;
  std::optional<IrisFlashes> iris_;
};

} // namespace videohistogram::tools
