// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/frame_memory.h"

#include <algorithm>

namespace videohistogram {

static uint32_t fitting(uint64_t frame_bytes, uint64_t bytes, uint32_t most) {
  if (bytes == 0 || frame_bytes == 0 || bytes / frame_bytes >= most)
    return UINT32_MAX;
  return static_cast<uint32_t>(std::max<uint64_t>(bytes / frame_bytes, 1));
}

FrameLimit FrameMemory::limit(uint64_t bytes, uint32_t most) const {
  return {fitting(host, bytes, most), fitting(device, bytes, most)};
}

} // namespace videohistogram
