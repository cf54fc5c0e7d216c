// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Replaces cuda_memory.cpp in a build without CUDA or without GStreamer's CUDA library.
#include "plugin/cuda/cuda_memory.h"

namespace videohistogram {

const FrameSource cuda_memory = {MemoryKind::device, cuda_memory_feature};

GstBuffer* CudaBufferPool::acquire(GstBuffer*, const GstVideoInfo&) {
  return nullptr;
}

void CudaBufferPool::release() {}

SharedCudaContext::~SharedCudaContext() = default;

void SharedCudaContext::set(GstContext*, int) {}

void SharedCudaContext::learn(GstBuffer*) {}

bool SharedCudaContext::answer(GstQuery*) {
  return false;
}

MemoryPlace SharedCudaContext::find(int) {
  return {};
}

void SharedCudaContext::clear() {}

} // namespace videohistogram
