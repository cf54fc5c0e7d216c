// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Time codes that a bitstream has beside its frames.
#pragma once

#include "tools/read/video_reader.h"

#include <gst/gst.h>

namespace videohistogram::tools {

/// Attaches the time code of a frame of H.264 or HEVC to its buffer, as GStreamer's parsers do:
/// the first one, if fields have their own.
void attach_timecode(GstBuffer& buffer, const AVFrame& frame, const VideoReader& reader);

} // namespace videohistogram::tools
