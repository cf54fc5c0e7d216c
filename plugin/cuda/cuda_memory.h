// SPDX-License-Identifier: LGPL-2.1-or-later
//
// What the element knows of GStreamer's CUDA library. In a build without it no memory is a GPU's,
// and frames that are reach the count by GStreamer's own download.
#pragma once

#include "core/frame.h"

#include <gst/video/video.h>

#include <memory>
#include <mutex>

namespace videohistogram {

/// "video/x-raw(memory:CUDAMemory)".
constexpr const char* cuda_memory_feature = "memory:CUDAMemory";

/// GST_MAP_CUDA: maps the memory on the GPU. Only for memory that cuda_place() has found there:
/// any other ignores the flag and gives an address on the host.
constexpr int map_cuda_flag = GST_MAP_FLAG_LAST << 1;

/// Where a memory lies. `context` is null if it is no GstCudaMemory. `stream` is the CUstream that
/// writes it, from GStreamer 1.24 on; before that it is null, and the memory is filled already.
struct CudaPlace {
  std::shared_ptr<const DeviceContext> context;
  void* stream = nullptr;
};
CudaPlace cuda_place(GstMemory* memory);

/// Whether all memories of a buffer are GstCudaMemory.
bool is_cuda_buffer(GstBuffer* buffer);

/// How the frame lies in a buffer that has no GstVideoMeta: `info`, or what the GstCudaMemory says.
const GstVideoInfo* cuda_memory_layout(GstBuffer* buffer, const GstVideoInfo& info);

/// A GstCudaContext of the application or of a neighbour, which an element shares but never
/// creates.
/// Thread-safety: any thread.
class SharedCudaContext {
public:
  explicit SharedCudaContext(GstElement* element) : element_(element) {}
  ~SharedCudaContext();
  SharedCudaContext(const SharedCudaContext&) = delete;
  SharedCudaContext& operator=(const SharedCudaContext&) = delete;

  /// For GstElementClass::set_context: keeps a context for the GPU of that index.
  void set(GstContext* context, int device);
  /// Keeps the context of the frames that come, if there is none yet.
  void learn(GstBuffer* buffer);
  /// Answers a CONTEXT query with the context that is kept; false if it is none of that.
  bool answer(GstQuery* query);
  /// The context that is kept for this GPU; if there is none, the one that was set on the element,
  /// or that a neighbour or the application has when asked. Null if nobody has one.
  std::shared_ptr<const DeviceContext> find(int device);
  void clear();

private:
  void keep(GstObject* context);

  GstElement* element_;
  std::mutex mutex_;
  GstObject* context_ = nullptr; ///< GstCudaContext; owned; with mutex_ held
};

} // namespace videohistogram
