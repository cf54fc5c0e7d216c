// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Decodes single frames of a video into small images.
#pragma once

#include "tools/read/gst_pointers.h"

#include <cstdint>
#include <memory>
#include <string>

namespace videohistogram::tools {

/// A side of an image in pixels, at most. The aspect ratio is that of the display.
constexpr int thumbnail_side = 320;

class FrameFinder;

/// Wants an initialised GStreamer. Opens no other file and no network address.
class FrameGrabber {
public:
  explicit FrameGrabber(const std::string& path);
  ~FrameGrabber();
  FrameGrabber(const FrameGrabber&) = delete;
  FrameGrabber& operator=(const FrameGrabber&) = delete;

  /// The frame at this time in ns from the begin of the video, upright, as JPEG; empty if it cannot
  /// be had.
  std::string grab(int64_t time);

private:
  std::string encode(GstSample* frame);

  ElementPtr pipeline_;
  GstElement *source_ = nullptr, *turn_ = nullptr, *sink_ = nullptr; ///< of the pipeline
  std::unique_ptr<FrameFinder> finder_; ///< null: the video cannot be read
};

} // namespace videohistogram::tools
