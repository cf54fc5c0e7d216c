// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/frame.h"

#include <gst/video/video.h>

namespace videohistogram {

/// A plane of `format` by its offset and stride as GStreamer has them: of tiled formats, a stride
/// is the numbers of columns and rows of tiles.
PlaneView plane_view(const FormatInfo& format, uint32_t plane, const uint8_t* data, size_t size,
                     size_t offset, gint stride);

/// Whether the meta overrides how its planes are mapped.
bool has_own_map(const GstVideoMeta* meta);

/// Describes the frame in a buffer before it is mapped: all of `view` but its place and the
/// addresses of its planes, whose offsets count from the begin of the buffer. Planes of a meta that
/// has_own_map() are left to that. Size and format are those of `info`, whose frames are twice as
/// high as a buffer that is a field. invalid_argument if the
/// buffer does not hold the frame; the message says why.
Status lay_out(GstBuffer* buffer, const GstVideoInfo& info, const FormatInfo& format,
               FrameView& view);

} // namespace videohistogram
