// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <string>

namespace videohistogram::tools {

/// The version of the library that decodes files, such as "libavcodec 59.37.100".
std::string decoder_version();

} // namespace videohistogram::tools
