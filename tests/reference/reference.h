// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "histogram/frame.h"
#include "histogram/request.h"

#include <cstdint>
#include <vector>

namespace videohistogram::reference {

/// The specification in code: what every backend has to return for this frame, laid out as
/// Request::total_counts() says. It takes nothing from the code under test but the plain structs;
/// where a sample lies it reads from the letters of the format's name, unless a test made it up.
/// The frame must have passed check_frame() and the request check_request().
/// Thread-safety: any thread.
std::vector<uint32_t> count(const FrameView& frame, const Request& request);

} // namespace videohistogram::reference
