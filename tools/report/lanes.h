// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The shots and findings of a video as spans over its frames.
#pragma once

#include "tools/record/video.h"
#include "tools/report/timeline.h"

#include <string>
#include <vector>

namespace videohistogram::tools {

/// A lane for the shots, and one per kind of finding.
std::string draw_lanes(const Timeline& timeline, const std::vector<Shot>& shots,
                       const std::vector<Finding>& findings);

} // namespace videohistogram::tools
