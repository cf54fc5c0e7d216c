// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/hue.h"
#include "core/plan.h"

#include <cstddef>
#include <cstdint>

// Values of single pixels, from the definitions.

namespace videohistogram::cpu_benchmark {

/// The stored sample of a component for a pixel: of chroma, that of the cell it lies in.
inline uint32_t sample_at(const FrameView& frame, Quantity component, uint32_t x, uint32_t y) {
  const FormatInfo& format = *frame.format;
  const SamplePlaneView view = frame.sample_plane(sample_plane_of(format, component));
  const uint8_t* const p = view.row(y >> view.info->y_sub) +
                           size_t{x >> view.info->x_sub} * view.info->pixel_bytes +
                           view.info->offset_of(component);
  const uint32_t sample = format.sample_bytes == 1 ? p[0] : p[0] | p[1] << 8;
  return sample >> format.shift & ((1u << format.depth) - 1);
}

/// A computed quantity of Y'CbCr samples.
inline uint32_t value_of(const Plan& plan, Quantity quantity, uint32_t y, uint32_t cb,
                         uint32_t cr) {
  const ColourPlan& colours = plan.colours;
  const uint32_t depth = plan.format.depth;
  switch (quantity) {
  case Quantity::maxrgb:
    return colours.full.maximum(y, cb, cr);
  case Quantity::range:
    return colours.range(y, cb, cr);
  case Quantity::sat:
    return saturation(cb, cr, depth);
  case Quantity::hue:
    return hue_at(colours.hue, depth, cb, cr);
  default:
    return colours.rgb.colour(static_cast<uint32_t>(quantity), y, cb, cr);
  }
}

/// The value of a stored quantity, or of a computed one of a Y'CbCr frame, for a pixel.
inline uint32_t value_at(const Plan& plan, const FrameView& frame, Quantity quantity, uint32_t x,
                         uint32_t y) {
  if (frame.format->stores(quantity))
    return sample_at(frame, quantity, x, y);
  return value_of(plan, quantity, sample_at(frame, Quantity::y, x, y),
                  sample_at(frame, Quantity::cb, x, y), sample_at(frame, Quantity::cr, x, y));
}

} // namespace videohistogram::cpu_benchmark
