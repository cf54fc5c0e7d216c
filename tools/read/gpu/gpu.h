// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The GPU that this process sees.
#pragma once

#include "tools/read/gpu/gpu_decoders.h"

#include <gst/gst.h>

#include <cstddef>
#include <string>

typedef struct _GstCudaContext GstCudaContext;

namespace videohistogram::tools {

/// The reason why this process cannot decode and count on its GPU; empty if it can. GStreamer must
/// be initialised. Starts CUDA. Call it once, before share_cuda_context().
std::string why_no_gpu();

/// The first half of why_no_gpu(): why this process cannot decode. Call it once.
std::string why_gpu_does_not_decode();

/// The number of this GPU's decoders; 0: not known. Call it after why_no_gpu().
size_t count_gpu_decoders();

/// The reason why videohistogram does not start on the GPU any more; empty if it does. It does not
/// once CUDA has failed in this process. Call it after why_no_gpu(). Thread-safety: any thread.
std::string why_gpu_does_not_count();

/// The decoders of this GPU. Call it after why_no_gpu(), which has found none. Thread-safety: any
/// thread.
GpuDecoders& gpu_decoders();

/// The CUDA context of why_no_gpu(), which lives until the end of the process; null: there is none.
GstCudaContext* gpu_context();

/// Makes `element`, or the elements of a pipeline, count in the context of the decoders. Call it
/// before it starts. The kernels of one context run beside one another, those of several contexts
/// take turns. Thread-safety: any thread.
void share_cuda_context(GstElement* element);

} // namespace videohistogram::tools
