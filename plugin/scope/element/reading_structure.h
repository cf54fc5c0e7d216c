// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/scope/draw/reading.h"

#include <gst/gst.h>

namespace videohistogram::scope {

/// The pixel at x, y of a picture as the structure of the property `reading` and of messages, which
/// the caller owns; nullptr outside of the plots.
GstStructure* make_reading(const PlotMap& map, double x, double y);

} // namespace videohistogram::scope
