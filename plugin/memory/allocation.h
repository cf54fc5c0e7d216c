// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"

#include <gst/gst.h>

namespace videohistogram {

/// Adds the needs of `backend` to an ALLOCATION query that downstream has answered: buffers for the
/// frames that the backend holds and, if downstream offers neither pool nor allocator, a pool of
/// pinned memory, which the backend reads without staging. Adds no API and no allocator, since
/// upstream's buffers are passed on downstream. `keeps_previous`: the element holds one more
/// buffer, the last one counted. Returns whether anything was added. Thread-safety: as the
/// backend's submit().
bool extend_allocation(GstQuery* query, Backend& backend, bool keeps_previous);

/// Removes GstVideoCropMeta from the answer to an ALLOCATION query. Upstream then makes buffers of
/// the visible pixels alone: frames are counted from the first pixel of the buffer, which a crop
/// may hide. Thread-safety: any thread, as GstQuery.
void refuse_crops(GstQuery* query);

} // namespace videohistogram
