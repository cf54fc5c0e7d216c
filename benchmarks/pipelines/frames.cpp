// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "frames.h"

#include "benchmarks/kernels/contents.h"
#include "device_pool.h"
#include "link.h"

namespace videohistogram::benchmark {

namespace {

// A pool of buffers in page-locked memory, as a capture source may have.
struct PinnedPool {
  GstBufferPool parent;
  gsize size;
};
struct PinnedPoolClass {
  GstBufferPoolClass parent_class;
};
GType pinned_pool_get_type();
G_DEFINE_TYPE(PinnedPool, pinned_pool, GST_TYPE_BUFFER_POOL)

GstFlowReturn alloc_pinned(GstBufferPool* pool, GstBuffer** buffer, GstBufferPoolAcquireParams*) {
  const gsize size = reinterpret_cast<PinnedPool*>(pool)->size;
  uint8_t* const data = allocate_pinned(size);
  *buffer = gst_buffer_new_wrapped_full(static_cast<GstMemoryFlags>(0), data, size, 0, size, data,
                                        free_pinned);
  return GST_FLOW_OK;
}

void pinned_pool_init(PinnedPool*) {}

void pinned_pool_class_init(PinnedPoolClass* klass) {
  klass->parent_class.alloc_buffer = alloc_pinned;
}

GstBufferPool* new_pinned_pool(gsize size) {
  auto* pool = static_cast<PinnedPool*>(g_object_new(pinned_pool_get_type(), nullptr));
  pool->size = size;
  return GST_BUFFER_POOL(gst_object_ref_sink(pool));
}

/// A component of a pixel of the photo: of RGB formats as stored, else converted by BT.709.
uint8_t component_value(const GstVideoFormatInfo* format, unsigned component, const uint8_t* rgb) {
  if (GST_VIDEO_FORMAT_INFO_IS_RGB(format))
    return component < 3 ? rgb[component] : 255;
  constexpr int weights[3][4] = {{47, 157, 16, 16}, {-26, -86, 112, 128}, {112, -102, -10, 128}};
  const int* const w = weights[component];
  return static_cast<uint8_t>(((w[0] * rgb[0] + w[1] * rgb[1] + w[2] * rgb[2] + 128) >> 8) + w[3]);
}

} // namespace

const char* where_name(Where where) {
  constexpr const char* names[] = {"pageable", "pinned", "offered", "device"};
  return names[static_cast<int>(where)];
}

FrameSet::FrameSet(Where where, GstVideoFormat format, const Size& size, unsigned count)
    : where_(where), count_(count) {
  gst_video_info_set_format(&info_, format, static_cast<guint>(size.width),
                            static_cast<guint>(size.height));
  info_.fps_n = 60;
  info_.fps_d = 1;
  caps_ = gst_video_info_to_caps(&info_);
  if (where == Where::device)
    gst_caps_set_features_simple(caps_, gst_caps_features_new("memory:CUDAMemory", nullptr));
}

FrameSet::~FrameSet() {
  if (pool_) {
    gst_buffer_pool_set_active(pool_, FALSE);
    gst_object_unref(pool_);
  }
  gst_caps_unref(caps_);
}

bool FrameSet::make() {
  if (made_)
    return why_not_.empty();
  made_ = true;
  if (where_ == Where::offered)
    return true;
  if (where_ != Where::pageable)
    why_not_ = why_no_gpu();
  if (!why_not_.empty())
    return false;

  if (where_ == Where::pageable)
    pool_ = gst_buffer_pool_new();
  else if (where_ == Where::pinned)
    pool_ = new_pinned_pool(info_.size);
  else
    pool_ = new_device_pool(why_not_);
  if (!pool_)
    return false;
  GstStructure* config = gst_buffer_pool_get_config(pool_);
  gst_buffer_pool_config_set_params(config, caps_, static_cast<guint>(info_.size), count_, count_);
  if (!gst_buffer_pool_set_config(pool_, config) || !gst_buffer_pool_set_active(pool_, TRUE)) {
    why_not_ = "no memory for the frames";
    return false;
  }

  std::vector<GstBuffer*> buffers;
  GstBuffer* buffer = nullptr;
  while (buffers.size() < count_ &&
         gst_buffer_pool_acquire_buffer(pool_, &buffer, nullptr) == GST_FLOW_OK)
    buffers.push_back(buffer);
  for (unsigned n = 0; n < buffers.size(); n++) {
    if (!fill_frame(buffers[n], info_, n))
      why_not_ = "the frames cannot be written";
    GstMapInfo map;
    if (where_ != Where::device && gst_buffer_map(buffers[n], &map, GST_MAP_READ)) {
      addresses_.push_back(map.data);
      gst_buffer_unmap(buffers[n], &map);
    }
    if (where_ == Where::device && !move_to_device(buffers[n]))
      why_not_ = "the frames cannot be brought to the GPU";
  }
  for (GstBuffer* filled : buffers)
    gst_buffer_unref(filled);
  return why_not_.empty();
}

bool fill_frame(GstBuffer* buffer, const GstVideoInfo& info, unsigned n) {
  GstVideoFrame frame;
  if (!gst_video_frame_map(&frame, &info, buffer, GST_MAP_WRITE))
    return false;
  const GstVideoFormatInfo* const format = info.finfo;
  for (unsigned c = 0; c < GST_VIDEO_FRAME_N_COMPONENTS(&frame); c++) {
    const int x_sub = GST_VIDEO_FORMAT_INFO_W_SUB(format, c);
    const int y_sub = GST_VIDEO_FORMAT_INFO_H_SUB(format, c);
    const int pixel_stride = GST_VIDEO_FRAME_COMP_PSTRIDE(&frame, c);
    for (int y = 0; y < GST_VIDEO_FRAME_COMP_HEIGHT(&frame, c); y++) {
      uint8_t* at = static_cast<uint8_t*>(GST_VIDEO_FRAME_COMP_DATA(&frame, c)) +
                    y * GST_VIDEO_FRAME_COMP_STRIDE(&frame, c);
      const unsigned picture_y = ((static_cast<unsigned>(y) << y_sub) + 7 * n) % picture_height;
      const uint8_t* const row = picture_rgb + size_t{3} * picture_width * picture_y;
      for (int x = 0; x < GST_VIDEO_FRAME_COMP_WIDTH(&frame, c); x++, at += pixel_stride) {
        const unsigned picture_x = ((static_cast<unsigned>(x) << x_sub) + 5 * n) % picture_width;
        const uint8_t value = component_value(format, c, row + size_t{3} * picture_x);
        *at = static_cast<uint8_t>(value * (256 - 2 * n % 128) >> 8);
      }
    }
  }
  gst_video_frame_unmap(&frame);
  return true;
}

std::vector<std::vector<guint64>> count_frame(GstBuffer* buffer, const GstVideoInfo& info) {
  std::vector<std::vector<guint64>> counts;
  GstVideoFrame frame;
  if (!gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ))
    return counts;
  for (unsigned c = 0; c < GST_VIDEO_FRAME_N_COMPONENTS(&frame); c++) {
    counts.emplace_back(256);
    const auto* data = static_cast<const uint8_t*>(GST_VIDEO_FRAME_COMP_DATA(&frame, c));
    // GStreamer gives the offset of Cr in a pair of Cb and Cr in samples, not in bytes.
    if (GST_VIDEO_FRAME_FORMAT(&frame) == GST_VIDEO_FORMAT_P010_10LE && c == 2)
      data++;
    const int depth = GST_VIDEO_FRAME_COMP_DEPTH(&frame, c);
    const unsigned shift = GST_VIDEO_FORMAT_INFO_SHIFT(frame.info.finfo, c);
    for (int y = 0; y < GST_VIDEO_FRAME_COMP_HEIGHT(&frame, c); y++)
      for (int x = 0; x < GST_VIDEO_FRAME_COMP_WIDTH(&frame, c); x++) {
        const uint8_t* const sample = data + y * GST_VIDEO_FRAME_COMP_STRIDE(&frame, c) +
                                      x * GST_VIDEO_FRAME_COMP_PSTRIDE(&frame, c);
        const unsigned value = depth == 8 ? *sample : GST_READ_UINT16_LE(sample) >> shift;
        counts[c][value >> (depth - 8)]++;
      }
  }
  gst_video_frame_unmap(&frame);
  return counts;
}

} // namespace videohistogram::benchmark
