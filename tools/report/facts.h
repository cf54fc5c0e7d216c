// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What is known of a video as a whole, in words.
#pragma once

#include "tools/record/video.h"

#include <cstdint>
#include <string>

namespace videohistogram::tools {

/// Length, size, colours and light of a video; `length` is in ns. Files without video have their
/// size alone.
std::string make_facts(const VideoRecord& video, int64_t length);

/// What else the file states about its video, and what the decoder made of it.
std::string make_technical_data(const VideoRecord& video);

/// Such as "1920 × 1080".
std::string format_size(uint32_t width, uint32_t height);

} // namespace videohistogram::tools
