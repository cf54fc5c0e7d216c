// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/colour.h"
#include "core/drawing/painting.h"
#include "core/error.h"
#include "core/frame.h"
#include "plugin/scope/draw/axis.h"
#include "plugin/scope/overlay/placement.h"

#include <gst/video/video.h>

#include <cstdint>
#include <memory>

namespace videohistogram::scope {

/// How the colours of pictures() become signals of frames of `frame`, whose matrix and range are
/// `colours`. In PQ and HLG, white has 203 nits, the level of graphics in ITU-R BT.2408.
std::shared_ptr<const PictureColours> picture_colours(const GstVideoInfo& frame,
                                                      const ColourSpec& colours, Transfer transfer);

/// Makes the backing of a picture of `pictures` translucent. Errors: transient if it cannot be
/// mapped.
Status make_translucent(GstBuffer* picture, const GstVideoInfo& pictures, uint32_t backing);

/// Blends pictures of scopes onto frames in system memory, in picture_colours().
/// Thread-safety: one thread at a time.
class Blender {
public:
  /// For frames of `frame`, whose matrix and range are `colours`.
  Blender(const GstVideoInfo& frame, const ColourSpec& colours, Transfer transfer);

  /// Blends a picture, which has the size of `rect` and the format of pictures(), into `rect` of
  /// the frame, and nothing outside of it. Pixels that share a chroma sample of the frame share
  /// alpha and chroma. Overwrites the picture. Errors: transient if a buffer cannot be mapped,
  /// invalid_argument if the frame is not as its caps say.
  Status blend(GstBuffer* picture, const Rect& rect, const Opacity& opacity,
               GstBuffer* frame) const;

  /// The caps of a picture of that size, before it is blended.
  static GstVideoInfo pictures(uint32_t width, uint32_t height, const GstVideoInfo& frame);

private:
  void convert(guint8* pixels, uint32_t n, uint32_t backing) const;
  void convert(GstVideoFrame& picture, uint32_t backing) const;

  GstVideoInfo frame_;
  bool is_rgb_;
  PixelSize cell_; ///< the pixels of a chroma sample
  std::shared_ptr<const PictureColours> colours_;
};

} // namespace videohistogram::scope
