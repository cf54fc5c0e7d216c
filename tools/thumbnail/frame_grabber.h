// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Decodes single frames of a video into small images.
#pragma once

#include "tools/decode/gst_pointers.h"

#include <cstdint>
#include <string>

namespace videohistogram::tools {

/// Sides of an image in pixels, at most. The aspect ratio is that of the display.
constexpr int thumbnail_width = 320, thumbnail_height = 240;

/// Wants an initialised GStreamer. Decoders open no other file and no network address.
class FrameGrabber {
public:
  explicit FrameGrabber(const std::string& path);
  ~FrameGrabber();
  FrameGrabber(const FrameGrabber&) = delete;
  FrameGrabber& operator=(const FrameGrabber&) = delete;

  /// The frame at this stream time in ns as JPEG; empty if it cannot be had. In a video that cannot
  /// seek only the first frame can.
  std::string grab(int64_t time);

private:
  /// Waits until the sink has a frame. Returns false after an error. Has no time limit: whoever
  /// started this process has one.
  bool wait_for_frame();
  std::string take_image();

  ElementPtr pipeline_;
  GstElement* sink_ = nullptr; ///< of the pipeline
  bool usable_ = false;
};

} // namespace videohistogram::tools
