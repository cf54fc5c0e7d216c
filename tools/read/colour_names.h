// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tools/record/settings.h"

#include <string>

namespace videohistogram::tools {

/// The first name that is none of FFmpeg's names of ranges, matrices, transfer functions and
/// primaries; empty: all are.
std::string find_unknown_colour(const ColourOverrides& overrides);

} // namespace videohistogram::tools
