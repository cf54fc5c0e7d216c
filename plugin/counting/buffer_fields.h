// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The fields of interlaced video in buffers, by caps and flags.
#pragma once

#include <gst/video/video.h>
#include <gst/videohistogram/videohistogram.h>

#include <vector>

namespace videohistogram {

/// Whether buffers of these caps may have two fields.
bool may_have_two_fields(const GstVideoInfo& info);

/// Whether the rows of two fields alternate in the buffer.
bool has_two_fields(GstBuffer* buffer, const GstVideoInfo& info);

/// Whether the top field of such a buffer is shown first, by the caps or by the buffer's flag TFF.
bool shows_top_first(GstBuffer* buffer, const GstVideoInfo& info);

/// The fields of such a buffer that are shown: both, or the first one alone by the flag ONEFIELD.
/// None for other buffers.
std::vector<GstVideoHistogramField> fields_of(GstBuffer* buffer, const GstVideoInfo& info);

/// The field that the buffer is; NONE if it is a frame, or does not say which field it is.
GstVideoHistogramField field_of(GstBuffer* buffer, const GstVideoInfo& info);

} // namespace videohistogram
