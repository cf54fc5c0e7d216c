// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Which traces stay under those of later frames: the same rules on host and devices.
#pragma once

#include "core/host_device.h"

namespace videohistogram {

/// The traces that stay under those of the present frame.
enum class Hold {
  none,
  peak,      ///< at each place the maximum of all frames from the last one before the hold on
  reference, ///< the traces of the last frame before the hold
};

/// How the held densities and counts change with a frame. The step is the same for all of them.
struct HoldStep {
  bool take_previous = false; ///< held = those of the frame before
  bool take_present = false;  ///< held = those of this frame
  bool raise = false;         ///< held = the larger of held and those of this frame
  bool shown = false;         ///< held ones exist, and are drawn
  bool is_first = false;      ///< no frame before this one counts
};

/// Decides what a painter holds, frame by frame.
class HoldState {
public:
  /// Begins a frame. `anew`: since the last frame, the application asked to hold traces from now
  /// on: those of the last frame, or of this one if it is the first.
  HoldStep next(Hold hold, bool anew) {
    HoldStep step;
    step.is_first = !painted_;
    if (anew)
      step.take_previous = held_ = hold != Hold::none && painted_;
    if (hold != Hold::none) {
      step.take_present = !held_;
      step.raise = held_ && hold == Hold::peak;
      held_ = true;
    }
    step.shown = held_;
    painted_ = true;
    return step;
  }

  /// The next frame is the first.
  void forget() { painted_ = held_ = false; }

private:
  bool painted_ = false; ///< there are traces of a frame
  bool held_ = false;    ///< there are held traces
};

/// Stores a density or a count of the present frame, and the held one that follows from it.
template <class Value>
VIDEOHISTOGRAM_HOST_DEVICE inline void hold_value(Value* live, Value* held, Value value,
                                                  const HoldStep& step) {
  if (step.take_previous)
    *held = *live;
  if (step.take_present || (step.raise && *held < value))
    *held = value;
  *live = value;
}

} // namespace videohistogram
