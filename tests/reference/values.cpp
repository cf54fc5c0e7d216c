// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/reference/values.h"

#include <algorithm>
#include <memory>

namespace videohistogram::reference {

namespace {

using Samples = std::shared_ptr<const StoredSamples>;
Samples samples_of(const FrameView& frame, Quantity channel) {
  return std::make_shared<const StoredSamples>(stored_samples(frame, channel));
}

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

/// The values of Y'CbCr pixels.
struct YcbcrValues {
  YcbcrValues(const FrameView& frame, const Meaning& meaning)
      : meaning(meaning), depth(frame.format->depth), colours(meaning.colours, depth),
        full({meaning.colours.matrix, meaning.colours.limited, false}, depth) {}

  uint32_t value(Quantity quantity, uint32_t y, uint32_t cb, uint32_t cr) const {
    switch (quantity) {
    case Quantity::y:
      return y;
    case Quantity::r:
      return colours.value(Colours::r, y, cb, cr);
    case Quantity::g:
      return colours.value(Colours::g, y, cb, cr);
    case Quantity::b:
      return colours.value(Colours::b, y, cb, cr);
    case Quantity::maxrgb:
      return full.maximum(y, cb, cr);
    case Quantity::range:
      return range_of(meaning.colours, depth, meaning.legal, y, cb, cr);
    default:
      return value_of_chroma(quantity, cb, cr, depth);
    }
  }

  Meaning meaning;
  uint32_t depth;
  Colours colours, full;
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

ValueAt values_of_chroma_samples(const FrameView& frame, Quantity quantity) {
  const Samples cb = samples_of(frame, Quantity::cb), cr = samples_of(frame, Quantity::cr);
  const uint32_t depth = frame.format->depth;
  return [=](uint32_t x, uint32_t y) {
    const size_t i = size_t{y} * cb->size.width + x;
    return value_of_chroma(quantity, cb->samples.at(i), cr->samples.at(i), depth);
  };
}

ValueAt values_of_pixels(const FrameView& frame, Quantity quantity, const Meaning& meaning) {
  const uint32_t depth = frame.format->depth;
  if (frame.format->is_ycbcr()) {
    const Samples y = samples_of(frame, Quantity::y), cb = samples_of(frame, Quantity::cb),
                  cr = samples_of(frame, Quantity::cr);
    const YcbcrValues values(frame, meaning);
    return [=](uint32_t column, uint32_t row) {
      return values.value(quantity, y->of_pixel(column, row),
                          chroma_of_pixel(frame, *cb, column, row),
                          chroma_of_pixel(frame, *cr, column, row));
    };
  }
  if (frame.format->stores(quantity)) {
    const Samples samples = samples_of(frame, quantity);
    return [=](uint32_t x, uint32_t y) { return samples->of_pixel(x, y); };
  }
  const Samples r = samples_of(frame, Quantity::r), g = samples_of(frame, Quantity::g),
                b = samples_of(frame, Quantity::b);
  return [=](uint32_t x, uint32_t y) {
    return value_of_rgb(quantity, r->of_pixel(x, y), g->of_pixel(x, y), b->of_pixel(x, y), depth,
                        meaning);
  };
}

uint64_t n_values(const FrameView& frame, Quantity quantity) {
  const uint32_t depth = frame.format->depth;
  switch (quantity) {
  case Quantity::hue:
    return 360;
  case Quantity::range:
    return 256;
  case Quantity::r:
  case Quantity::g:
  case Quantity::b:
  case Quantity::maxrgb:
    return uint64_t{1} << (frame.format->is_ycbcr() ? colour_depth(depth) : depth);
  default:
    return uint64_t{1} << depth;
  }
}

} // namespace videohistogram::reference
