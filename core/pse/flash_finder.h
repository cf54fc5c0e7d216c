// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Flashes in the frames of one video.
#pragma once

#include "core/pse/flashes.h"
#include "core/pse/iris.h"

#include <optional>

namespace videohistogram::pse {

/// The sums of a frame in which flashes are looked for, and its place in the video.
struct FlashFrame {
  Place place;
  GridSums grid; ///< without light if there is none
  std::optional<IrisSums> iris;
  FrameRate rate;
  bool is_hdr = false; ///< in PQ or HLG
  Primaries primaries = Primaries::bt709;
};

/// Finds flashes by a profile. Thread-safety: one thread at a time.
class FlashFinder {
public:
  /// Of `every` frames of the rate one is taken. `profile` and `listener` must stay valid.
  FlashFinder(const FlashProfile& profile, int every, PassageListener& listener)
      : profile_(profile), every_(every), listener_(listener) {}

  /// Takes each frame in order. The rate and the light of a video are those of its first frame. A
  /// frame that is earlier than the one before begins anew, and so does one of another size with
  /// the profile of IRIS, which compares whole frames.
  FlashFigures add(const FlashFrame& frame);
  /// Reports what is open. The next frame is the first one of another video.
  void finish();

private:
  bool goes_on(const FlashFrame& frame) const;
  void begin(const FlashFrame& frame);

  const FlashProfile& profile_;
  const int every_;
  PassageListener& listener_;
  int64_t last_ = no_time; ///< time of the frame before
  size_t width_ = 0, height_ = 0;
  std::optional<CellFlashes> cells_;
  std::optional<IrisFlashes> iris_;
};

} // namespace videohistogram::pse
