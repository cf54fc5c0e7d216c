// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/cuda_memory.h"

#include <gst/cuda/gstcudacontext.h>
#include <gst/cuda/gstcudamemory.h>
#include <gst/cuda/gstcudautils.h>

#include <dlfcn.h>

#include <map>

namespace videohistogram {

namespace {

static_assert(map_cuda_flag == GST_MAP_CUDA);

/// What came with GStreamer 1.24. A binary that was built on 1.22 must use it where it runs on a
/// newer one, since mapping does not wait for the memory's stream there.
struct StreamFunctions {
  void* (*memory_get_stream)(GstCudaMemory*) = nullptr; // a GstCudaStream
  void* (*stream_get_handle)(void*) = nullptr;          // a CUstream

  StreamFunctions() {
    Dl_info info;
    // The library that is in use, which is in no global scope.
    void* const address = reinterpret_cast<void*>(&gst_is_cuda_memory);
    void* const library =
        dladdr(address, &info) ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
    if (!library)
      return;
    memory_get_stream =
        reinterpret_cast<decltype(memory_get_stream)>(dlsym(library, "gst_cuda_memory_get_stream"));
    stream_get_handle =
        reinterpret_cast<decltype(stream_get_handle)>(dlsym(library, "gst_cuda_stream_get_handle"));
    dlclose(library);
  }
};

void* stream_of(GstCudaMemory* memory) {
  static const StreamFunctions functions;
  if (!functions.memory_get_stream || !functions.stream_get_handle)
    return nullptr;
  void* const stream = functions.memory_get_stream(memory);
  return stream ? functions.stream_get_handle(stream) : nullptr;
}

/// One object for each context as long as somebody uses it, so that a frame costs no allocation.
std::shared_ptr<const DeviceContext> share(GstCudaContext* context) {
  // Never destroyed: streaming threads may outlive main().
  static auto* const mutex = new std::mutex;
  static auto* const known = new std::map<GstCudaContext*, std::weak_ptr<const DeviceContext>>;
  std::lock_guard lock(*mutex);
  std::weak_ptr<const DeviceContext>& entry = (*known)[context];
  std::shared_ptr<const DeviceContext> shared = entry.lock();
  if (shared)
    return shared;
  guint device = 0;
  g_object_get(context, "cuda-device-id", &device, nullptr);
  std::shared_ptr<const void> owner(gst_object_ref(context), gst_object_unref);
  shared = std::make_shared<DeviceContext>(DeviceContext{
      gst_cuda_context_get_handle(context), static_cast<int>(device), std::move(owner)});
  for (auto other = known->begin(); other != known->end();)
    other = other->second.expired() ? known->erase(other) : std::next(other);
  (*known)[context] = shared;
  return shared;
}

constexpr const char* context_type = "gst.cuda.context";

/// Asks what is linked to one of the element's pads for its context.
void ask_neighbour(GstElement* element, const char* pad_name) {
  GstPad* const pad = gst_element_get_static_pad(element, pad_name);
  GstQuery* const query = gst_query_new_context(context_type);
  GstContext* context = nullptr;
  if (gst_pad_peer_query(pad, query))
    gst_query_parse_context(query, &context);
  if (context)
    gst_element_set_context(element, context);
  gst_query_unref(query);
  gst_object_unref(pad);
}

} // namespace

CudaPlace cuda_place(GstMemory* memory) {
  if (!memory || !gst_is_cuda_memory(memory))
    return {};
  GstCudaMemory* const cuda = GST_CUDA_MEMORY_CAST(memory);
  return {share(cuda->context), stream_of(cuda)};
}

bool is_cuda_buffer(GstBuffer* buffer) {
  const guint memories = gst_buffer_n_memory(buffer);
  for (guint i = 0; i < memories; i++)
    if (!gst_is_cuda_memory(gst_buffer_peek_memory(buffer, i)))
      return false;
  return memories > 0;
}

const GstVideoInfo* cuda_memory_layout(GstBuffer* buffer, const GstVideoInfo& info) {
  if (gst_buffer_n_memory(buffer) != 1 || !is_cuda_buffer(buffer))
    return &info;
  const GstVideoInfo* const own = &GST_CUDA_MEMORY_CAST(gst_buffer_peek_memory(buffer, 0))->info;
  return GST_VIDEO_INFO_FORMAT(own) == GST_VIDEO_INFO_FORMAT(&info) ? own : &info;
}

SharedCudaContext::~SharedCudaContext() {
  clear();
}

void SharedCudaContext::set(GstContext* context, int device) {
  GstCudaContext* found = nullptr;
  gst_cuda_handle_set_context(element_, context, device, &found);
  if (!found)
    return;
  std::lock_guard lock(mutex_);
  gst_object_replace(&context_, GST_OBJECT(found));
  gst_object_unref(found);
}

void SharedCudaContext::learn(GstBuffer* buffer) {
  std::lock_guard lock(mutex_);
  if (context_ || !is_cuda_buffer(buffer))
    return;
  GstCudaMemory* const memory = GST_CUDA_MEMORY_CAST(gst_buffer_peek_memory(buffer, 0));
  context_ = GST_OBJECT(gst_object_ref(memory->context));
}

bool SharedCudaContext::answer(GstQuery* query) {
  std::lock_guard lock(mutex_);
  return context_ && gst_cuda_handle_context_query(element_, query, GST_CUDA_CONTEXT(context_));
}

std::shared_ptr<const DeviceContext> SharedCudaContext::find(int device) {
  const auto kept = [&]() -> std::shared_ptr<const DeviceContext> {
    std::lock_guard lock(mutex_);
    return context_ ? share(GST_CUDA_CONTEXT(context_)) : nullptr;
  };
  if (auto context = kept(); context && context->device == device)
    return context;
  // set() keeps what they answer.
  for (const char* pad : {"src", "sink"}) {
    ask_neighbour(element_, pad);
    if (auto context = kept(); context && context->device == device)
      return context;
  }
  gst_element_post_message(element_,
                           gst_message_new_need_context(GST_OBJECT(element_), context_type));
  auto context = kept();
  return context && context->device == device ? context : nullptr;
}

void SharedCudaContext::clear() {
  std::lock_guard lock(mutex_);
  gst_clear_object(&context_);
}

} // namespace videohistogram
