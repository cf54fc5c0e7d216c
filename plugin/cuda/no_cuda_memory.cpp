// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Replaces cuda_memory.cpp in a build without CUDA or without GStreamer's CUDA library.
#include "plugin/cuda/cuda_memory.h"

namespace videohistogram {

CudaPlace cuda_place(GstMemory*) {
  return {};
}

bool is_cuda_buffer(GstBuffer*) {
  return false;
}

const GstVideoInfo* cuda_memory_layout(GstBuffer*, const GstVideoInfo& info) {
  return &info;
}

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

std::shared_ptr<const DeviceContext> SharedCudaContext::find(int) {
  return nullptr;
}

void SharedCudaContext::clear() {}

} // namespace videohistogram
