// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/colour.h"
#include "core/error.h"
#include "core/format.h"
#include "core/quantity.h"

#include <gst/video/video.h>

#include <optional>

namespace videohistogram {

/// The caps of frames.
struct FrameCaps {
  GstVideoInfo info;          ///< of the format UNKNOWN if the caps are invalid
  bool on_device = false;     ///< the frames lie in a GPU's memory
  bool names_colours = false; ///< the caps name the matrix and the range of Y'CbCr samples
  std::optional<GstVideoContentLightLevel> declared_light; ///< `content-light-level` of the caps
};
/// Reads caps, also invalid ones.
FrameCaps read_caps(const GstCaps* caps);

/// The caps of all countable formats, of any size and frame rate, in system memory or in the memory
/// of that feature. The caller owns the caps.
GstCaps* make_countable_caps(const char* memory_feature = nullptr);

/// The format of frames of `info`. invalid_argument if such frames cannot be counted.
Expected<const FormatInfo*> countable_format(const GstVideoInfo& info);

/// The weights of LUMA. They follow the colour primaries: the matrix of RGB caps is always RGB.
LumaWeights luma_weights(GstVideoColorPrimaries primaries);

/// How the colours of frames of `info` are computed: matrix and range. Caps of Y'CbCr frames
/// without a matrix that is one of luma and chroma are taken for those of BT.709.
ColourSpec colour_spec(const GstVideoInfo& info, const FormatInfo& format);

} // namespace videohistogram
