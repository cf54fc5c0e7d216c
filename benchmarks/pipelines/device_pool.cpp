// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "device_pool.h"

#ifdef HAVE_GST_CUDA
#include <gst/cuda/gstcudabufferpool.h>
#include <gst/cuda/gstcudacontext.h>
#include <gst/cuda/gstcudaloader.h>
#include <gst/cuda/gstcudamemory.h>
#include <gst/cuda/gstcudautils.h>
#endif

namespace videohistogram::benchmark {

#ifdef HAVE_GST_CUDA

namespace {

/// The context of GPU 0, created once.
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

GstBufferPool* new_device_pool(std::string& why_not) {
  if (shared_context())
    return gst_cuda_buffer_pool_new(shared_context());
  why_not = "GStreamer cannot use the GPU";
  return nullptr;
}

bool move_to_device(GstBuffer* buffer) {
  GstMapInfo map;
  if (!gst_buffer_map(buffer, &map, static_cast<GstMapFlags>(GST_MAP_READ | GST_MAP_CUDA)))
    return false;
  gst_buffer_unmap(buffer, &map);
  return true;
}

bool answer_context_query(GstElement* element, GstQuery* query) {
  return shared_context() && gst_cuda_handle_context_query(element, query, shared_context());
}

#else

GstBufferPool* new_device_pool(std::string& why_not) {
  why_not = "built without GStreamer's CUDA library";
  return nullptr;
}

bool move_to_device(GstBuffer*) {
  return false;
}

bool answer_context_query(GstElement*, GstQuery*) {
  return false;
}

#endif

} // namespace videohistogram::benchmark
