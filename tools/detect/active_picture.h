// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The part of the frame that is not black bars.
#pragma once

#include "tools/record/video.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace videohistogram::tools {

/// The share of samples of Y that are not black, from 0 to 1, in each column of a frame from left
/// to right and in each row from top to bottom.
struct LineShares {
  std::vector<double> columns, rows;
};

/// Follows the active picture through a video.
///
/// A line, which is a row or a column, has content if more than 1 % of its samples are not black.
/// The lines between the first and the last one with content are the extent of the content. Where
/// a frame has content outside of the known picture, the picture grows with that frame. It shrinks
/// only to straight edges with bars of equal size, so that dark scenes and titles on black do not
/// shrink it, and never to less than the content of the frames by which that is decided.
class ActivePicture {
public:
  /// The part of the frame with this number and size whose lines add() does not look at: the known
  /// picture, or what it may shrink to. Empty: add() looks at all lines.
  Rectangle unread_part(uint64_t number, uint32_t width, uint32_t height) const;
  /// Takes the lines of each frame in order. Those within the unread part may have any share.
  void add(uint64_t number, const LineShares& lines);
  /// Empty as long as it is not known.
  Rectangle rectangle() const;

private:
  struct Span {
    size_t first, last;
  };
  /// One direction across the frame.
  struct Direction {
    /// Includes content outside of the known picture, and of what it may shrink to.
    void grow(const std::vector<double>& lines);
    /// Finds the first picture, or a smaller one if `may_shrink`. `across` is the extent of the
    /// content in the other direction, as a share of the frame.
    void measure(const std::vector<double>& lines, const Span& content, double across,
                 bool may_shrink);
    /// The lines that grow() does not look at. Call it only if the picture is known.
    const Span& unread() const { return smaller ? *smaller : *span; }

    size_t size = 0;          ///< lines of the frame
    std::optional<Span> span; ///< of the active picture; nothing: not known
    /// The content of all frames since the first one of some measurements in a row whose content
    /// was smaller than the picture; nothing: that of the last measurement was not.
    std::optional<Span> smaller;
    int measurements = 0; ///< the number of these measurements
  };

  static Rectangle make_rectangle(const Span& columns, const Span& rows);
  static std::optional<Span> find_content(const std::vector<double>& lines);
  bool is_measured(uint64_t number) const;

  Direction columns_, rows_;
};

} // namespace videohistogram::tools
