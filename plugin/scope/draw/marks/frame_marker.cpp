// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/marks/frame_marker.h"

#include "core/drawing/mark_pixel.h"
#include "plugin/scope/draw/marks/level_rows.h"

#include <algorithm>
#include <utility>

namespace videohistogram::scope {

namespace {

/// Marks all chroma samples that a rectangle touches.
void mark_cells(const MarkRules& rules, const MarkedFrame& frame, const uint8_t* peaks,
                uint32_t phase, const Rect& rect) {
  if (rect.width == 0)
    return;
  const uint32_t columns = 1u << frame.x_sub, rows = 1u << frame.y_sub;
  for (uint32_t y = rect.y / rows * rows; y < rect.y + rect.height; y += rows)
    for (uint32_t x = rect.x / columns * columns; x < rect.x + rect.width; x += columns)
      mark_cell(rules, frame, peaks, phase, x, y);
}

} // namespace

void FrameMarker::find_peaks(const MarkRules& rules, const MarkedFrame& frame) {
  peaks_.resize(size_t{rules.width} * rules.height);
  // Rows of Y, with the first and the last pixel of the frame repeated. Of the columns without
  // marks only the first one is needed.
  const uint32_t columns = std::min(rules.marked_columns + 1, rules.width);
  std::vector<int32_t> above, row, below;
  const auto read = [&](uint32_t y, std::vector<int32_t>& lumas) {
    lumas.resize(size_t{rules.width} + 2);
    for (uint32_t x = 0; x < columns; x++)
      lumas[x + 1] = read_luma(rules, frame, x, y);
    lumas[0] = lumas[1];
    lumas[columns + 1] = lumas[columns];
  };
  read(0, row);
  above = row;
  for (uint32_t y = 0; y < rules.height; y++) {
    if (y + 1 < rules.height)
      read(y + 1, below);
    else
      below = row;
    uint8_t* const peaks = &peaks_[size_t{y} * rules.width];
    for (uint32_t x = 0; x < rules.marked_columns; x++)
      peaks[x] = is_gradient(rules, row[x + 2] - row[x], below[x + 1] - above[x + 1]) ? 1 : 0;
    std::swap(above, row);
    std::swap(row, below);
  }
}

void FrameMarker::mark(const FrameMarks& marks, const WritablePixels& pixels, uint32_t phase) {
  const MarkRules rules = marks.rules();
  const MarkedFrame frame = marked_frame(*pixels.format, pixels.planes, pixels.strides);
  if (rules.has_peaks)
    find_peaks(rules, frame);
  if (mark_rows_by_level(rules, frame, phase)) {
    // Legend and divider do not depend on levels, and lie over the rows.
    mark_cells(rules, frame, nullptr, phase, rules.legend);
    mark_cells(
        rules, frame, nullptr, phase,
        {rules.marked_columns - rules.divider_columns, 0, rules.divider_columns, rules.height});
    return;
  }
  mark_cells(rules, frame, rules.has_peaks ? peaks_.data() : nullptr, phase,
             {0, 0, rules.marked_columns, rules.height});
}

} // namespace videohistogram::scope
