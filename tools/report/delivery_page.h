// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The delivery report of one video: verdicts, technical data and findings on one or two sheets of
// paper. Pages have no scripts.
#pragma once

#include "tools/report/video_page.h"

#include <string>

namespace videohistogram::tools {

/// The name of the report's file.
std::string delivery_name(const VideoSummary& video);

std::string make_delivery_page(const VideoContent& video);

} // namespace videohistogram::tools
