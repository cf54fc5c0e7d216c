// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/drawing/drawing.h"
#include "plugin/scope/draw/panels/gamut_geometry.h"
#include "plugin/scope/draw/tables.h"

#include <functional>

namespace videohistogram::scope {

struct Brightness;

/// The most bins per axis of a table that is drawn so. Each bin has a list of pixels, so more would
/// take much memory.
constexpr uint32_t most_mapped_bins = 512;

/// Describes the trace of a joint histogram whose bins lie anywhere in a plot, without its matrix
/// and its light. `place`: from a position on the axes of the table, 0 to 1 each, to shares of the
/// plot's width and height. A bin is spread over its area, of at least two pixels each way, so that
/// a flat colour is seen. Counts outside of the plot are not drawn; the others are drawn once.
TraceDrawing describe_mapped(const TableShape& table, const Rect& plot,
                             const Brightness& brightness,
                             const std::function<GamutPoint(double x, double y)>& place);

} // namespace videohistogram::scope
