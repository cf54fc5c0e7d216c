// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/reference/colours.h"

#include "tests/reference/reference.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::reference {

namespace {

/// floor(n / d); d is positive.
Wide floor_division(Wide n, Wide d) {
  return n / d - (n % d < 0 ? 1 : 0);
}

} // namespace

LumaShares luma_shares(Matrix matrix) {
  switch (matrix) {
  case Matrix::bt601:
    return {2990, 1140};
  case Matrix::bt709:
    return {2126, 722};
  case Matrix::bt2020:
    return {2627, 593};
  case Matrix::smpte240m:
    return {2120, 870};
  case Matrix::fcc:
    return {3000, 1100};
  }
  return {};
}

uint32_t colour_depth(uint32_t depth) {
  return depth == 10 ? 12 : depth;
}

Colours::Colours(const ColourSpec& spec, uint32_t depth)
    : depth_(colour_depth(depth)), shift_(depth == 16   ? 24
                                          : depth == 10 ? 11
                                                        : 13),
      max_((int64_t{1} << depth_) - 1), offset_(spec.narrow ? int64_t{16} << (depth_ - 8) : 0),
      y_zero_(spec.limited ? int64_t{16} << (depth - 8) : 0), c_zero_(int64_t{1} << (depth - 1)) {
  const int64_t one = 10000;
  const auto [kr, kb] = luma_shares(spec.matrix);
  const int64_t kg = one - kr - kb;
  const int64_t scale = spec.narrow ? int64_t{219} << (depth_ - 8) : max_;
  // Codes per unit of Y and of Cb and Cr.
  const int64_t full = (int64_t{1} << depth) - 1;
  const int64_t y_unit = spec.limited ? int64_t{219} << (depth - 8) : full;
  const int64_t c_unit = spec.limited ? int64_t{224} << (depth - 8) : full;

  // R = Y + 2 (1 - Kr) Cr
  // G = Y - 2 Kb (1 - Kb) / Kg Cb - 2 Kr (1 - Kr) / Kg Cr
  // B = Y + 2 (1 - Kb) Cb
  const int64_t from_y = scale * c_unit;
  const int64_t from_c = 2 * scale * y_unit;
  rows_[r] = {{one * from_y, 0, (one - kr) * from_c}, one * y_unit * c_unit, {}};
  rows_[g] = {{one * kg * from_y, -kb * (one - kb) * from_c, -kr * (one - kr) * from_c},
              one * kg * y_unit * c_unit,
              {}};
  rows_[b] = {{one * from_y, (one - kb) * from_c, 0}, one * y_unit * c_unit, {}};
  for (Row& row : rows_)
    for (size_t i = 0; i < 3; i++) {
      const Wide twice = Wide{row.exact[i]} * (int64_t{2} << shift_) + row.denominator;
      row.fixed[i] = static_cast<int64_t>(floor_division(twice, 2 * Wide{row.denominator}));
    }
}

uint32_t Colours::exact(Colour colour, int64_t y, int64_t cb, int64_t cr) const {
  const Wide twice = 2 * Wide{rows_[colour].denominator};
  return clamped(static_cast<int64_t>(floor_division(numerator<Wide>(colour, y, cb, cr), twice)) +
                 offset_);
}

uint32_t Colours::maximum(int64_t y, int64_t cb, int64_t cr) const {
  return std::max({value(r, y, cb, cr), value(g, y, cb, cr), value(b, y, cb, cr)});
}

int64_t root_of(int64_t square) {
  int64_t root = 0; // from its highest bit down
  int64_t bit = 1;
  while (bit * bit <= square)
    bit *= 2;
  for (; bit > 0; bit /= 2)
    if ((root + bit) * (root + bit) <= square)
      root += bit;
  return root;
}

uint32_t saturation(uint32_t cb, uint32_t cr, uint32_t depth) {
  const int64_t middle = int64_t{1} << (depth - 1), x = cb - middle, y = cr - middle;
  return static_cast<uint32_t>(root_of(x * x + y * y));
}

uint32_t hue(uint32_t cb, uint32_t cr, uint32_t depth) {
  const int middle = 1 << (depth - 1);
  const float radians = std::atan2(static_cast<float>(static_cast<int>(cb) - middle),
                                   static_cast<float>(static_cast<int>(cr) - middle));
  const double degrees = 180 / M_PI * double{radians} + 180;
  return static_cast<uint32_t>(std::floor(static_cast<float>(degrees))) % 360;
}

/// The least and the greatest code of `depth` bits that is inside of these codes of 8 bits.
static Limits limits_of(uint32_t low, uint32_t high, uint32_t depth) {
  const double unit = std::ldexp(1.0, static_cast<int>(depth) - 8);
  return {static_cast<uint32_t>(std::ceil(low * unit)),
          static_cast<uint32_t>(std::floor(high * unit))};
}

Limits r103_limits(uint32_t depth) {
  return limits_of(5, 246, depth);
}

Limits legal_limits(uint32_t depth) {
  return limits_of(16, 235, depth);
}

uint32_t range_mask(const std::array<uint32_t, 4>& rgby, const Limits& limits) {
  uint32_t mask = 0;
  for (uint32_t i = 0; i < 4; i++)
    mask |= (rgby[i] < limits.low ? 1u << i : 0) | (rgby[i] > limits.high ? 16u << i : 0);
  return mask;
}

Ranges::Ranges(const ColourSpec& spec, uint32_t depth, bool legal)
    : colours_({spec.matrix, spec.limited, true}, depth),
      limits_(legal ? legal_limits(colours_.depth()) : r103_limits(colours_.depth())) {}

uint32_t Ranges::value(int64_t y, int64_t cb, int64_t cr) const {
  const int64_t no_chroma = colours_.zero(1);
  return range_mask({colours_.value(Colours::r, y, cb, cr), colours_.value(Colours::g, y, cb, cr),
                     colours_.value(Colours::b, y, cb, cr),
                     colours_.value(Colours::g, y, no_chroma, no_chroma)},
                    limits_);
}

uint32_t brng(uint32_t depth, uint32_t y, uint32_t cb, uint32_t cr) {
  const double unit = std::ldexp(1.0, static_cast<int>(depth) - 8);
  const auto is_inside = [&](uint32_t code, int low, int high) {
    return code / unit >= low && code / unit <= high;
  };
  return is_inside(y, 16, 235) && is_inside(cb, 16, 240) && is_inside(cr, 16, 240) ? 0 : 1;
}

uint32_t colour_difference(int64_t minuend, int64_t subtrahend, uint32_t depth) {
  const auto half = static_cast<int64_t>(std::floor((minuend - subtrahend) / 2.0));
  return static_cast<uint32_t>((int64_t{1} << (depth - 1)) + half);
}

Subcarrier::Subcarrier(const ColourSpec& spec, uint32_t depth)
    : zero_(int64_t{1} << (depth - 1)), last_((int64_t{1} << colour_depth(depth)) - 1) {
  const auto [kr, kb] = luma_shares(spec.matrix);
  const double white = spec.narrow ? std::ldexp(219, static_cast<int>(colour_depth(depth)) - 8)
                                   : static_cast<double>(last_);
  const double unit = spec.limited ? std::ldexp(224, static_cast<int>(depth) - 8)
                                   : std::ldexp(1, static_cast<int>(depth)) - 1;
  // B - Y = 2 (1 - Kb) Cb, R - Y = 2 (1 - Kr) Cr, with Kr and Kb in units of 1/10000.
  exact_u_ = 0.492 * 2 * static_cast<double>(10000 - kb) / 10000 * white / unit;
  exact_v_ = 0.877 * 2 * static_cast<double>(10000 - kr) / 10000 * white / unit;
  u_ = std::llround(exact_u_ * 32768);
  v_ = std::llround(exact_v_ * 32768);
}

uint32_t Subcarrier::value(int64_t cb, int64_t cr) const {
  const auto sixteenths = [](int64_t product) {
    return static_cast<int64_t>(floor_division(2 * product + 2048, 4096));
  };
  const int64_t u = sixteenths(u_ * (cb - zero_)), v = sixteenths(v_ * (cr - zero_));
  return static_cast<uint32_t>(std::min((root_of(u * u + v * v) + 8) / 16, last_));
}

double Subcarrier::exact(int64_t cb, int64_t cr) const {
  return std::hypot(exact_u_ * static_cast<double>(cb - zero_),
                    exact_v_ * static_cast<double>(cr - zero_));
}

uint32_t range_of(const ColourSpec& spec, uint32_t depth, bool legal, int64_t y, int64_t cb,
                  int64_t cr) {
  return Ranges(spec, depth, legal).value(y, cb, cr);
}

std::optional<Computed> computed_of(const FormatInfo& format, Quantity quantity, bool legal) {
  if (quantity == Quantity::range)
    return legal ? Computed::range_legal : Computed::range_r103;
  if (quantity == Quantity::r_minus_g)
    return Computed::r_minus_g;
  if (quantity == Quantity::g_minus_b)
    return Computed::g_minus_b;
  if (is_chromaticity(quantity))
    return static_cast<Computed>(
        static_cast<uint32_t>(Computed::cie_x) +
        (static_cast<uint32_t>(quantity) - static_cast<uint32_t>(Quantity::cie_x)));
  if (!format.is_ycbcr())
    return {};
  switch (quantity) {
  case Quantity::r:
    return Computed::r;
  case Quantity::g:
    return Computed::g;
  case Quantity::b:
    return Computed::b;
  case Quantity::maxrgb:
    return Computed::maxrgb;
  case Quantity::sat:
    return Computed::sat;
  case Quantity::hue:
    return Computed::hue;
  case Quantity::brng:
    return Computed::brng;
  case Quantity::chroma:
    return Computed::chroma;
  default:
    return {};
  }
}

uint32_t n_values(Computed quantity, uint32_t depth) {
  switch (quantity) {
  case Computed::hue:
    return 360;
  case Computed::range_r103:
  case Computed::range_legal:
    return 256;
  case Computed::brng:
    return 2;
  case Computed::cie_x:
  case Computed::cie_y:
  case Computed::cie_u:
  case Computed::cie_v:
    return 512;
  case Computed::sat:
    return 1u << depth;
  default:
    return 1u << colour_depth(depth);
  }
}

namespace {

/// The bin of a value below `values`.
size_t bin_of(uint32_t value, uint32_t bins, uint32_t values) {
  return static_cast<size_t>(uint64_t{value} * bins / values);
}

/// Calls `count` for the samples of a channel that a rectangle of the frame touches.
template <typename Count>
void each_sample(const StoredSamples& channel, const Rect& rect, const Count& count) {
  if (rect.width == 0 || rect.height == 0)
    return;
  const uint32_t right = rect.x + rect.width - 1, bottom = rect.y + rect.height - 1;
  for (uint32_t y = rect.y / channel.down; y <= bottom / channel.down; y++)
    for (uint32_t x = rect.x / channel.across; x <= right / channel.across; x++)
      count(size_t{y} * channel.size.width + x);
}

/// Whether a quantity is a chromaticity, and which one.
std::optional<Chromaticities::Axis> axis_of(Computed quantity) {
  if (quantity < Computed::cie_x)
    return {};
  return static_cast<Chromaticities::Axis>(static_cast<int>(quantity) -
                                           static_cast<int>(Computed::cie_x));
}

std::vector<uint32_t> count_chromaticities_of_rgb(const ReadFrame& read, Chromaticities::Axis axis,
                                                  const ColourSpec& spec, uint32_t bins,
                                                  const Rect& rect) {
  const Chromaticities chromaticities(spec, spec.limited, read.frame.format->depth, 1);
  const auto& [r, g, b] = read.samples;
  std::vector<uint32_t> counts(bins, 0);
  const std::vector<uint32_t>&red = r.samples, &green = g.samples, &blue = b.samples;
  each_sample(r, rect, [&](size_t i) {
    counts.at(chromaticities.value(axis, red[i], green[i], blue[i]))++;
  });
  return counts;
}

/// Counts R-G or G-B.
std::vector<uint32_t> count_differences_of_rgb(const ReadFrame& read, Computed quantity,
                                               uint32_t bins, const Rect& rect) {
  const uint32_t depth = read.frame.format->depth;
  const size_t first = quantity == Computed::r_minus_g ? 0 : 1;
  const StoredSamples &a = read.samples[first], &b = read.samples[first + 1];
  std::vector<uint32_t> counts(bins, 0);
  each_sample(a, rect, [&](size_t i) {
    counts[bin_of(colour_difference(a.samples[i], b.samples[i], depth), bins, 1u << depth)]++;
  });
  return counts;
}

std::vector<uint32_t> count_range_of_rgb(const ReadFrame& read, bool legal, bool limited,
                                         uint32_t bins, const Rect& rect) {
  const uint32_t depth = read.frame.format->depth;
  const Limits limits =
      limited ? legal ? legal_limits(depth) : r103_limits(depth) : Limits{0, (1u << depth) - 1};
  const auto& [r, g, b] = read.samples;
  std::vector<uint32_t> counts(bins, 0);
  const std::vector<uint32_t>&red = r.samples, &green = g.samples, &blue = b.samples;
  each_sample(r, rect, [&](size_t i) {
    counts[range_mask({red[i], green[i], blue[i], limits.low}, limits)]++;
  });
  return counts;
}

} // namespace

ReadFrame::ReadFrame(const FrameView& of) : frame(of), rgb(of.format->is_rgb()) {
  samples = {stored_samples(frame, rgb ? Quantity::r : Quantity::y),
             stored_samples(frame, rgb ? Quantity::g : Quantity::cb),
             stored_samples(frame, rgb ? Quantity::b : Quantity::cr)};
}

std::vector<uint32_t> chroma_of_row(const FrameView& frame, const StoredSamples& chroma, uint32_t y,
                                    uint32_t columns) {
  if (!frame.interlaced || chroma.down == 1)
    return chroma.of_columns(y / chroma.down, columns);
  const uint32_t field = y % 2, row_of_field = y / 2;
  const uint32_t row = row_of_field / chroma.down * 2 + field;
  const uint32_t last = chroma.size.height - 1;
  return chroma.of_columns(row < last ? row : last, columns);
}

std::vector<uint32_t> count_computed(const FrameView& frame, Computed quantity,
                                     const ColourSpec& spec, uint32_t bins, const Rect& rect) {
  return count_computed(ReadFrame(frame), quantity, spec, bins, rect);
}

std::vector<uint32_t> count_computed(const ReadFrame& read, Computed quantity,
                                     const ColourSpec& spec, uint32_t bins, const Rect& rect) {
  const FrameView& frame = read.frame;
  const uint32_t depth = frame.format->depth, values = n_values(quantity, depth);
  if (read.rgb && (quantity == Computed::r_minus_g || quantity == Computed::g_minus_b))
    return count_differences_of_rgb(read, quantity, bins, rect);
  if (read.rgb && axis_of(quantity))
    return count_chromaticities_of_rgb(read, *axis_of(quantity), spec, bins, rect);
  if (read.rgb)
    return count_range_of_rgb(read, quantity == Computed::range_legal, spec.limited, bins, rect);
  const StoredSamples &y = read.samples[0], &cb = read.samples[1], &cr = read.samples[2];
  const Colours colours(spec, depth), full({spec.matrix, spec.limited, false}, depth);
  std::vector<uint32_t> counts(bins, 0);
  if (quantity == Computed::sat || quantity == Computed::hue) {
    each_sample(cb, rect, [&](size_t i) {
      const uint32_t value = quantity == Computed::sat
                                 ? saturation(cb.samples[i], cr.samples[i], depth)
                                 : hue(cb.samples[i], cr.samples[i], depth);
      counts[bin_of(value, bins, values)]++;
    });
    return counts;
  }
  const Ranges ranges(spec, depth, quantity == Computed::range_legal);
  const Subcarrier subcarrier(spec, depth);
  std::optional<Chromaticities> chromaticities;
  if (axis_of(quantity))
    chromaticities.emplace(spec, spec.narrow, colours.depth(), 1u << (colours.depth() - depth));
  const uint32_t right = rect.x + rect.width;
  for (uint32_t row = rect.y; row < rect.y + rect.height; row++) {
    const std::vector<uint32_t> ys = y.of_columns(row, right),
                                cbs = chroma_of_row(frame, cb, row, right),
                                crs = chroma_of_row(frame, cr, row, right);
    for (uint32_t x = rect.x; x < right; x++) {
      uint32_t value = 0;
      if (quantity == Computed::maxrgb)
        value = full.maximum(ys[x], cbs[x], crs[x]);
      else if (quantity == Computed::range_r103 || quantity == Computed::range_legal)
        value = ranges.value(ys[x], cbs[x], crs[x]);
      else if (quantity == Computed::brng)
        value = brng(depth, ys[x], cbs[x], crs[x]);
      else if (quantity == Computed::chroma)
        value = subcarrier.value(cbs[x], crs[x]);
      else if (chromaticities)
        value = chromaticities->value(*axis_of(quantity),
                                      colours.value(Colours::r, ys[x], cbs[x], crs[x]),
                                      colours.value(Colours::g, ys[x], cbs[x], crs[x]),
                                      colours.value(Colours::b, ys[x], cbs[x], crs[x]));
      else if (quantity == Computed::r_minus_g)
        value =
            colour_difference(colours.value(Colours::r, ys[x], cbs[x], crs[x]),
                              colours.value(Colours::g, ys[x], cbs[x], crs[x]), colours.depth());
      else if (quantity == Computed::g_minus_b)
        value =
            colour_difference(colours.value(Colours::g, ys[x], cbs[x], crs[x]),
                              colours.value(Colours::b, ys[x], cbs[x], crs[x]), colours.depth());
      else
        value = colours.value(static_cast<Colours::Colour>(quantity), ys[x], cbs[x], crs[x]);
      counts[bin_of(value, bins, values)]++;
    }
  }
  return counts;
}

std::vector<uint32_t> count_difference(const FrameView& frame, const FrameView& before,
                                       Quantity channel, uint32_t bins, const Rect& rect) {
  const StoredSamples now = stored_samples(frame, channel);
  const StoredSamples then = stored_samples(before, channel);
  std::vector<uint32_t> counts(bins, 0);
  each_sample(now, rect, [&](size_t i) {
    const uint32_t a = now.samples[i], b = then.samples[i];
    counts[bin_of(a > b ? a - b : b - a, bins, 1u << frame.format->depth)]++;
  });
  return counts;
}

} // namespace videohistogram::reference
