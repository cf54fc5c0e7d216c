// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/draw/marks/colour_rows.h"

#include "core/drawing/mark_pixel.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace videohistogram::scope {

namespace {

/// What R, G and B of the pixels of a chroma sample have in common: see ColourTransform::chroma().
template <class Sum>
struct Chroma {
  Sum parts[3], most, least;

  Chroma() = default;
  Chroma(const ColourTransform& transform, uint32_t cb, uint32_t cr) {
    for (uint32_t i = 0; i < 3; i++)
      parts[i] = static_cast<Sum>(transform.chroma(i, cb, cr));
    most = std::max({parts[0], parts[1], parts[2]});
    least = std::min({parts[0], parts[1], parts[2]});
  }
};

/// Marks the rows of a frame with samples of the type `Sample`. `Sum`: see ColourTransform::code().
template <class Sample, class Sum>
class ColourRows {
public:
  ColourRows(const MarkRules& rules, const MarkedFrame& frame, uint32_t phase)
      : rules_(rules), frame_(frame), columns_(rules.marked_columns), phase_(phase),
        full_(rules.full), rgb_(rules.rgb), lumas_(columns_), levels_(columns_), kinds_(columns_),
        kinds_of_chroma_(columns_) {
    for (std::vector<uint16_t>& values : values_)
      values.resize(columns_, static_cast<uint16_t>(1u << (frame.depth - 1)));
    if (rules.by_maximum && !rules.is_rgb)
      in_full_.resize(columns_);
    if (rules.gamut != GamutMarks::none && !rules.is_rgb)
      in_rgb_.resize(columns_);
  }

  void mark() {
    const uint32_t rows = 1u << frame_.y_sub;
    for (uint32_t y = 0; y < rules_.height; y++) {
      for (uint32_t c = 0; c < n_read(); c++)
        if (c == 0 || y % rows == 0) // the samples of chroma are those of the last rows, too
          read_row(c, y);
      if (rules_.is_rgb) {
        find_kinds_of_rgb(y);
      } else {
        if (y % rows == 0)
          transform_chroma();
        find_kinds_of_ycbcr(y);
      }
      write_row(y);
    }
  }

private:
  uint32_t n_read() const { return rules_.is_rgb || rules_.has_chroma ? 3 : 1; }

  void read_row(uint32_t c, uint32_t y) {
    const MarkedComponent& component = frame_.components[c];
    const uint8_t* const row = sample_at(component, 0, y);
    uint16_t* const values = values_[c].data();
    const uint32_t mask = (1u << frame_.depth) - 1, shift = frame_.shift;
    const auto read = [&](const uint8_t* sample) {
      const uint32_t high = sizeof(Sample) == 2 ? uint32_t{sample[sizeof(Sample) - 1]} << 8 : 0;
      return static_cast<uint16_t>((sample[0] | high) >> shift & mask);
    };
    if (component.step == sizeof(Sample) && component.x_sub == 0)
      for (uint32_t x = 0; x < columns_; x++)
        values[x] = read(row + size_t{x} * sizeof(Sample));
    else
      for (uint32_t x = 0; x < columns_; x++)
        values[x] = read(row + size_t{x >> component.x_sub} * component.step);
  }

  void find_kinds_of_rgb(uint32_t y) {
    for (uint32_t x = 0; x < columns_; x++) {
      const MarkedPixel pixel = {{values_[0][x], values_[1][x], values_[2][x]}};
      lumas_[x] = static_cast<uint16_t>(luma_of(rules_, pixel));
      levels_[x] = static_cast<uint16_t>(level_of(rules_, pixel));
    }
    find_kinds_of_levels(y);
    if (rules_.gamut != GamutMarks::none)
      for (uint32_t x = 0; x < columns_; x++)
        if (is_out_of_gamut(rules_, {{values_[0][x], values_[1][x], values_[2][x]}}))
          kinds_[x] = mark::out_of_gamut;
  }

  void transform_chroma() {
    const uint32_t columns = 1u << frame_.x_sub;
    for (uint32_t first = 0; first < columns_; first += columns) {
      const uint32_t end = std::min(first + columns, columns_);
      const uint32_t cb = values_[1][first], cr = values_[2][first];
      if (!in_full_.empty())
        std::fill(&in_full_[first], in_full_.data() + end, Chroma<Sum>(full_, cb, cr).most);
      if (!in_rgb_.empty())
        std::fill(&in_rgb_[first], in_rgb_.data() + end, Chroma<Sum>(rgb_, cb, cr));
    }
  }

  void find_kinds_of_ycbcr(uint32_t y) {
    std::copy(values_[0].begin(), values_[0].end(), lumas_.begin());
    if (in_full_.empty()) {
      std::copy(lumas_.begin(), lumas_.end(), levels_.begin());
    } else {
      const ColourTransform full = full_;
      const auto zero = static_cast<Sum>(full.luma(0));
      const uint16_t* const lumas = lumas_.data();
      const Sum* const chroma = in_full_.data();
      uint16_t* const levels = levels_.data();
      for (uint32_t x = 0, n = columns_; x < n; x++)
        levels[x] = static_cast<uint16_t>(
            full.code(static_cast<Sum>(Sum{full.rows[0].y} * lumas[x] + zero + chroma[x])));
    }
    find_kinds_of_levels(y);
    for (uint32_t x = 0; x < in_rgb_.size(); x++)
      if (is_out(lumas_[x], in_rgb_[x]))
        kinds_[x] = mark::out_of_gamut;
  }

  /// is_out_of_gamut() of Y'CbCr.
  bool is_out(uint32_t luma, const Chroma<Sum>& chroma) const {
    const auto sum = static_cast<Sum>(rgb_.luma(luma));
    if (rules_.gamut == GamutMarks::r103) {
      const uint32_t low = rules_.limits.low, high = rules_.limits.high, grey = rgb_.code(sum);
      return rgb_.code(sum + chroma.least) < low || rgb_.code(sum + chroma.most) > high ||
             grey < low || grey > high;
    }
    uint32_t codes[3];
    for (uint32_t i = 0; i < 3; i++)
      codes[i] = rgb_.code(sum + chroma.parts[i]);
    return is_outside_primaries(rules_, codes);
  }

  void find_kinds_of_levels(uint32_t y) {
    const uint8_t* const steps = rules_.steps;
    const uint8_t* const zebra = rules_.zebra;
    const uint16_t* const levels = levels_.data();
    uint8_t* const kinds = kinds_.data();
    for (uint32_t x = 0, n = columns_; x < n; x++) {
      const uint8_t stripe = zebra[levels[x]];
      const bool shows = stripe != mark::none && is_stripe(rules_, phase_, x, y);
      kinds[x] = shows ? stripe : steps[levels[x]];
    }
  }

  /// Writes the samples of each pixel in a row, and after the last row of a chroma sample that.
  void write_row(uint32_t y) {
    const uint32_t rows = 1u << frame_.y_sub;
    note_kinds_of_chroma(y % rows == 0);
    for (uint32_t c = 0; c < frame_.n_components; c++) {
      const MarkedComponent& component = frame_.components[c];
      if (component.x_sub + component.y_sub == 0)
        write_samples(c, y, kinds_);
      else if (y % rows == rows - 1 || y + 1 == rules_.height)
        write_samples(c, y, kinds_of_chroma_);
    }
  }

  /// The kind of each chroma sample, see rank_of_chroma(): peaks and lines are drawn later.
  void note_kinds_of_chroma(bool is_first_row) {
    const uint32_t columns = 1u << frame_.x_sub;
    if (is_first_row)
      for (uint32_t x = 0; x < columns_; x += columns)
        kinds_of_chroma_[x] = kinds_[x];
    if (rules_.gamut != GamutMarks::none)
      for (uint32_t x = 0; x < columns_; x++)
        if (kinds_[x] == mark::out_of_gamut)
          kinds_of_chroma_[x & ~(columns - 1)] = mark::out_of_gamut;
  }

  /// `kinds`: those of the first pixels of samples are used.
  void write_samples(uint32_t c, uint32_t y, const std::vector<uint8_t>& kinds) const {
    const MarkedComponent component = frame_.components[c];
    const bool is_luma_of_grey = c == 0 || rules_.is_rgb;
    const uint32_t shift = frame_.shift, columns = 1u << component.x_sub;
    const uint16_t* const lumas = lumas_.data();
    uint32_t colours[mark::n_kinds];
    for (uint32_t kind = 0; kind < mark::n_kinds; kind++)
      colours[kind] = rules_.colours[kind][c];
    uint8_t* sample = sample_at(component, 0, y);
    for (uint32_t x = 0, n = columns_; x < n; x += columns, sample += component.step) {
      const uint8_t kind = kinds[x];
      if (kind == mark::none)
        continue;
      const bool stays = kind == mark::grey && is_luma_of_grey;
      const uint32_t value = (stays ? lumas[x] : colours[kind]) << shift;
      sample[0] = static_cast<uint8_t>(value);
      if (sizeof(Sample) == 2)
        sample[sizeof(Sample) - 1] = static_cast<uint8_t>(value >> 8);
    }
  }

  const MarkRules& rules_;
  const MarkedFrame& frame_;
  const uint32_t columns_, phase_;
  const ColourTransform full_, rgb_;
  // Of each pixel of the present row; without chroma Cb and Cr are neutral:
  std::vector<uint16_t> values_[3], lumas_, levels_;
  std::vector<uint8_t> kinds_;
  std::vector<uint8_t> kinds_of_chroma_; ///< at the first pixel of each chroma sample
  std::vector<Sum> in_full_;             ///< Chroma::most, for levels by the maximum
  std::vector<Chroma<Sum>> in_rgb_;      ///< for the gamut
};

} // namespace

void mark_rows_by_colour(const MarkRules& rules, const MarkedFrame& frame, uint32_t phase) {
  if (frame.sample_bytes == 1)
    ColourRows<uint8_t, int32_t>(rules, frame, phase).mark();
  else if (frame.depth <= 12)
    ColourRows<uint16_t, int32_t>(rules, frame, phase).mark();
  else
    ColourRows<uint16_t, int64_t>(rules, frame, phase).mark();
}

} // namespace videohistogram::scope
