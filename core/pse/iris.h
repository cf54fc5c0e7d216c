// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Flashes as IRIS (electronicarts/IRIS) finds them, from sums over the frame.
#pragma once

#include "core/pse/flashes.h"

#include <cstdint>
#include <deque>

namespace videohistogram::pse {

/// Sums over all pixels of a frame. Linear R, G and B are in 2^-24.
struct IrisSums {
  int64_t luminance = 0;         ///< of 722 B + 7152 G + 2126 R
  int64_t luminance_changed = 0; ///< pixels whose luminance differs from that of the frame before
  int64_t red = 0;               ///< of saturated red
  int64_t red_changed = 0;
};

/// The results of IRIS, in the order of its numbers.
enum class IrisResult : uint8_t { pass, warning, extended, fail };

/// One of luminance and red.
class IrisFlash {
public:
  /// A transition is a change of the sum by `threshold` or more whose smaller sum is below `dark`.
  IrisFlash(int64_t rate, int64_t threshold, int64_t dark);

  /// Takes each frame. Less than `area` changed pixels are no change. The first frame of a video
  /// changes nothing.
  void add(int64_t sum, int64_t changed, int64_t area);

  int64_t difference() const { return difference_; } ///< to the frame before
  int64_t accumulated() const { return accumulated_; }
  int64_t transitions() const { return transitions_; } ///< in the last second
  int64_t extended() const { return extended_; } ///< frames of the last five seconds with 4 to 6
  bool changed() const { return transition_; }   ///< a transition ends with this frame
  IrisResult result() const;

private:
  bool accumulate(int64_t difference);

  const int64_t threshold_, dark_;
  const size_t second_, five_seconds_; ///< in frames
  std::deque<int64_t> differences_{0}; ///< of the frames since the direction changed, in a second
  std::deque<bool> transitions_of_;    ///< of the frames of the last second
  std::deque<bool> warnings_;          ///< of the frames of the last five seconds
  int64_t sum_ = 0, difference_ = 0, accumulated_ = 0, transitions_ = 0, extended_ = 0;
  bool any_ = false, transition_ = false;
};

/// All of IRIS but patterns. It takes the means of whole frames, and so misses flashes that cancel
/// out. A rate that is not known counts as 25.
class IrisFlashes {
public:
  IrisFlashes(const FrameRate& rate, uint64_t pixels);

  /// Takes each frame of a video in order.
  FlashFigures add(const Place& frame, const IrisSums& sums, PassageListener& listener);
  void finish(PassageListener& listener);

  const IrisFlash& light() const { return light_; }
  const IrisFlash& red() const { return red_; }

private:
  void report(const IrisFlash& flash, double area, FlashSpan& span, const char* what,
              const Place& frame, PassageListener& listener);

  const int64_t pixels_, rate_;
  IrisFlash light_, red_;
  Places places_;
  FlashSpan flashes_{"flashes"}, red_flashes_{"red-flashes"}, long_{"flashes-extended"};
};

} // namespace videohistogram::pse
