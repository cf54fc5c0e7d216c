// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <string>

namespace videohistogram::benchmark {

/// Decodes a film, H.264 in MP4 or as a byte stream, by nvh264dec, alone and with the scopes and
/// marks of videoscopeoverlay, once and `videos` times at the same time. Prints the rates, and
/// returns them as cells of JSON.
std::string measure_film(const std::string& path, int videos);

} // namespace videohistogram::benchmark
