// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace videohistogram::tools {

/// The size of a file as its own container declares it, in bytes: of MP4 and QuickTime, Matroska
/// and WebM, AVI and other RIFF files. Nothing for other files, and for containers that declare
/// none. A file that is smaller was cut off.
std::optional<uint64_t> declared_size(const std::string& path);

} // namespace videohistogram::tools
