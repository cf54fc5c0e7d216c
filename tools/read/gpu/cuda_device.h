// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Devices of CUDA for FFmpeg's decoders.
#pragma once

#include "tools/read/av_pointers.h"

typedef struct _GstCudaContext GstCudaContext;

namespace videohistogram::tools {

/// A device of this context with a stream of its own; null: CUDA or FFmpeg has failed. The context
/// must outlive it. Thread-safety: any thread.
BufferRefPtr make_cuda_device(GstCudaContext* context);

/// The stream (CUstream) of the device of a frame in its memory. Work that is put there comes after
/// the decoding of the frame.
void* stream_of(const AVFrame& frame);

} // namespace videohistogram::tools
