// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/plugin/support/frame_buffers.h"

#include <gst/check/gstcheck.h>

#include <cstring>

namespace videohistogram::test {

std::string raw_caps(const std::string& format, guint width, guint height,
                     const std::string& more) {
  return "video/x-raw,format=" + format + ",width=" + std::to_string(width) +
         ",height=" + std::to_string(height) + ",framerate=25/1" + more;
}

PlaneLayout default_layout(const std::string& caps) {
  GstCaps* parsed = gst_caps_from_string(caps.c_str());
  GstVideoInfo info;
  fail_unless(parsed && gst_video_info_from_caps(&info, parsed), "%s", caps.c_str());
  gst_caps_unref(parsed);
  PlaneLayout layout;
  layout.size = GST_VIDEO_INFO_SIZE(&info);
  for (guint p = 0; p < GST_VIDEO_INFO_N_PLANES(&info); p++) {
    layout.offset[p] = GST_VIDEO_INFO_PLANE_OFFSET(&info, p);
    layout.stride[p] = GST_VIDEO_INFO_PLANE_STRIDE(&info, p);
  }
  return layout;
}

PlaneLayout layout_of(const reference::Frame& frame) {
  const FrameView view = frame.view();
  PlaneLayout layout;
  layout.size = view.planes[0].size;
  for (guint p = 0; p < view.format->n_planes; p++) {
    layout.offset[p] = view.planes[p].offset;
    layout.stride[p] = static_cast<gint>(view.planes[p].stride);
  }
  return layout;
}

GstBuffer* lay_out(const reference::Frame& frame, const PlaneLayout& layout) {
  const FrameView view = frame.view();
  auto* bytes = static_cast<guint8*>(g_malloc(layout.size));
  std::memset(bytes, reference::canary, layout.size);
  for (guint p = 0; p < view.format->n_planes; p++)
    for (guint y = 0; y < view.rows(p); y++)
      std::memcpy(bytes + layout.offset[p] + gssize{layout.stride[p]} * y, view.planes[p].row(y),
                  view.row_bytes(p));
  return gst_buffer_new_wrapped(bytes, layout.size);
}

void add_video_meta(GstBuffer* buffer, const reference::Frame& frame, PlaneLayout layout) {
  const FrameView view = frame.view();
  GstVideoMeta* meta = gst_buffer_add_video_meta_full(
      buffer, GST_VIDEO_FRAME_FLAG_NONE, gst_video_format_from_string(view.format->name),
      view.width, view.height, view.format->n_planes, layout.offset, layout.stride);
  fail_unless(meta != nullptr);
}

GstBuffer* make_buffer(const reference::Frame& frame) {
  const PlaneView whole = frame.view().planes[0];
  GstBuffer* buffer = gst_buffer_new_memdup(whole.data, whole.size);
  add_video_meta(buffer, frame, layout_of(frame));
  return buffer;
}

GstBuffer* make_plain_buffer(const reference::Frame& frame, const std::string& more) {
  const reference::Layout& own = frame.layout();
  return lay_out(frame, default_layout(raw_caps(own.format, own.width, own.height, more)));
}

GstBuffer* cut_into_memories(GstBuffer* buffer, const std::vector<gsize>& cuts) {
  gpointer whole = nullptr;
  gsize size = 0;
  gst_buffer_extract_dup(buffer, 0, G_MAXSIZE, &whole, &size);
  gst_buffer_remove_all_memory(buffer); // the metas stay
  gsize begin = 0;
  const auto append_until = [&](gsize end) {
    gpointer bytes = g_memdup2(static_cast<guint8*>(whole) + begin, end - begin);
    gst_buffer_append_memory(buffer,
                             gst_memory_new_wrapped(static_cast<GstMemoryFlags>(0), bytes,
                                                    end - begin, 0, end - begin, bytes, g_free));
    begin = end;
  };
  for (gsize cut : cuts)
    append_until(cut);
  append_until(size);
  g_free(whole);
  return buffer;
}

reference::Frame make_plain_frame(const std::string& format, guint width, guint height,
                                  reference::Content content, uint32_t seed) {
  reference::Layout layout;
  layout.format = format;
  layout.width = width;
  layout.height = height;
  return reference::make_frame(layout, content, seed);
}

} // namespace videohistogram::test
