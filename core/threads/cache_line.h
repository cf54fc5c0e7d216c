// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstddef>

namespace videohistogram {

/// The alignment that separates what one thread writes for every frame from what another thread
/// writes or reads for every frame. On one cache line, each access would fetch the line from the
/// other thread's core. A line has 64 bytes; processors prefetch lines in pairs.
constexpr size_t cache_line_bytes = 128;

} // namespace videohistogram
