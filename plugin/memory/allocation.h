// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"

#include <gst/gst.h>

#include <cstdint>

namespace videohistogram {

/// What an element holds beside the jobs of its backend.
struct Held {
  uint32_t jobs_per_frame = 1;
  bool previous = false; ///< the last buffer counted
};

/// Adds the needs of `backend` to an ALLOCATION query that downstream has answered: buffers for the
/// frames that the backend holds and, if downstream offers neither pool nor allocator, a pool of
/// pinned memory, which the backend reads without staging. Adds no API and no allocator, since
/// upstream's buffers are passed on downstream. Returns whether anything was added. Thread-safety:
/// as the backend's submit().
bool extend_allocation(GstQuery* query, Backend& backend, const Held& held);

/// Removes GstVideoCropMeta from the answer to an ALLOCATION query. Upstream then makes buffers of
/// the visible pixels alone: frames are counted from the first pixel of the buffer, which a crop
/// may hide. Thread-safety: any thread, as GstQuery.
void refuse_crops(GstQuery* query);

} // namespace videohistogram
