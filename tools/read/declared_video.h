// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What the file of a reader states about its video.
#pragma once

#include "tools/read/declared_colours.h"
#include "tools/read/video_reader.h"
#include "tools/record/declared.h"

namespace videohistogram::tools {

/// What holds from this frame on. Parts that `overrides` states are those of the settings; parts
/// that nobody states are left to the element that counts.
FrameState describe_frame(const VideoReader& reader, const AVFrame& frame,
                          const ColourStatement& overrides);

/// The aspect of a pixel, of the bitstream or the container; 1:1 if nobody states it.
AVRational pixel_aspect(const VideoReader& reader, const AVFrame& frame);

/// Of the bitstream or the container. Rotations are rounded to degrees.
Orientation orientation_of(const VideoReader& reader, const AVFrame& frame);

} // namespace videohistogram::tools
