// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Numbers as filters of FFmpeg print them.
#pragma once

#include <string>

namespace videohistogram::tools {

/// "%f". An infinite value is "inf".
std::string print_fixed(double value);
/// "%f" of a value that the filter has in single precision.
std::string print_float(double value);

} // namespace videohistogram::tools
