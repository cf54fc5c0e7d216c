// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Figures of a frame that depend on the frames after it.
#pragma once

#include "tools/detect/features.h"
#include "tools/qc/deflicker.h"
#include "tools/qc/idet.h"
#include "tools/record/frame.h"

#include <deque>
#include <functional>
#include <optional>

namespace videohistogram::tools {

/// Keeps frames until the types of their fields and their flicker are known: up to four frames.
class LateFigures {
public:
  struct Frame {
    FrameRecord record;
    Features features;
  };
  /// What a frame has for the frames around it; nothing: the series of frames ends before it.
  struct Sums {
    std::optional<FieldSums> fields;
    bool has_before = false;       ///< of fields
    uint64_t sum = 0, samples = 0; ///< of Y; 0 samples: there are none
  };

  /// `emit` gets each frame in order, once it is complete.
  explicit LateFigures(std::function<void(const Frame&)> emit) : emit_(std::move(emit)) {}

  void add(Frame frame, const Sums& sums);
  /// Emits the frames that are left.
  void finish();

private:
  void take(const std::optional<FieldVerdict>& verdict);
  void take(std::optional<double> change);
  void end_fields();
  void end_flicker();
  void emit_complete();

  const std::function<void(const Frame&)> emit_;
  FieldTypes types_;
  Flicker flicker_;
  std::deque<Frame> frames_;
  size_t typed_ = 0, flickered_ = 0; ///< of the frames those that have these figures, or never will
};

} // namespace videohistogram::tools
