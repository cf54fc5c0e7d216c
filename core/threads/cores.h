// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

namespace videohistogram {

/// The number of cores that the calling thread may use, by its affinity mask; at least 1. Asks the
/// system each time.
unsigned usable_cores();

} // namespace videohistogram
