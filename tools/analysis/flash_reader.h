// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Flashes in the frames of one video.
#pragma once

#include "core/pse/flash_finder.h"
#include "tools/analysis/sum_figures.h"
#include "tools/record/listener.h"
#include "tools/record/settings.h"

#include <optional>

namespace videohistogram::tools {

/// The finding of a passage.
Finding finding_of(const pse::Passage& passage);

/// Finds flashes by the profile of the settings; none if flashes are not looked for.
class FlashReader final : public pse::PassageListener {
public:
  FlashReader(const AnalysisSettings& settings, VideoListener& listener);

  /// Takes each frame that has sums, in order, and fills in its figures.
  void add(FrameRecord& frame, const FrameSums& sums, GstVideoHistogram* histogram,
           const VideoFormat& format);
  void finish();

private:
  void begins(const pse::Passage& passage) override { listener_.begun(finding_of(passage)); }
  void passage(const pse::Passage& passage) override { listener_.finding(finding_of(passage)); }

  VideoListener& listener_;
  std::optional<pse::FlashFinder> finder_; ///< empty: not looked for
};

} // namespace videohistogram::tools
