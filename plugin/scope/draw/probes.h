// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The values of single pixels, and of a box of pixels, from exact counts of these as regions.
#pragma once

#include "core/plan.h"
#include "plugin/scope/draw/probe_options.h"
#include "plugin/scope/draw/strip.h"
#include "plugin/scope/draw/tables.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace videohistogram::scope {

/// The values of a channel in a rectangle: codes of the frame's samples.
struct ProbedChannel {
  Quantity channel;
  uint32_t min, max;
  double mean;
};
/// Of a pin or the box: stored channels, then R, G and B; empty: it lies outside of the frame, or
/// the frame was not counted.
using ProbedValues = std::vector<ProbedChannel>;

/// The pins and the box of frames of one format and size. Thread-safety: one thread at a time.
class Probes {
public:
  /// `source`: describes whole frames. Errors: invalid_argument if the frames cannot be counted.
  static Expected<std::unique_ptr<Probes>> create(const Source& source,
                                                  const ProbeOptions& options);

  const ProbeOptions& options() const { return options_; }
  /// What is to be counted of each frame, in regions().
  const SharedPlan& plan() const { return plan_; }
  /// The rectangles that lie in the frame; empty: nothing is to be counted.
  const std::vector<Rect>& regions() const { return regions_; }
  /// Where the counts of a frame are written before read().
  uint32_t* counts();
  /// Reads the counts of a frame.
  void read();
  /// The present frame is not counted.
  void forget();

  /// Values of the present frame, per pin.
  const std::vector<ProbedValues>& pins() const { return pins_; }
  const ProbedValues& box() const { return box_; }

  std::vector<StripText> texts() const;
  /// Texts that are as wide as those of any frame.
  std::vector<StripText> widest() const;

private:
  Probes() = default;
  ProbedValues values_in(size_t region) const;
  std::vector<StripText> texts_of(const std::vector<ProbedValues>& pins,
                                  const ProbedValues& box) const;

  ProbeOptions options_;
  SharedPlan plan_;
  std::vector<Quantity> channels_; ///< in the order in which they are shown
  std::vector<Rect> regions_;
  std::vector<std::optional<size_t>> region_of_pin_;
  std::optional<size_t> region_of_box_;
  std::vector<uint32_t> counts_;
  std::vector<ProbedValues> pins_;
  ProbedValues box_;
};

} // namespace videohistogram::scope
