// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/cuda/cuda_memory.h"

#include "cuda/cuda_backend.h"
#include "plugin/counting/loaded_library.h"
#include "plugin/cuda/gst_cuda_memory.h"

#include <map>

namespace videohistogram {

namespace {

/// Functions of GStreamer's CUDA library. The plugin does not link the library, which depends on
/// much of a desktop. Code that passes its memory or contexts to us has loaded it into the process.
struct CudaLibrary {
  gboolean (*is_cuda_memory)(GstMemory*) = nullptr;
  gpointer (*context_get_handle)(GstCudaContext*) = nullptr;
  gboolean (*handle_set_context)(GstElement*, GstContext*, gint, GstCudaContext**) = nullptr;
  gboolean (*handle_context_query)(GstElement*, GstQuery*, GstCudaContext*) = nullptr;
  GstBufferPool* (*buffer_pool_new)(GstCudaContext*) = nullptr;
  // Since GStreamer 1.24, where mapping no longer waits for the memory's stream. A binary built
  // with 1.22 must use these functions there, too.
  void* (*memory_get_stream)(GstCudaMemoryFields*) = nullptr; // returns a GstCudaStream*
  void* (*stream_get_handle)(void*) = nullptr;                // returns a CUstream
  void (*config_set_stream)(GstStructure*, void*) = nullptr;

  bool look_up(const LoadedSymbols& find) {
    find(is_cuda_memory, "gst_is_cuda_memory");
    find(context_get_handle, "gst_cuda_context_get_handle");
    find(handle_set_context, "gst_cuda_handle_set_context");
    find(handle_context_query, "gst_cuda_handle_context_query");
    find(buffer_pool_new, "gst_cuda_buffer_pool_new");
    find(memory_get_stream, "gst_cuda_memory_get_stream");
    find(stream_get_handle, "gst_cuda_stream_get_handle");
    find(config_set_stream, "gst_buffer_pool_config_set_cuda_stream");
    return is_cuda_memory && context_get_handle && handle_set_context && handle_context_query;
  }
};

/// Null while the process has not loaded the library.
const CudaLibrary* cuda_library() {
  return find_loaded<CudaLibrary>("libgstcuda-1.0.so.0");
}

/// Casts the memory; null if it is not a GstCudaMemory.
GstCudaMemoryFields* as_cuda_memory(GstMemory* memory) {
  // The type's name first: a comparison suffices where the library is not loaded.
  if (!memory || !gst_memory_is_type(memory, gst_cuda_memory_type))
    return nullptr;
  const CudaLibrary* const cuda = cuda_library();
  return cuda && cuda->is_cuda_memory(memory) ? reinterpret_cast<GstCudaMemoryFields*>(memory)
                                              : nullptr;
}

void* stream_of(GstCudaMemoryFields* memory) {
  const CudaLibrary& cuda = *cuda_library();
  if (!cuda.memory_get_stream || !cuda.stream_get_handle)
    return nullptr; // in GStreamer 1.22 the producer waits until the memory is filled
  void* const stream = cuda.memory_get_stream(memory);
  return stream ? cuda.stream_get_handle(stream) : legacy_cuda_stream;
}

/// The place of a GstCudaContext. All places of a context in use share one owner, so that a frame
/// needs no allocation.
MemoryPlace place_of(GstCudaContext* context) {
  struct Known {
    std::weak_ptr<const void> owner;
    int device;
    void* handle;
  };
  // Never destroyed: streaming threads may outlive main().
  static auto* const mutex = new std::mutex;
  static auto* const contexts = new std::map<GstCudaContext*, Known>;
  std::lock_guard lock(*mutex);
  if (const auto known = contexts->find(context); known != contexts->end())
    if (std::shared_ptr<const void> owner = known->second.owner.lock())
      return {MemoryKind::device, known->second.device, std::move(owner), known->second.handle,
              nullptr};
  guint index = 0;
  g_object_get(context, "cuda-device-id", &index, nullptr);
  const std::shared_ptr<const void> owner(gst_object_ref(context), gst_object_unref);
  const Known made = {owner, static_cast<int>(index), cuda_library()->context_get_handle(context)};
  for (auto other = contexts->begin(); other != contexts->end();)
    other = other->second.owner.expired() ? contexts->erase(other) : std::next(other);
  (*contexts)[context] = made;
  return {MemoryKind::device, made.device, owner, made.handle, nullptr};
}

constexpr const char* context_type = "gst.cuda.context";

/// Queries the peer of one of the element's pads for its context, and sets that on the element.
void ask_neighbour(GstElement* element, const char* pad_name) {
  g_autoptr(GstPad) pad = gst_element_get_static_pad(element, pad_name);
  g_autoptr(GstQuery) query = gst_query_new_context(context_type);
  GstContext* context = nullptr;
  if (gst_pad_peer_query(pad, query))
    gst_query_parse_context(query, &context);
  if (context)
    gst_element_set_context(element, context);
}

/// Before GStreamer 1.24 the memory is already filled, so its place has no stream.
MemoryPlace place_of_memory(GstMemory* memory) {
  GstCudaMemoryFields* const cuda = as_cuda_memory(memory);
  if (!cuda)
    return {};
  MemoryPlace place = place_of(cuda->context);
  place.stream = stream_of(cuda);
  return place;
}

bool is_cuda_buffer(GstBuffer* buffer) {
  const guint memories = gst_buffer_n_memory(buffer);
  for (guint i = 0; i < memories; i++)
    if (!as_cuda_memory(gst_buffer_peek_memory(buffer, i)))
      return false;
  return memories > 0;
}

/// That of the single memory of a buffer, if it has the format of `info`.
const GstVideoInfo* layout_of(GstBuffer* buffer, const GstVideoInfo& info) {
  GstCudaMemoryFields* const memory = gst_buffer_n_memory(buffer) == 1
                                          ? as_cuda_memory(gst_buffer_peek_memory(buffer, 0))
                                          : nullptr;
  return memory && GST_VIDEO_INFO_FORMAT(&memory->info) == GST_VIDEO_INFO_FORMAT(&info)
             ? &memory->info
             : &info;
}

Status status_of_cuda() {
  return is_cuda_lost() ? Status(cuda_lost_error()) : Status();
}

} // namespace

const FrameSource cuda_memory = {
    MemoryKind::device, cuda_memory_feature, map_cuda_flag,  is_cuda_buffer,
    place_of_memory,    layout_of,           status_of_cuda,
};

GstBuffer* CudaBufferPool::acquire(GstBuffer* frame, const GstVideoInfo& info) {
  GstCudaMemoryFields* const memory = as_cuda_memory(gst_buffer_peek_memory(frame, 0));
  if (!memory || !cuda_library()->buffer_pool_new)
    return nullptr; // not a GPU's, or made by a library without pools
  const CudaLibrary& cuda = *cuda_library();
  void* const stream = cuda.memory_get_stream ? cuda.memory_get_stream(memory) : nullptr;
  if (pool_ && (context_ != memory->context || stream_ != stream))
    release();
  if (!pool_) {
    pool_ = cuda.buffer_pool_new(memory->context);
    context_ = static_cast<GstCudaContext*>(gst_object_ref(memory->context));
    g_autoptr(GstCaps) caps = gst_video_info_to_caps(&info);
    gst_caps_set_features_simple(caps, gst_caps_features_new(cuda_memory_feature, nullptr));
    GstStructure* const config = gst_buffer_pool_get_config(pool_);
    gst_buffer_pool_config_set_params(config, caps, static_cast<guint>(info.size), 0, 0);
    gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_META);
    // Memory without a stream of its own is ordered after all streams of the context.
    if (stream && cuda.config_set_stream)
      cuda.config_set_stream(config, stream);
    stream_ = stream;
    if (!gst_buffer_pool_set_config(pool_, config) || !gst_buffer_pool_set_active(pool_, TRUE)) {
      release();
      return nullptr;
    }
  }
  GstBuffer* buffer = nullptr;
  return gst_buffer_pool_acquire_buffer(pool_, &buffer, nullptr) == GST_FLOW_OK ? buffer : nullptr;
}

void CudaBufferPool::release() {
  if (pool_)
    gst_buffer_pool_set_active(pool_, FALSE);
  gst_clear_object(&pool_);
  gst_clear_object(&context_);
}

SharedCudaContext::~SharedCudaContext() {
  clear();
}

void SharedCudaContext::set(GstContext* context, int device) {
  const CudaLibrary* const cuda = cuda_library();
  GstCudaContext* found = nullptr;
  if (cuda)
    cuda->handle_set_context(element_, context, device, &found);
  if (found)
    keep(found);
}

void SharedCudaContext::learn(GstBuffer* buffer) {
  std::lock_guard lock(mutex_);
  if (context_)
    return;
  if (GstCudaMemoryFields* const memory = as_cuda_memory(gst_buffer_peek_memory(buffer, 0)))
    context_ = static_cast<GstCudaContext*>(gst_object_ref(memory->context));
}

bool SharedCudaContext::answer(GstQuery* query) {
  std::lock_guard lock(mutex_);
  return context_ && cuda_library()->handle_context_query(element_, query, context_);
}

MemoryPlace SharedCudaContext::find(int device) {
  const auto kept = [&] {
    std::lock_guard lock(mutex_);
    const MemoryPlace place = context_ ? place_of(context_) : MemoryPlace();
    return place.device == device ? place : MemoryPlace();
  };
  if (MemoryPlace place = kept(); !place.on_host())
    return place;
  // GstElement keeps a context that the application has set on the element.
  if (g_autoptr(GstContext) own = gst_element_get_context(element_, context_type)) {
    set(own, device);
    if (MemoryPlace place = kept(); !place.on_host())
      return place;
  }
  // gst_element_set_context() calls set(), which keeps the answer.
  for (const char* pad : {"src", "sink"}) {
    ask_neighbour(element_, pad);
    if (MemoryPlace place = kept(); !place.on_host())
      return place;
  }
  gst_element_post_message(element_,
                           gst_message_new_need_context(GST_OBJECT(element_), context_type));
  return kept();
}

void SharedCudaContext::clear() {
  keep(nullptr);
}

/// Takes ownership of the reference. The old context is released without the mutex held.
void SharedCudaContext::keep(GstCudaContext* context) {
  {
    std::lock_guard lock(mutex_);
    std::swap(context_, context);
  }
  gst_clear_object(&context);
}

} // namespace videohistogram
