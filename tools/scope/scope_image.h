// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The scopes of one frame of a video as an image. Callers need not know GStreamer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace videohistogram::tools {

struct ScopeRequest {
  std::string video;               ///< path
  int64_t time = 0;                ///< ns from the beginning of the video
  int width = 1920, height = 1080; ///< of the image, unless over_video
  bool over_video = false;         ///< draw the scopes over the frame, in the size of the frame
  std::string properties;          ///< NAME=VALUE of the element, with blanks between them
};

struct ScopeImage {
  std::string png;
  int64_t time = -1;                 ///< at which the frame begins; -1: unknown
  std::vector<std::string> warnings; ///< of elements, as plain text for a terminal
};

/// Throws Failure: wrong usage for a property that the element does not have, or another value than
/// it takes; otherwise the video cannot be read, or has no frame at that time.
ScopeImage draw_scope(const ScopeRequest& request);

} // namespace videohistogram::tools
