// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Memory that is mapped like GstCudaMemory, on the first emulated device, and the functions of
// plugin/cuda/cuda_memory.h for it. Linked before the plugin's code, they take the place of those
// for GStreamer's CUDA library.
#include "cuda/cuda_backend.h"
#include "cuda/device/context.h"
#include "cuda/device/resources.h"
#include "plugin/cuda/cuda_memory.h"
#include "tests/plugin/scope/device/device_buffers.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <utility>

namespace videohistogram {

namespace {

constexpr gint pitch_alignment = 256;
constexpr guint need_download = GST_MEMORY_FLAG_LAST << 0, need_upload = GST_MEMORY_FLAG_LAST << 1;

std::atomic<uint64_t> copies{0};

struct EmulatedMemory {
  GstMemory mem;
  GstVideoInfo info;
  MemoryPlace* place;
  cuda::DeviceBlock* block;
  guint8* staging;
};

struct EmulatedAllocator {
  GstAllocator parent;
};
struct EmulatedAllocatorClass {
  GstAllocatorClass parent_class;
};
GType emulated_allocator_get_type();
G_DEFINE_TYPE(EmulatedAllocator, emulated_allocator, GST_TYPE_ALLOCATOR)

EmulatedMemory* as_emulated(GstMemory* memory) {
  return memory && memory->allocator &&
                 G_TYPE_CHECK_INSTANCE_TYPE(memory->allocator, emulated_allocator_get_type())
             ? reinterpret_cast<EmulatedMemory*>(memory)
             : nullptr;
}

GstAllocator* allocator() {
  static GstAllocator* const made = [] {
    auto* const object =
        static_cast<GstAllocator*>(g_object_new(emulated_allocator_get_type(), nullptr));
    gst_object_ref_sink(object);
    GST_OBJECT_FLAG_SET(object, GST_OBJECT_FLAG_MAY_BE_LEAKED);
    return object;
  }();
  return made;
}

/// The frame's layout with the pitch of a device.
GstVideoInfo pitched(const GstVideoInfo& info) {
  GstVideoInfo layout = info;
  gsize end = 0;
  for (guint plane = 0; plane < GST_VIDEO_INFO_N_PLANES(&info); plane++) {
    guint c = 0;
    while (GST_VIDEO_FORMAT_INFO_PLANE(info.finfo, c) != plane)
      c++;
    layout.stride[plane] =
        (info.stride[plane] + pitch_alignment - 1) / pitch_alignment * pitch_alignment;
    layout.offset[plane] = end;
    end += static_cast<gsize>(layout.stride[plane]) *
           static_cast<gsize>(GST_VIDEO_FORMAT_INFO_SCALE_HEIGHT(info.finfo, c, info.height));
  }
  layout.size = end;
  return layout;
}

GstMemory* new_memory(const GstVideoInfo& info) {
  Expected<MemoryPlace> context = cuda::primary_context(0);
  if (!context.ok())
    return nullptr;
  const cuda::ContextScope scope(*context);
  if (!scope.status().ok())
    return nullptr;
  Expected<cuda::DeviceBlock> block = cuda::DeviceBlock::allocate(info.size);
  if (!block.ok())
    return nullptr;
  auto* const memory = g_new0(EmulatedMemory, 1);
  memory->info = info;
  memory->place = new MemoryPlace(*context);
  memory->block = new cuda::DeviceBlock(std::move(*block));
  memory->staging = static_cast<guint8*>(g_malloc0(info.size));
  gst_memory_init(GST_MEMORY_CAST(memory), static_cast<GstMemoryFlags>(0), allocator(), nullptr,
                  info.size, 0, 0, info.size);
  return GST_MEMORY_CAST(memory);
}

void free_memory(GstAllocator*, GstMemory* mem) {
  auto* const memory = reinterpret_cast<EmulatedMemory*>(mem);
  {
    const cuda::ContextScope scope(*memory->place);
    delete memory->block;
  }
  delete memory->place;
  g_free(memory->staging);
  g_free(memory);
}

gpointer map_memory(GstMemory* mem, gsize, GstMapFlags flags) {
  auto* const memory = reinterpret_cast<EmulatedMemory*>(mem);
  guint8* const device = memory->block->data();
  const bool on_device = (flags & map_cuda_flag) != 0;
  const guint stale = on_device ? need_upload : need_download;
  if (GST_MINI_OBJECT_FLAG_IS_SET(mem, stale)) {
    std::memcpy(on_device ? device : memory->staging, on_device ? memory->staging : device,
                mem->maxsize);
    GST_MINI_OBJECT_FLAG_UNSET(mem, stale);
    copies++;
  }
  if (flags & GST_MAP_WRITE)
    GST_MINI_OBJECT_FLAG_SET(mem, on_device ? need_download : need_upload);
  return on_device ? device : memory->staging;
}

/// Like GStreamer's, a copy stays on the device.
GstMemory* copy_memory(GstMemory* mem, gssize, gssize) {
  GstMemory* const copy = new_memory(reinterpret_cast<EmulatedMemory*>(mem)->info);
  if (!copy)
    return nullptr;
  const auto on_device = static_cast<GstMapFlags>(GST_MAP_READ | map_cuda_flag);
  std::memcpy(reinterpret_cast<EmulatedMemory*>(copy)->block->data(),
              map_memory(mem, mem->maxsize, on_device), mem->maxsize);
  GST_MINI_OBJECT_FLAG_SET(copy, need_download);
  return copy;
}

void emulated_allocator_class_init(EmulatedAllocatorClass* klass) {
  GST_ALLOCATOR_CLASS(klass)->free = free_memory;
}

void emulated_allocator_init(EmulatedAllocator* self) {
  GstAllocator* const allocator = GST_ALLOCATOR_CAST(self);
  allocator->mem_type = "gst.cuda.memory";
  allocator->mem_map = map_memory;
  allocator->mem_unmap = [](GstMemory*) {};
  allocator->mem_copy = copy_memory;
  GST_OBJECT_FLAG_SET(self, GST_ALLOCATOR_FLAG_CUSTOM_ALLOC);
}

bool has_emulated(GstBuffer* buffer) {
  const guint memories = gst_buffer_n_memory(buffer);
  for (guint i = 0; i < memories; i++)
    if (!as_emulated(gst_buffer_peek_memory(buffer, i)))
      return false;
  return memories > 0;
}

MemoryPlace place_of(GstMemory* memory) {
  EmulatedMemory* const emulated = as_emulated(memory);
  return emulated ? *emulated->place : MemoryPlace();
}

const GstVideoInfo* layout_of(GstBuffer* buffer, const GstVideoInfo& info) {
  EmulatedMemory* const memory =
      gst_buffer_n_memory(buffer) == 1 ? as_emulated(gst_buffer_peek_memory(buffer, 0)) : nullptr;
  return memory ? &memory->info : &info;
}

} // namespace

const FrameSource cuda_memory = {
    MemoryKind::device,
    cuda_memory_feature,
    map_cuda_flag,
    has_emulated,
    place_of,
    layout_of,
    [] { return is_cuda_lost() ? Status(cuda_lost_error()) : Status(); },
};

GstBuffer* CudaBufferPool::acquire(GstBuffer*, const GstVideoInfo& info) {
  return scope::new_device_buffer(info);
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

namespace scope {

bool has_device_buffers(std::string&) {
  return true;
}

GstBuffer* new_device_buffer(const GstVideoInfo& info) {
  GstVideoInfo layout = pitched(info);
  GstMemory* const memory = new_memory(layout);
  if (!memory)
    return nullptr;
  GstBuffer* const buffer = gst_buffer_new();
  gst_buffer_append_memory(buffer, memory);
  gst_buffer_add_video_meta_full(buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_INFO_FORMAT(&info),
                                 static_cast<guint>(info.width), static_cast<guint>(info.height),
                                 GST_VIDEO_INFO_N_PLANES(&info), layout.offset, layout.stride);
  return buffer;
}

bool is_emulated() {
  return true;
}

uint64_t transfers() {
  return copies;
}

} // namespace scope

} // namespace videohistogram
