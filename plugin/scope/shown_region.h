// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The part of frames that scopes show.
#pragma once

#include "core/frame.h"
#include "plugin/settings/frame_caps.h"

#include <gst/video/video.h>

#include <string>

namespace videohistogram::scope {

/// What scopes show of a frame.
struct ShownRegion {
  bool is_part = false; ///< false: the whole frame of the caps
  Rect rect;            ///< in pixels of the frame that is mapped
  PixelSize mapped;     ///< size of that frame: that of the caps, or more with a crop
  std::string title;    ///< for the titles of scopes; empty: no region is asked for

  /// Whether the same picture can show both.
  bool is_like(const ShownRegion& other) const {
    return rect.width == other.rect.width && rect.height == other.rect.height &&
           title == other.title;
  }
};

/// Finds the region of the property `show-region`: "crop" is that of the buffer's GstVideoCropMeta,
/// any other name the first GstVideoRegionOfInterestMeta of this type with pixels in the frame. The
/// region becomes one of whole chroma samples, and of whole blocks of packed formats, whose size
/// does not depend on its place. Without such a region, or without a buffer, it is the whole frame,
/// as it is of tiled formats.
ShownRegion find_region(GstBuffer* buffer, const std::string& name, const GstVideoInfo& frames);

/// The part of a frame, which passed check_frame(). `rect`: of find_region().
FrameView part_of(const FrameView& frame, const Rect& rect);

} // namespace videohistogram::scope
