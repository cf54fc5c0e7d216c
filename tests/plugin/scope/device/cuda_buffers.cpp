// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Buffers of GstCudaMemory on GPU 0.
#include "tests/plugin/scope/device/device_buffers.h"

#include <gst/cuda/gstcudabufferpool.h>
#include <gst/cuda/gstcudacontext.h>
#include <gst/cuda/gstcudaloader.h>
#include <gst/cuda/gstcudamemory.h>

namespace videohistogram::scope {

namespace {

GstCudaContext* shared_context() {
  static GstCudaContext* const context = []() -> GstCudaContext* {
    if (!gst_cuda_load_library())
      return nullptr;
    gst_cuda_memory_init_once();
    return gst_cuda_context_new(0);
  }();
  return context;
}

} // namespace

bool has_device_buffers(std::string& why_not) {
  why_not = "GStreamer cannot use a GPU";
  return shared_context() != nullptr;
}

GstBuffer* new_device_buffer(const GstVideoInfo& info) {
  GstCaps* const caps = gst_video_info_to_caps(&info);
  gst_caps_set_features_simple(caps,
                               gst_caps_features_new(GST_CAPS_FEATURE_MEMORY_CUDA_MEMORY, nullptr));
  GstBufferPool* const pool = gst_cuda_buffer_pool_new(shared_context());
  GstStructure* const config = gst_buffer_pool_get_config(pool);
  gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  gst_buffer_pool_config_set_params(config, caps, static_cast<guint>(info.size), 0, 0);
  gst_caps_unref(caps);
  GstBuffer* buffer = nullptr;
  if (gst_buffer_pool_set_config(pool, config) && gst_buffer_pool_set_active(pool, TRUE))
    gst_buffer_pool_acquire_buffer(pool, &buffer, nullptr);
  gst_buffer_pool_set_active(pool, FALSE); // once the buffer is back
  gst_object_unref(pool);
  return buffer;
}

bool is_emulated() {
  return false;
}

uint64_t transfers() {
  return 0;
}

} // namespace videohistogram::scope
