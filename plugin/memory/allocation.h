// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"

#include <gst/gst.h>

namespace videohistogram {

/// Adds to an ALLOCATION query that downstream has seen what `backend` needs: buffers for the
/// frames that it holds, and, where downstream offers neither pool nor allocator, a pool of memory
/// that it reads without staging. Adds no API and no allocator: upstream's buffers travel on
/// downstream. Returns whether there was anything to add.
/// Thread-safety: as the backend's submit().
bool extend_allocation(GstQuery* query, Backend& backend);

} // namespace videohistogram
