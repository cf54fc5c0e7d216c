// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/reference/values.h"

#include <algorithm>

namespace videohistogram::reference {

namespace {

/// A quantity of Cb and Cr.
uint32_t value_of_chroma(Quantity quantity, uint32_t cb, uint32_t cr, uint32_t depth) {
  switch (quantity) {
  case Quantity::cb:
    return cb;
  case Quantity::cr:
    return cr;
  case Quantity::sat:
    return saturation(cb, cr, depth);
  default:
    return hue(cb, cr, depth);
  }
}

Chromaticities::Axis axis_of(Quantity quantity) {
  return static_cast<Chromaticities::Axis>(static_cast<int>(quantity) -
                                           static_cast<int>(Quantity::cie_x));
}

/// The values of Y'CbCr pixels.
struct YcbcrValues {
  YcbcrValues(const FrameView& frame, const Meaning& meaning)
      : depth(frame.format->depth), colours(meaning.colours, depth),
        full({meaning.colours.matrix, meaning.colours.limited, false}, depth),
        ranges(meaning.colours, depth, meaning.legal), subcarrier(meaning.colours, depth),
        chromaticities(meaning.colours, meaning.colours.narrow, colours.depth(),
                       1u << (colours.depth() - depth)) {}

  uint32_t value(Quantity quantity, uint32_t y, uint32_t cb, uint32_t cr) const {
    switch (quantity) {
    case Quantity::r:
      return colours.value(Colours::r, y, cb, cr);
    case Quantity::g:
      return colours.value(Colours::g, y, cb, cr);
    case Quantity::b:
      return colours.value(Colours::b, y, cb, cr);
    case Quantity::maxrgb:
      return full.maximum(y, cb, cr);
    case Quantity::range:
      return ranges.value(y, cb, cr);
    case Quantity::brng:
      return brng(depth, y, cb, cr);
    case Quantity::r_minus_g:
      return colour_difference(colours.value(Colours::r, y, cb, cr),
                               colours.value(Colours::g, y, cb, cr), colours.depth());
    case Quantity::g_minus_b:
      return colour_difference(colours.value(Colours::g, y, cb, cr),
                               colours.value(Colours::b, y, cb, cr), colours.depth());
    case Quantity::chroma:
      return subcarrier.value(cb, cr);
    case Quantity::cie_x:
    case Quantity::cie_y:
    case Quantity::cie_u:
    case Quantity::cie_v:
      return chromaticities.value(axis_of(quantity), colours.value(Colours::r, y, cb, cr),
                                  colours.value(Colours::g, y, cb, cr),
                                  colours.value(Colours::b, y, cb, cr));
    default:
      return value_of_chroma(quantity, cb, cr, depth);
    }
  }

  uint32_t depth;
  Colours colours, full;
  Ranges ranges;
  Subcarrier subcarrier;
  Chromaticities chromaticities;
};

/// A computed quantity of R, G and B.
uint32_t value_of_rgb(Quantity quantity, uint32_t r, uint32_t g, uint32_t b, uint32_t depth,
                      const Meaning& meaning) {
  const LumaWeights& w = meaning.luma;
  switch (quantity) {
  case Quantity::luma:
    return static_cast<uint32_t>(
        (uint64_t{w.r} * r + uint64_t{w.g} * g + uint64_t{w.b} * b + 32768) >> 16);
  case Quantity::maxrgb:
    return std::max({r, g, b});
  case Quantity::r_minus_g:
    return colour_difference(r, g, depth);
  case Quantity::g_minus_b:
    return colour_difference(g, b, depth);
  case Quantity::cie_x:
  case Quantity::cie_y:
  case Quantity::cie_u:
  case Quantity::cie_v:
    return Chromaticities(meaning.colours, meaning.colours.limited, depth, 1)
        .value(axis_of(quantity), r, g, b);
  default: {
    if (!meaning.colours.limited)
      return 0;
    const Limits limits = meaning.legal ? legal_limits(depth) : r103_limits(depth);
    return range_mask({r, g, b, limits.low}, limits);
  }
  }
}

} // namespace

bool is_of_chroma(Quantity quantity) {
  return quantity == Quantity::cb || quantity == Quantity::cr || quantity == Quantity::sat ||
         quantity == Quantity::hue;
}

Values values_of_chroma_samples(const FrameView& frame, Quantity quantity) {
  const StoredSamples cb = stored_samples(frame, Quantity::cb),
                      cr = stored_samples(frame, Quantity::cr);
  Values values{cb.size, std::vector<uint32_t>(cb.samples.size())};
  for (size_t i = 0; i < values.values.size(); i++)
    values.values[i] = value_of_chroma(quantity, cb.samples[i], cr.samples[i], frame.format->depth);
  return values;
}

namespace {

std::vector<uint32_t> values_of_ycbcr(const FrameView& frame, Quantity quantity,
                                      const Meaning& meaning) {
  const StoredSamples y = stored_samples(frame, Quantity::y),
                      cb = stored_samples(frame, Quantity::cb),
                      cr = stored_samples(frame, Quantity::cr);
  const YcbcrValues of_pixels(frame, meaning);
  std::vector<uint32_t> values;
  for (uint32_t row = 0; row < frame.height; row++) {
    const std::vector<uint32_t> ys = y.of_columns(row, frame.width),
                                cbs = chroma_of_row(frame, cb, row, frame.width),
                                crs = chroma_of_row(frame, cr, row, frame.width);
    for (uint32_t x = 0; x < frame.width; x++)
      values.push_back(of_pixels.value(quantity, ys[x], cbs[x], crs[x]));
  }
  return values;
}

std::vector<uint32_t> values_of_rgb(const FrameView& frame, Quantity quantity,
                                    const Meaning& meaning) {
  const StoredSamples r = stored_samples(frame, Quantity::r),
                      g = stored_samples(frame, Quantity::g),
                      b = stored_samples(frame, Quantity::b);
  std::vector<uint32_t> values(r.samples.size());
  for (size_t i = 0; i < values.size(); i++)
    values[i] = value_of_rgb(quantity, r.samples[i], g.samples[i], b.samples[i],
                             frame.format->depth, meaning);
  return values;
}

} // namespace

Values values_of_pixels(const FrameView& frame, Quantity quantity, const Meaning& meaning) {
  const bool is_sample = frame.format->stores(quantity) && !is_of_chroma(quantity);
  return {{frame.width, frame.height},
          is_sample                  ? stored_samples(frame, quantity).samples
          : frame.format->is_ycbcr() ? values_of_ycbcr(frame, quantity, meaning)
                                     : values_of_rgb(frame, quantity, meaning)};
}

Values low_passed(const Values& values) {
  uint64_t binomial[13] = {1}; // by Pascal's triangle
  for (int row = 0; row < 12; row++)
    for (int i = 12; i > 0; i--)
      binomial[i] += binomial[i - 1];
  Values filtered{values.size, {}};
  const int64_t width = values.size.width;
  for (uint32_t y = 0; y < values.size.height; y++)
    for (int64_t x = 0; x < width; x++) {
      uint64_t sum = 0;
      for (int64_t i = 0; i < 13; i++) {
        const int64_t column = std::clamp<int64_t>(x + i - 6, 0, width - 1);
        sum += binomial[i] * values.at(static_cast<uint32_t>(column), y);
      }
      filtered.values.push_back(static_cast<uint32_t>((2 * sum + 4096) / 8192));
    }
  return filtered;
}

uint64_t n_values(const FrameView& frame, Quantity quantity) {
  const uint32_t depth = frame.format->depth;
  switch (quantity) {
  case Quantity::hue:
    return 360;
  case Quantity::range:
    return 256;
  case Quantity::brng:
    return 2;
  case Quantity::cie_x:
  case Quantity::cie_y:
  case Quantity::cie_u:
  case Quantity::cie_v:
    return 512;
  case Quantity::r:
  case Quantity::g:
  case Quantity::b:
  case Quantity::maxrgb:
  case Quantity::r_minus_g:
  case Quantity::g_minus_b:
  case Quantity::chroma:
    return uint64_t{1} << (frame.format->is_ycbcr() ? colour_depth(depth) : depth);
  default:
    return uint64_t{1} << depth;
  }
}

} // namespace videohistogram::reference
