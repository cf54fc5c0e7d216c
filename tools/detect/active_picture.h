// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The part of the frame that is not black bars.
#pragma once

#include "tools/record/video.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace videohistogram::tools {

/// Follows the active picture through a video.
///
/// A line, which is a row or a column, has content if more than 1 % of its samples are not black.
/// The lines between the first and the last one with content are the extent of the content. Where
/// it exceeds the known picture, the picture grows at once. It shrinks only to a straight edge with
/// bars of equal size, so that dark scenes and titles on black do not shrink it.
class ActivePicture {
public:
  /// Takes the shares of samples that are not black, from 0 to 1, of the columns from left to right
  /// and of the rows from top to bottom.
  void measure(const std::vector<double>& columns, const std::vector<double>& rows);
  /// Empty as long as it is not known.
  Rectangle rectangle() const;

private:
  struct Span {
    size_t first, last;
  };
  /// One direction across the frame.
  struct Direction {
    /// `across` is the extent of the content in the other direction, as a share of the frame.
    void measure(const std::vector<double>& lines, const Span& content, double across);

    size_t size = 0;          ///< lines of the frame
    std::optional<Span> span; ///< of the active picture; nothing: not known
    int smaller = 0; ///< measurements in a row in which the content was smaller than the picture
  };

  static std::optional<Span> find_content(const std::vector<double>& lines);

  Direction columns_, rows_;
};

} // namespace videohistogram::tools
