// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tests/backend/backend_test.h"
#include "tests/reference/colours.h"

#include <string>
#include <vector>

namespace videohistogram::test {

/// All quantities but differences, which need two frames.
constexpr QuantitySet everything = all_quantities & ~all_differences;
/// The quantities that have projections.
constexpr QuantitySet projectable = everything & ~chromaticity_set;

/// Rows with some padding.
inline Layout padded_layout(const FormatInfo& format, uint32_t width, uint32_t height) {
  Layout layout;
  layout.format = format.name;
  layout.width = width;
  layout.height = height;
  layout.padding = 4;
  return layout;
}

/// What is counted in a frame: histograms of any quantities, projections, weighted ones, and joint
/// histograms.
struct ColourRequest {
  /// A histogram of each quantity of `wanted` that the format has. `bins` 0: one bin per value.
  ColourRequest(const FormatInfo& format, QuantitySet wanted, uint32_t bins);
  /// Adds a joint histogram; the bins are reduced to those that the quantities can have.
  void add_joint(const FormatInfo& format, Quantity x, Quantity y, uint32_t x_bins,
                 uint32_t y_bins);
  /// Adds a projection at an angle, with bins as above.
  void add_projection(const FrameView& frame, Quantity quantity, uint32_t bins, double angle) {
    add_projection(frame, *frame.format, quantity, bins, angle);
  }
  /// The same of frames of `format` that have the values of `frame`.
  void add_projection(const FrameView& frame, const FormatInfo& format, Quantity quantity,
                      uint32_t bins, double angle);
  /// Adds a weighted projection of Y or LUMA, at 0 or 90 degrees, with weights in their order.
  void add_weighted(const FormatInfo& format, uint32_t width, uint32_t height, QuantitySet weights,
                    uint32_t bins, double angle);
  /// Has the values of the last table, a projection, filtered.
  void filter_last() { tables.back().filter = Filter::low_pass; }
  /// Sets how samples are read and what colours are, for the plan and the reference alike.
  void set_colours(const reference::ColourSpec& spec, bool legal_limits);

  PlanSpec spec() const;
  /// Adds the same numbers for equal requests.
  void add_to(Key& key) const;

  std::vector<Table> tables;
  reference::ColourSpec colours;
  bool legal = false;
  std::vector<Rect> regions;
  bool whole_frame = true; ///< false: the whole frame's histograms are not compared
};

std::string describe(const Frame& frame, const ColourRequest& request);

class ColoursTest : public BackendTest {
protected:
  /// The histograms' counts; empty (and a failure) if the frame is refused.
  std::vector<uint32_t> count(const FrameView& frame, const ColourRequest& request);

  /// Whether the counts equal the reference's. `height`: rows of the plan's frames, of which
  /// `frame` may be a band.
  testing::AssertionResult counts_right(Job& job, const FrameView& frame,
                                        const ColourRequest& request, uint32_t height);
  testing::AssertionResult counts_right(const FrameView& frame, const ColourRequest& request,
                                        uint32_t height);
  testing::AssertionResult counts_right(const FrameView& frame, const ColourRequest& request) {
    return counts_right(frame, request, frame.height);
  }
  /// Whether the counts of `frame` are those that the reference has for `meant`.
  testing::AssertionResult counts_equal(const FrameView& frame, const FrameView& meant,
                                        const ColourRequest& request);

private:
  /// Whether these are the counts that the reference has for `frame`.
  static testing::AssertionResult are_counts_of(Expected<std::vector<uint32_t>> counts,
                                                const FrameView& frame,
                                                const ColourRequest& request);
  /// Counts of all histograms, then of all projections, then of the weighted ones, then of the
  /// joint histograms of each rectangle.
  Expected<std::vector<uint32_t>> count(Job& job, const FrameView& frame,
                                        const ColourRequest& request, uint32_t height);
};

} // namespace videohistogram::test
