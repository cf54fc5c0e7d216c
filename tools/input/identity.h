// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tools/record/video.h"

#include <string>

namespace videohistogram::tools {

// Of a sequence of images, see Sequence, the identity is that of all of them: the sum of their
// sizes, the last time, and a hash of both of each.

/// Reads size and time of modification only; the hash stays empty. Returns false with errno set.
bool read_size_and_time(const std::string& path, Identity& identity);

/// Reads the first and the last MiB of a regular file as well. Returns false with errno set.
bool read_identity(const std::string& path, Identity& identity);

/// Whether the file still has this identity. Reads its content only if size and time are equal.
bool has_identity(const std::string& path, const Identity& known);

/// The name of an image of a sequence.
std::string image_of(const std::string& pattern, int number);

/// A number above 0 that depends on the path alone, so that runs in any order name videos alike.
int64_t video_id(const std::string& path);

} // namespace videohistogram::tools
