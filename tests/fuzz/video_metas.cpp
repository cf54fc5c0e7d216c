// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Buffers whose GstVideoMeta and memories need not hold the frame that the caps announce. Frames
// that are accepted are counted, so that a sanitizer sees any read outside of their memories.
#include "cpu/cpu_backend.h"
#include "plugin/counting/frame_layout.h"
#include "plugin/counting/mapped_frame.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/gstreamer.h"
#include "tests/plugin/support/known_formats.h"
#include "tests/reference/packed.h"
#include "tests/reference/reference.h"

#include <vector>

using namespace videohistogram;

namespace {

/// A number that is right, or near to it, or any.
template <typename Number>
Number lie(fuzz::Input& input, Number right) {
  switch (input.below(4)) {
  case 0:
  case 1:
    return right;
  case 2:
    return static_cast<Number>(right + static_cast<Number>(input.number<int8_t>()));
  default:
    return input.number<Number>();
  }
}

void append_memory(GstBuffer* buffer, gsize size) {
  auto* const bytes = static_cast<guint8*>(g_malloc(size));
  for (gsize i = 0; i < size; i++)
    bytes[i] = static_cast<guint8>(i * i >> 3); // so that a wrong place has other counts
  gst_buffer_append_memory(buffer, gst_memory_new_wrapped(static_cast<GstMemoryFlags>(0), bytes,
                                                          size, 0, size, bytes, g_free));
}

/// Up to three memories that were allocated to the byte.
BufferReference make_buffer(fuzz::Input& input, gsize size) {
  BufferReference buffer(gst_buffer_new());
  for (uint32_t more = input.below(3); more > 0 && size > 1; more--) {
    const gsize part = 1 + input.below(65536) % (size - 1);
    append_memory(buffer.get(), part);
    size -= part;
  }
  append_memory(buffer.get(), size);
  return buffer;
}

/// Counts the mapped frame, and the same frame in a copy of all of the buffer's bytes, in which it
/// lies as the meta or, without one, the caps say.
void count(GstBuffer* buffer, const GstVideoInfo& info, const FrameView& frame) {
  static const std::unique_ptr<Backend> backend = create_cpu_backend(1);
  Request request;
  // Channels of fewer bits have fewer bins than a request has.
  request.channels = select_plane_quantities(
      *frame.format, frame.format->packing == Packing::none ? all_quantities : ycbcr_set | rgb_set);
  request.bins = frame.format->depth < 8 ? 32 : 256;
  Expected<JobPtr> job = reference::submit(*backend, frame, request);
  if (!job.ok()) {
    REQUIRE(job.error().kind == ErrorKind::invalid_argument);
    return;
  }
  std::vector<uint32_t> counts(request.total_counts());
  REQUIRE((*job)->wait(counts.data()).ok());

  std::vector<uint8_t> bytes(gst_buffer_get_size(buffer));
  gst_buffer_extract(buffer, 0, bytes.data(), bytes.size());
  const GstVideoMeta* const meta = gst_buffer_get_video_meta(buffer);
  FrameView copy = frame;
  for (guint p = 0; p < frame.format->n_planes; p++)
    copy.planes[p] = plane_view(*frame.format, p, bytes.data(), bytes.size(),
                                meta ? meta->offset[p] : info.offset[p],
                                meta ? meta->stride[p] : info.stride[p]);
  if (frame.format->packing == Packing::none) {
    REQUIRE(counts == reference::count(copy, request));
    return;
  }
  const reference::Frame plain = reference::plain_frame(copy);
  REQUIRE(counts == reference::count(plain.view(), request));
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::initialise_gstreamer();
  fuzz::Input input(data, size);
  const std::vector<const FormatInfo*> formats = test::known_formats();
  const FormatInfo& format = *formats[input.below(static_cast<uint32_t>(formats.size()))];
  GstVideoInfo info;
  gst_video_info_init(&info);
  const guint width = 1 + input.below(80), height = 1 + input.below(40);
  REQUIRE(
      gst_video_info_set_format(&info, gst_video_format_from_string(format.name), width, height));

  const BufferReference buffer =
      make_buffer(input, 1 + lie(input, info.size - 1) % (gsize{1} << 20));
  if (input.flag()) {
    GstVideoMeta* const meta = gst_buffer_add_video_meta(
        buffer.get(), GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_INFO_FORMAT(&info), width, height);
    meta->n_planes = lie(input, meta->n_planes);
    meta->width = lie(input, meta->width);
    meta->height = lie(input, meta->height);
    for (guint p = 0; p < GST_VIDEO_MAX_PLANES; p++) {
      meta->offset[p] = lie(input, meta->offset[p]);
      meta->stride[p] = lie(input, meta->stride[p]);
    }
  }
  MappedFrame frame;
  const Status status = frame.map(buffer.get(), info, format, MemoryKind::host);
  if (status.ok())
    count(buffer.get(), info, frame.view());
  else
    REQUIRE(status.error().kind == ErrorKind::invalid_argument);
  return 0;
}
