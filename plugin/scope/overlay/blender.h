// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/colour.h"
#include "core/error.h"
#include "core/frame.h"
#include "plugin/scope/draw/axis.h"

#include <gst/video/video.h>

#include <array>
#include <cstdint>

namespace videohistogram::scope {

/// Blends pictures of scopes onto frames in system memory. The colours of the picture become
/// signals of the frame: by its own matrix and range, in PQ and HLG with a white of 203 nits, which
/// is that of graphics (ITU-R BT.2408).
/// Thread-safety: one thread at a time.
class Blender {
public:
  /// For frames of `frame`, whose matrix and range are `colours`.
  Blender(const GstVideoInfo& frame, const ColourSpec& colours, Transfer transfer);

  /// Blends a picture, which has the size of `rect` and the format of pictures(), into `rect` of
  /// the frame, and nothing outside of it. Overwrites the picture. Errors: transient if a buffer
  /// cannot be mapped, invalid_argument if the frame is not as its caps say.
  Status blend(GstBuffer* picture, const Rect& rect, double opacity, GstBuffer* frame) const;

  /// The caps of a picture of that size, before it is blended.
  static GstVideoInfo pictures(uint32_t width, uint32_t height);

private:
  /// The part of a picture's component in each component of the frame, in 1 / 65536.
  using Parts = std::array<int32_t, 3>;

  void convert(GstVideoFrame& picture) const;

  GstVideoInfo frame_;
  bool is_rgb_;
  bool converts_; ///< the frame's signals differ from those of the picture
  /// Of each value of R, G and B, for Y, Cb and Cr, or R, G and B. Those of R include the rounding.
  std::array<std::array<Parts, 256>, 3> parts_;
};

} // namespace videohistogram::scope
