// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The GPU that this process sees.
#pragma once

#include <gst/gst.h>

#include <cstddef>
#include <string>

namespace videohistogram::tools {

/// The reason why this process cannot decode and count on its GPU; empty if it can. GStreamer must
/// be initialised. Starts CUDA. Call it once, before share_cuda_context().
std::string why_no_gpu();

/// The number of this GPU's decoders; 0: not known. Call it after why_no_gpu().
size_t count_gpu_decoders();

/// The reason why videohistogram does not start on the GPU any more; empty if it does. It does not
/// once CUDA has failed in this process. Call it after why_no_gpu(). Thread-safety: any thread.
std::string why_gpu_does_not_count();

/// Makes the decoder and the histogram of `pipeline` use the CUDA context of why_no_gpu(). Call it
/// before the pipeline starts. The kernels of one context run beside one another, those of several
/// contexts take turns. Thread-safety: any thread.
void share_cuda_context(GstElement* pipeline);

} // namespace videohistogram::tools
