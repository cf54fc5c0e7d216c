// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "plugin/scope/settings/mark_settings.h"
#include "plugin/settings/frame_caps.h"

#include <gst/video/video.h>

#include <cstdint>

namespace videohistogram::scope {

/// The properties of `videoscopeoverlay` that `videoscope` does not have.
struct OverlaySettings {
  double x = 1;                  ///< 0: at the left edge of the frame; 1: at the right edge
  double y = 1;                  ///< 0: at the top of the frame; 1: at the bottom
  double width = 0.45;           ///< share of the frame's width
  double height = 0.45;          ///< share of the frame's height
  double opacity = 1;            ///< of the scopes; 0: transparent; 1: opaque
  double backing_opacity = 0.85; ///< of what lies between lines, text and traces
  MarkSettings marks;
};

/// How opaque a picture is.
struct Opacity {
  double picture = 1;     ///< of all of it, 0 to 1
  uint32_t backing = 255; ///< of its backing, 0 to 255: see alpha_over()

  Opacity() = default;
  explicit Opacity(const OverlaySettings& settings);
};

/// The pixels of a frame from one chroma sample to the next, along rows and along columns.
PixelSize chroma_cell(const GstVideoInfo& info);

/// Where the picture of scopes lies in a frame.
struct Placement {
  Rect rect;              ///< in pixels of the frame; whole chroma samples
  uint32_t width, height; ///< of the picture, in its own pixels
};

/// Places a picture that is blended, and so has the pixels of the frame.
Placement blended_placement(const OverlaySettings& settings, const GstVideoInfo& frame);

/// Places a picture that downstream scales into its place. The picture's pixels are square on the
/// display, whatever the pixel aspect ratio of the frame. `window`: the size of the window in which
/// downstream shows frames as large as they fit; 0x0: unknown. In a known window, the picture has
/// the pixels of the window.
Placement attached_placement(const OverlaySettings& settings, const GstVideoInfo& frame,
                             const PixelSize& window);

} // namespace videohistogram::scope
