// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"

#include <string>
#include <vector>

namespace videohistogram {

/// Parses a list of percentages, "1,50,99.9": at most 100 numbers from 0 to 100. Empty text means
/// none. invalid_argument for any other text; the message names `property` and says what is
/// accepted.
Expected<std::vector<double>> parse_percentile_list(const std::string& text,
                                                    const char* property = "message-percentiles");

} // namespace videohistogram
