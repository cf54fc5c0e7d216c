// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/pse/flash_finder.h"
#include "plugin/settings/flash_profile.h"

#include <gst/video/video.h>
#include <gst/videohistogram/videohistogram.h>

#include <optional>

namespace videohistogram {

/// The largest figures of several frames.
struct LargestFlashes {
  double area = 0, count = 0;
  std::optional<double> red_count; ///< empty: frames have no colours
  bool exceeded = false, extended = false;
};

/// Finds flashes in a stream, frame by frame, for the field `flashes` of messages.
/// Thread-safety: one thread at a time.
class FlashMeter final : public pse::PassageListener {
public:
  /// Adds the complete histogram of one frame. Without effect if nothing is looked for, and if the
  /// frame has no sums of light.
  void add(GstVideoHistogram* frame, const FlashRules& rules, guint64 number, GstClockTime time);
  /// The next frame is the first one.
  void reset();
  /// Sets the field `flashes` of a message, with the largest figures of the frames since the last
  /// message. Without effect if there were none.
  void set_flashes(GstStructure* message);

private:
  void passage(const pse::Passage&) override {} // messages tell flashes while they last

  FlashRules rules_;
  bool is_hdr_ = false;
  pse::Primaries primaries_ = pse::Primaries::bt709;
  std::optional<pse::FlashFinder> finder_;
  std::optional<LargestFlashes> largest_; ///< since the last message
};

} // namespace videohistogram
