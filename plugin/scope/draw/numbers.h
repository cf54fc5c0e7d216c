// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Numbers of frames, from exact counts, as texts of a strip.
#pragma once

#include "core/range_errors.h"
#include "plugin/scope/draw/options.h"
#include "plugin/scope/draw/strip.h"
#include "plugin/scope/draw/tables.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace videohistogram::scope {

/// The light of a frame, or the largest of several frames, in nits.
struct LightLevels {
  double peak, average;
};

/// The greatest share of pixels outside of EBU R 103, and the time of the first frame with it.
struct PeakShare {
  RangeShare share;
  StripText time; ///< as of FrameStamp
};

/// What numbers tell of a frame beside its counts.
struct FrameStamp {
  uint64_t number = 0;
  /// The time with its label, "TC" or "time"; the value is empty if it is not known.
  StripText time = {"time", ""};
  std::optional<LightLevels> light; ///< MaxCLL and MaxFALL; none: not known
  std::optional<PeakShare> peak;    ///< none: not known
};

/// The numbers that a picture shows. The constructor requests the tables that they need.
/// Thread-safety: immutable after prepare().
class Numbers {
public:
  Numbers(const Source& source, const PictureOptions& options, TableList& tables);
  /// Finds the requested tables in the plan. Call once.
  void prepare(const Plan& plan);

  /// Whether light is measured, to which each frame belongs.
  bool has_light() const { return light_; }
  /// The light of a frame; none without has_light().
  std::optional<LightLevels> light_of(const CountedTables& tables) const;
  /// Whether pixels outside of EBU R 103 are counted, also without a text.
  bool has_range() const { return range_; }
  /// The share of a frame; none without has_range().
  std::optional<RangeShare> outside_of(const CountedTables& tables) const;
  /// The texts of a frame. `tables`: null: it was not counted. A number that is not known is "-".
  std::vector<StripText> texts(const FrameStamp& stamp, const CountedTables* tables) const;
  /// Texts that are as wide as those of any frame.
  std::vector<StripText> widest() const;

private:
  std::string percentiles(const CountedTables* tables) const;
  StripText levels(const char* label, std::optional<double> nits) const;

  Source source_;
  NumberOptions wanted_;
  std::vector<double> percents_;
  Units units_;
  Axis axis_; ///< of luma_
  Quantity luma_;
  bool light_ = false, range_ = false;
  size_t luma_index_ = 0, light_index_ = 0, range_index_ = 0; ///< histograms of the plan
  std::vector<double> nits_;                                  ///< per bin of MAXRGB
};

} // namespace videohistogram::scope
