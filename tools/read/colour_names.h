// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tools/record/settings.h"

#include <string>

namespace videohistogram::tools {

/// The first name that is none of FFmpeg's names of ranges, matrices, transfer functions and
/// primaries; empty: all are.
std::string find_unknown_colour(const ColourOverrides& overrides);

/// Whether FFmpeg has a name of a part of the colours: `part` is `matrix`, `transfer`, `primaries`
/// or `chroma_place`. True for every name of any other part.
bool is_colour_name(const std::string& part, const std::string& name);

} // namespace videohistogram::tools
