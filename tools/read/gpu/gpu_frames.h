// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames that NVDEC has decoded, as buffers of GStreamer in the memory of the GPU.
#pragma once

#include "tools/read/av_pointers.h"
#include "tools/read/gst_pointers.h"

namespace videohistogram::tools {

/// A copy of a frame of gpu_decoders() in GstCudaMemory, which is complete, without times. Throws
/// ReadError. Thread-safety: any thread.
BufferPtr copy_on_gpu(const AVFrame& frame);

} // namespace videohistogram::tools
