// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/quantity.h"
#include "plugin/scope/draw/axis.h"

#include <cstdint>
#include <vector>

namespace videohistogram::scope {

enum class ScopeKind {
  histogram,
  waveform,
  parade,
  vectorscope,
  diamond,
  split_diamond,
  lightning,
  channel_plot,
  arrowhead,
  cie_xy,
  cie_uv,
};
/// The names of the kinds, in their order.
constexpr const char* scope_names[] = {"histogram", "waveform",      "parade",    "vectorscope",
                                       "diamond",   "split-diamond", "lightning", "channel-plot",
                                       "arrowhead", "cie-xy",        "cie-uv"};
/// Whether plots of a kind are squares.
constexpr bool is_square(ScopeKind kind) {
  return kind >= ScopeKind::vectorscope;
}

/// Divides a picture among scopes: row by row, in their order. The heights of rows give scopes the
/// best shapes: squares, or 16:9 where is_square() is false. The number of columns is that in which
/// the smallest scope is largest. In a row, squares leave the width that they do not need to
/// the others.
std::vector<Rect> lay_out(const std::vector<ScopeKind>& scopes, uint32_t width, uint32_t height);

/// The direction in which the values of a plot run.
enum class ValueDirection {
  upwards,   ///< with columns of the frame from left to right
  rightward, ///< with rows of the frame from top to bottom, or counts upwards
  both,      ///< those of the first quantity to the right, those of the second upwards
};

/// The part of an axis that a plot shows: 0 is the beginning of the lowest value, 1 the end of the
/// highest one. A part outside of 0 to 1 is empty.
struct Window {
  double begin = 0, end = 1;

  double length() const { return end - begin; }
};

/// Where the trace of quantities is drawn.
struct PlotArea {
  ScopeKind scope;
  std::vector<Quantity> quantities;
  Rect rect; ///< in pixels of the picture
  Axis axis; ///< of all quantities
  ValueDirection values = ValueDirection::upwards;
  Window window = {}; ///< the part of the axis that is shown
};

} // namespace videohistogram::scope
