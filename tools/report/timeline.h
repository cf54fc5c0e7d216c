// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Figures of a video over its frames, in a bounded number of points.
#pragma once

#include "tools/record/frame.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace videohistogram::tools {

/// A figure of one frame.
struct Point {
  double frame, value;
};
/// Points without a gap between them.
using Curve = std::vector<Point>;

/// Divides the frames into equal spans, and keeps of each figure the least and the greatest value
/// of a span, so that no peak is lost. Memory does not depend on the number of frames.
class Timeline {
public:
  /// `columns` are places in frame_columns. A figure has at most `max_points` points, an even
  /// number.
  Timeline(uint64_t frames, size_t max_points, std::vector<size_t> columns);

  /// Adds the next frame.
  void add(const FrameRecord& frame);

  /// In order; a new curve begins after frames that lack the figure.
  std::vector<Curve> curves(size_t column) const;
  /// NaN if no frame has the figure.
  double minimum(size_t column) const;
  double maximum(size_t column) const;

  uint64_t frames() const { return frames_; }
  size_t n_spans() const { return n_spans_; }
  /// The least and the greatest value of each span; NaN: no frame of it has the figure.
  std::vector<std::pair<double, double>> extremes(size_t column) const;
  /// The time of the first frame that has one, of each span; no_time if none has.
  std::vector<int64_t> times() const;
  /// The frame at a stream time, and a part of it where the time is between those of two frames.
  /// The number of frames if the time is after that of the last span. Exact to one span.
  double frame_at(int64_t time) const;
  int64_t first_time() const;
  /// The stream time of the last span; no_time if frames have none.
  int64_t last_time() const;

private:
  struct Span {
    Point least, greatest; ///< NaN: no frame has the figure
  };
  const std::vector<Span>& spans(size_t column) const;

  const uint64_t frames_;
  const size_t n_spans_;
  const std::vector<size_t> columns_;
  std::vector<std::vector<Span>> spans_; ///< n_spans_ for each of columns_
  struct Start {
    uint64_t frame = 0;
    int64_t time = no_time;
  };
  std::vector<Start> starts_; ///< the first frame with a time of each span that has one
};

} // namespace videohistogram::tools
