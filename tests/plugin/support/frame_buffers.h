// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tests/reference/frames.h"

#include <gst/video/video.h>

#include <string>
#include <vector>

namespace videohistogram::test {

/// "video/x-raw,format=...,width=...,height=...,framerate=25/1" and what follows.
std::string raw_caps(const std::string& format, guint width, guint height,
                     const std::string& more = "");

/// How the planes of a frame lie in a buffer.
struct PlaneLayout {
  gsize size = 0;                          ///< bytes of the buffer
  gsize offset[GST_VIDEO_MAX_PLANES] = {}; ///< from its first byte to a plane's top row
  gint stride[GST_VIDEO_MAX_PLANES] = {};  ///< from a row to the one below it
};
/// Where GStreamer says that they lie in a buffer of these caps without a GstVideoMeta.
PlaneLayout default_layout(const std::string& caps);
/// How they lie in the frame's own memory.
PlaneLayout layout_of(const reference::Frame& frame);

/// A buffer with the frame's pixels in that layout, allocated to the byte so that a sanitizer sees
/// any read beyond it. What is no pixel is canaries.
GstBuffer* lay_out(const reference::Frame& frame, const PlaneLayout& layout);
/// Adds a GstVideoMeta that describes the layout.
void add_video_meta(GstBuffer* buffer, const reference::Frame& frame, PlaneLayout layout);
/// A buffer with a copy of the frame's memory and a GstVideoMeta that describes it.
GstBuffer* make_buffer(const reference::Frame& frame);
/// A buffer without a meta, as GStreamer lays out the raw_caps() of the frame. `more` is what
/// follows in them.
GstBuffer* make_plain_buffer(const reference::Frame& frame, const std::string& more = "");
/// The buffer with its bytes in a memory up to each cut, and one for the rest.
/// Takes and returns it.
GstBuffer* cut_into_memories(GstBuffer* buffer, const std::vector<gsize>& cuts);

/// A frame without padding, for make_plain_buffer().
reference::Frame make_plain_frame(const std::string& format, guint width, guint height,
                                  reference::Content content, uint32_t seed = 1);

} // namespace videohistogram::test
