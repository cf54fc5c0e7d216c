// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tools/record/video.h"

#include <string>

namespace videohistogram::tools {

/// Reads size and time of modification only; the hash stays empty. Returns false with errno set.
bool read_size_and_time(const std::string& path, Identity& identity);

/// Reads the first and the last MiB of a regular file as well. Returns false with errno set.
bool read_identity(const std::string& path, Identity& identity);

} // namespace videohistogram::tools
