// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/scope/draw/probes.h"

#include <gst/gst.h>

namespace videohistogram::scope {

/// The values of pins and of the probe as the structure of a message, `videoscope-values`, which
/// the caller owns. `timestamp`, `stream_time`: of the frame.
GstStructure* make_values(const Probes& probes, GstClockTime timestamp, GstClockTime stream_time);

} // namespace videohistogram::scope
