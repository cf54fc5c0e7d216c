// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The declarations of GStreamer's CUDA library that the plugin uses. The headers of that library
// need those of CUDA, which free distributions do not have; so this file repeats the few lines.
// They are the same in GStreamer 1.22 to 1.28; a test compares them with the headers of its
// GStreamer.
#pragma once

#include <gst/video/video.h>

typedef struct _GstCudaContext GstCudaContext;

namespace videohistogram {

/// The value of GST_CUDA_MEMORY_TYPE_NAME.
constexpr const char* gst_cuda_memory_type = "gst.cuda.memory";

/// The public fields of a GstCudaMemory, which begins with them.
struct GstCudaMemoryFields {
  GstMemory mem;
  GstCudaContext* context;
  GstVideoInfo info;
};

/// The value of CU_STREAM_LEGACY: CUDA's default stream, which waits for all others of its context.
inline void* const legacy_cuda_stream = reinterpret_cast<void*>(1);

} // namespace videohistogram
