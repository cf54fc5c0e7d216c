// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/marks/frame_marker.h"

#include "core/drawing/mark_pixel.h"
#include "core/vectors.h"
#include "plugin/scope/draw/marks/colour_rows.h"
#include "plugin/scope/draw/marks/level_rows.h"

#include <algorithm>
#include <utility>

namespace videohistogram::scope {

namespace {

/// Marks all chroma samples that a rectangle touches.
void mark_cells(const MarkRules& rules, const MarkedFrame& frame, uint32_t phase,
                const Rect& rect) {
  if (rect.width == 0)
    return;
  const uint32_t columns = 1u << frame.x_sub, rows = 1u << frame.y_sub;
  for (uint32_t y = rect.y / rows * rows; y < rect.y + rect.height; y += rows)
    for (uint32_t x = rect.x / columns * columns; x < rect.x + rect.width; x += columns)
      mark_cell(rules, frame, nullptr, phase, x, y);
}

/// Writes the legend, which takes whole chroma samples.
void write_legend(const MarkRules& rules, const MarkedFrame& frame) {
  const Rect& rect = rules.legend;
  for (uint32_t c = 0; c < frame.n_components; c++) {
    const MarkedComponent& component = frame.components[c];
    const uint32_t columns = 1u << component.x_sub, rows = 1u << component.y_sub;
    for (uint32_t y = 0; y < rect.height; y += rows) {
      const uint32_t* const drawn = rules.picture + size_t{y} * rect.width;
      uint8_t* sample = sample_at(component, rect.x, rect.y + y);
      for (uint32_t x = 0; x < rect.width; x += columns, sample += component.step)
        write_sample(frame, sample, in_depth(frame, drawn[x] >> 8 * (c + 1) & 255));
    }
  }
}

/// Writes a mark over a pixel and its chroma, which other pixels may share: see rank_of_chroma().
void mark_pixel(const MarkRules& rules, const MarkedFrame& frame, uint8_t kind, uint32_t x,
                uint32_t y) {
  const uint16_t* const colour = rules.colours[kind];
  const uint32_t samples[3] = {colour[0], colour[1], colour[2]};
  for (const bool shared : {false, true})
    write_components(frame, shared, samples, x, y);
}

/// Columns that have marks below the divider.
uint32_t columns_of(const MarkRules& rules) {
  return rules.marked_columns - rules.divider_columns;
}

/// Marks edges, of which most frames have few.
void mark_peaks(const MarkRules& rules, const MarkedFrame& frame, const uint8_t* peaks) {
  for (uint32_t y = 0; y < rules.height; y++, peaks += rules.width)
    for (uint32_t x = 0; x < columns_of(rules);) {
      if (x + sizeof(uint64_t) <= columns_of(rules) && load<uint64_t>(peaks + x) == 0) {
        x += sizeof(uint64_t);
        continue;
      }
      if (peaks[x] != 0)
        mark_pixel(rules, frame, mark::peak, x, y);
      x++;
    }
}

void mark_safe_lines(const MarkRules& rules, const MarkedFrame& frame) {
  const uint32_t width = rules.line_width;
  if (width == 0)
    return;
  for (const SafeLine& line : rules.safe) {
    const Rect& area = line.area;
    const uint32_t right = area.x + area.width, bottom = area.y + area.height;
    for (uint32_t y = area.y; y < bottom; y++) {
      const bool whole = y - area.y < width || bottom - y <= width;
      for (uint32_t x = area.x; x < std::min(right, columns_of(rules)); x++) {
        if (!whole && x - area.x >= width && right - x > width)
          x = right - width; // the left end is drawn
        if (x < columns_of(rules))
          mark_pixel(rules, frame, line_at(rules, x, y), x, y);
      }
    }
  }
}

using Samples = Full<uint16_t>;
using Bytes = Vector<uint8_t, lanes<uint16_t>>;
/// Differences of samples of 16 bits need more bits.
using Wide = Full<int32_t>;

/// The values of Y in a row, by vectors where they lie one after the other. Reads no other samples.
void read_lumas(const MarkRules& rules, const MarkedFrame& frame, uint32_t columns, uint32_t y,
                uint16_t* lumas) {
  const MarkedComponent& component = frame.components[0];
  const uint8_t* const row = sample_at(component, 0, y);
  const auto shift = static_cast<uint16_t>(frame.shift);
  const auto mask = static_cast<uint16_t>((1u << frame.depth) - 1);
  uint32_t x = 0;
  if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && !rules.is_rgb && component.x_sub == 0 &&
      component.step == frame.sample_bytes)
    for (; x + lanes<uint16_t> <= columns; x += lanes<uint16_t>) {
      const Samples samples = frame.sample_bytes == 1
                                  ? __builtin_convertvector(load<Bytes>(row + x), Samples)
                                  : load<Samples>(row + size_t{2} * x);
      store(lumas + x, samples >> shift & mask);
    }
  for (; x < columns; x++)
    lumas[x] = static_cast<uint16_t>(read_luma(rules, frame, x, y));
}

} // namespace

void FrameMarker::find_peaks(const MarkRules& rules, const MarkedFrame& frame) {
  peaks_.resize(size_t{rules.width} * rules.height);
  // Rows of Y, with the first and the last pixel of the frame repeated. Of the columns without
  // marks only the first one is needed.
  const uint32_t columns = std::min(rules.marked_columns + 1, rules.width);
  std::vector<uint16_t> above, row, below(columns + 2);
  const auto read = [&](uint32_t y, std::vector<uint16_t>& lumas) {
    read_lumas(rules, frame, columns, y, &lumas[1]);
    lumas[0] = lumas[1];
    lumas[columns + 1] = lumas[columns];
  };
  read(0, below);
  above = row = below;
  const auto wide = [](const uint16_t* lumas) {
    return __builtin_convertvector((load<Vector<uint16_t, lanes<int32_t>>>(lumas)), Wide);
  };
  using Marks = Vector<uint8_t, lanes<int32_t>>;
  const auto absolute = [](const Wide& v) { return v < 0 ? -v : v; };
  const auto threshold = static_cast<int32_t>(rules.peak_gradient);
  for (uint32_t y = 0; y < rules.height; y++) {
    if (y + 1 < rules.height)
      read(y + 1, below);
    else
      below = row;
    uint8_t* const peaks = &peaks_[size_t{y} * rules.width];
    uint32_t x = 0;
    for (; x + lanes<int32_t> <= rules.marked_columns; x += lanes<int32_t>) {
      const Wide across = absolute(wide(&row[x + 2]) - wide(&row[x]));
      const Wide down = absolute(wide(&below[x + 1]) - wide(&above[x + 1]));
      store(peaks + x, __builtin_convertvector(across + down >= threshold, Marks) & uint8_t{1});
    }
    for (; x < rules.marked_columns; x++)
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
  if (!mark_rows_by_level(rules, frame, phase))
    mark_rows_by_colour(rules, frame, phase);
  // The others do not depend on levels and colours, and lie over the rows.
  if (rules.has_peaks)
    mark_peaks(rules, frame, peaks_.data());
  mark_safe_lines(rules, frame);
  write_legend(rules, frame);
  mark_cells(
      rules, frame, phase,
      {rules.marked_columns - rules.divider_columns, 0, rules.divider_columns, rules.height});
}

} // namespace videohistogram::scope
