// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The element's interface to GStreamer's CUDA library, beside the FrameSource cuda_memory.
#pragma once

#include "plugin/counting/frame_source.h"

#include <gst/video/video.h>

#include <mutex>

typedef struct _GstCudaContext GstCudaContext;

namespace videohistogram {

/// The feature of the caps "video/x-raw(memory:CUDAMemory)".
constexpr const char* cuda_memory_feature = "memory:CUDAMemory";

/// The value of GST_MAP_CUDA, which maps memory on the GPU.
constexpr int map_cuda_flag = GST_MAP_FLAG_LAST << 1;

/// Buffers of GstCudaMemory for copies of frames. Buffers may outlive the pool.
/// Thread-safety: one thread at a time.
class CudaBufferPool {
public:
  CudaBufferPool() = default;
  ~CudaBufferPool() { release(); }
  CudaBufferPool(const CudaBufferPool&) = delete;
  CudaBufferPool& operator=(const CudaBufferPool&) = delete;

  /// A buffer for a frame of `info`, in CUDA context and stream of the memory of `frame`. The
  /// caller owns it; null: there is no memory. Until release(), `info` is the same for each call.
  GstBuffer* acquire(GstBuffer* frame, const GstVideoInfo& info);
  void release();

private:
  GstBufferPool* pool_ = nullptr;     ///< owned; null: none yet
  GstCudaContext* context_ = nullptr; ///< of the pool; owned
  void* stream_ = nullptr; ///< GstCudaStream of the pool, which the pool owns; null: none
};

/// The GstCudaContext of the application or a linked element, shared by this element, which creates
/// none.
/// Thread-safety: any thread.
class SharedCudaContext {
public:
  explicit SharedCudaContext(GstElement* element) : element_(element) {}
  ~SharedCudaContext();

  /// Handles GstElementClass::set_context: keeps a context for GPU `device`, or for any GPU if -1.
  void set(GstContext* context, int device);
  /// Keeps the context of the buffer's memory if none is kept yet.
  void learn(GstBuffer* buffer);
  /// Answers a CONTEXT query with the kept context. False if none is kept or it cannot answer.
  bool answer(GstQuery* query);
  /// The context for GPU `device`: the kept one, else one that was set on the element, else one
  /// that a linked element or the application provides on request. A place on the host if none is
  /// for this GPU.
  MemoryPlace find(int device);
  void clear();

private:
  void keep(GstCudaContext* context);

  GstElement* element_;
  std::mutex mutex_;
  GstCudaContext* context_ = nullptr; ///< owned; with mutex_ held
};

} // namespace videohistogram
