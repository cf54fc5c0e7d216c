// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "tests/reference/request.h"
#include "tests/reference/wide.h"

#include <cstdint>
#include <vector>

namespace videohistogram::reference {

/// The specification in code: what every backend has to return for this frame, laid out as
/// Request::total_counts() says. It takes nothing from the code under test but the plain structs;
/// where a sample lies it reads from the letters of the format's name, unless a test made it up.
/// The frame must have passed check_frame() and the request check_request().
/// Thread-safety: any thread.
std::vector<uint32_t> count(const FrameView& frame, const Request& request);

/// Results that every backend has to return for a frame of a plan.
struct PlanCounts {
  std::vector<uint32_t> histograms;               ///< [1 + regions][quantities][bins]
  std::vector<std::vector<uint32_t>> projections; ///< of each [positions][bins]
};
/// The same by the tables that the plan is made of. What a PlanSpec demands must hold.
PlanCounts count(const FrameView& frame, const PlanSpec& spec, const std::vector<Rect>& regions);

/// Where the pixels of a picture are along a direction, by the definition: with whole numbers that
/// no picture is too large for, and a cosine and sine of its own. Thread-safety: a value.
class Positions {
public:
  /// Of a picture turned clockwise by that many degrees.
  static Positions of_angle(double degrees, uint32_t width, uint32_t height);
  /// Of a picture in which the line from (x1, y1) to (x2, y2) has a position.
  static Positions of_line(int64_t x1, int64_t y1, int64_t x2, int64_t y2, uint32_t width,
                           uint32_t height);
  /// As a direction of the core has them, right or wrong.
  static Positions of(const Direction& direction);

  uint64_t count() const { return count_; }
  uint64_t at(uint64_t x, uint64_t y) const {
    const Wide v = first_ + 2 * (Wide{x} * c_ - Wide{y} * s_);
    // Rounded down, and never to a place that is there.
    return v < 0 ? ~uint64_t{0} : static_cast<uint64_t>(v >> 31);
  }
  /// Of all that at() depends on.
  uint64_t hash() const;

private:
  Positions(long double cosine, long double sine, uint32_t width, uint32_t height,
            uint64_t one_more);

  Wide c_ = 0, s_ = 0, first_ = 0; ///< first_: v of the pixel (0, 0)
  uint64_t count_ = 0;
};

/// The size of the picture that a channel of a frame is.
struct PictureSize {
  uint32_t width, height;
};
PictureSize picture_size(const FrameView& frame, Quantity channel);

/// All samples of a stored channel of a frame, row by row.
struct StoredSamples {
  PictureSize size;
  uint32_t across, down; ///< columns and rows of the frame that share a sample
  std::vector<uint32_t> samples;

  /// The samples of a row, one for each of so many columns of the frame.
  std::vector<uint32_t> of_columns(uint32_t row, uint32_t columns) const;
};
StoredSamples stored_samples(const FrameView& frame, Quantity channel);

/// The matrix of that channel that every backend has to return, [positions][bins].
std::vector<uint32_t> count_along(const FrameView& frame, Quantity channel, uint32_t bins,
                                  const LumaWeights& luma, const Positions& positions);

} // namespace videohistogram::reference
