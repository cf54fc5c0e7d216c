// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/memory/pinned_allocator.h"

#include "core/scope_guard.h"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string>
#include <utility>

GST_DEBUG_CATEGORY_EXTERN(gst_video_histogram_element_debug);
#undef GST_CAT_DEFAULT
#define GST_CAT_DEFAULT gst_video_histogram_element_debug

using namespace videohistogram;

namespace {

struct PinnedMemory {
  GstMemory mem;                    ///< first, as GStreamer requires
  uint8_t* data;                    ///< address of mem.maxsize bytes
  std::unique_ptr<HostBlock> block; ///< owns `data`; null for a part, whose bytes mem.parent owns
  PinnedBudget* budget;             ///< from which budget_bytes were taken; null for a part
  gsize budget_bytes;
  std::atomic<bool> was_copied{false};
};

struct AllocatorState {
  std::shared_ptr<HostMemorySource> source;
  PinnedBudget* budget = nullptr;
  std::atomic<bool> warned{false};
};

PinnedMemory* pinned(GstMemory* memory) {
  return reinterpret_cast<PinnedMemory*>(memory);
}

} // namespace

struct _GstVideoHistogramPinnedAllocator {
  GstAllocator parent;
  AllocatorState* state;
};

G_DEFINE_TYPE(GstVideoHistogramPinnedAllocator, gst_video_histogram_pinned_allocator,
              GST_TYPE_ALLOCATOR)

/// Allocates `size` bytes within the budget. Turns exceptions into an error, since none may leave a
/// GStreamer callback.
static Expected<std::unique_ptr<HostBlock>> allocate(AllocatorState& state, gsize size) try {
  if (!state.budget->take(size))
    return Error{ErrorKind::transient, "the process has pinned the maximum, " +
                                           std::to_string(state.budget->most() >> 20) + " MiB"};
  ScopeGuard give_back([&] { state.budget->give_back(size); });
  Expected<std::unique_ptr<HostBlock>> block = state.source->allocate(size);
  if (block.ok())
    give_back.dismiss();
  return block;
} catch (const std::exception& exception) {
  return Error{ErrorKind::transient, "out of memory", exception.what()};
}

static GstMemory* gst_video_histogram_pinned_allocator_alloc(GstAllocator* allocator, gsize size,
                                                             GstAllocationParams* params) {
  AllocatorState& state = *GST_VIDEO_HISTOGRAM_PINNED_ALLOCATOR(allocator)->state;
  const gsize align = params->align | gst_memory_alignment;
  gsize maxsize = 0;
  gsize block_size = 0;
  if (!g_size_checked_add(&maxsize, params->prefix, size) ||
      !g_size_checked_add(&maxsize, maxsize, params->padding) ||
      !g_size_checked_add(&block_size, maxsize, align))
    return nullptr;

  Expected<std::unique_ptr<HostBlock>> block = allocate(state, block_size);
  if (!block.ok()) {
    if (!state.warned.exchange(true))
      GST_WARNING_OBJECT(
          allocator, "frames are in system memory, which takes one more copy per frame: %s (%s)",
          block.error().message.c_str(), block.error().detail.c_str());
    return gst_allocator_alloc(nullptr, size, params);
  }

  auto* const memory = new PinnedMemory{};
  memory->block = std::move(*block);
  memory->budget = state.budget;
  memory->budget_bytes = block_size;
  const auto address = reinterpret_cast<uintptr_t>(memory->block->data());
  memory->data = memory->block->data() + (((address + align) & ~uintptr_t{align}) - address);
  gst_memory_init(GST_MEMORY_CAST(memory), params->flags, allocator, nullptr, maxsize, align,
                  params->prefix, size);
  if (params->flags & GST_MEMORY_FLAG_ZERO_PREFIXED)
    std::memset(memory->data, 0, params->prefix);
  if (params->flags & GST_MEMORY_FLAG_ZERO_PADDED)
    std::memset(memory->data + params->prefix + size, 0, params->padding);
  return GST_MEMORY_CAST(memory);
}

static void gst_video_histogram_pinned_allocator_free(GstAllocator*, GstMemory* memory) {
  PinnedBudget* const budget = pinned(memory)->budget;
  const gsize bytes = pinned(memory)->budget_bytes;
  delete pinned(memory);
  if (budget)
    budget->give_back(bytes);
}

static gpointer map_memory(GstMemory* memory, gsize, GstMapFlags) {
  return pinned(memory)->data;
}

static void unmap_memory(GstMemory*) {}

static GstMemory* share_memory(GstMemory* memory, gssize offset, gssize size) {
  GstMemory* const owner = memory->parent ? memory->parent : memory;
  auto* const part = new PinnedMemory{};
  part->data = pinned(memory)->data;
  // Read-only, like a part of system memory.
  const auto flags = static_cast<GstMemoryFlags>(GST_MINI_OBJECT_FLAGS(owner) |
                                                 GST_MINI_OBJECT_FLAG_LOCK_READONLY);
  const gsize begin = memory->offset + static_cast<gsize>(offset);
  gst_memory_init(GST_MEMORY_CAST(part), flags, memory->allocator, owner, memory->maxsize,
                  memory->align, begin,
                  size == -1 ? memory->offset + memory->size - begin : static_cast<gsize>(size));
  return GST_MEMORY_CAST(part);
}

/// Copies into system memory, since pinning takes milliseconds.
static GstMemory* copy_memory(GstMemory* memory, gssize offset, gssize size) {
  PinnedMemory* const source = pinned(memory);
  pinned(memory->parent ? memory->parent : memory)
      ->was_copied.store(true, std::memory_order_relaxed);
  const gsize begin = memory->offset + static_cast<gsize>(offset);
  const gsize n = size == -1 ? memory->offset + memory->size - begin : static_cast<gsize>(size);
  GstAllocationParams params;
  gst_allocation_params_init(&params);
  params.align = memory->align;
  GstMemory* const copy = gst_allocator_alloc(nullptr, n, &params);
  GstMapInfo map;
  if (!copy)
    return nullptr;
  if (!gst_memory_map(copy, &map, GST_MAP_WRITE)) {
    gst_memory_unref(copy);
    return nullptr;
  }
  std::memcpy(map.data, source->data + begin, n);
  gst_memory_unmap(copy, &map);
  return copy;
}

/// Whether two parts of one memory are adjacent; GStreamer calls this only for parts of one memory.
static gboolean is_span(GstMemory* first, GstMemory* second, gsize* offset) {
  if (offset)
    *offset = first->offset - first->parent->offset;
  return pinned(first)->data + first->offset + first->size == pinned(second)->data + second->offset;
}

static void gst_video_histogram_pinned_allocator_finalize(GObject* object) {
  delete GST_VIDEO_HISTOGRAM_PINNED_ALLOCATOR(object)->state;
  G_OBJECT_CLASS(gst_video_histogram_pinned_allocator_parent_class)->finalize(object);
}

static void gst_video_histogram_pinned_allocator_init(GstVideoHistogramPinnedAllocator* self) {
  self->state = new AllocatorState;
  GstAllocator* const allocator = GST_ALLOCATOR(self);
  allocator->mem_type = VIDEO_HISTOGRAM_PINNED_MEMORY;
  allocator->mem_map = map_memory;
  allocator->mem_unmap = unmap_memory;
  allocator->mem_copy = copy_memory;
  allocator->mem_share = share_memory;
  allocator->mem_is_span = is_span;
  GST_OBJECT_FLAG_SET(allocator, GST_ALLOCATOR_FLAG_CUSTOM_ALLOC);
}

static void
gst_video_histogram_pinned_allocator_class_init(GstVideoHistogramPinnedAllocatorClass* klass) {
  GstAllocatorClass* const allocator_class = GST_ALLOCATOR_CLASS(klass);
  allocator_class->alloc = gst_video_histogram_pinned_allocator_alloc;
  allocator_class->free = gst_video_histogram_pinned_allocator_free;
  G_OBJECT_CLASS(klass)->finalize = gst_video_histogram_pinned_allocator_finalize;
}

namespace videohistogram {

GstAllocator* new_pinned_allocator(std::shared_ptr<HostMemorySource> source, PinnedBudget& budget) {
  gpointer object = g_object_new(GST_TYPE_VIDEO_HISTOGRAM_PINNED_ALLOCATOR, nullptr);
  AllocatorState& state = *GST_VIDEO_HISTOGRAM_PINNED_ALLOCATOR(object)->state;
  state.source = std::move(source);
  state.budget = &budget;
  return GST_ALLOCATOR(gst_object_ref_sink(object));
}

bool take_was_copied(GstBuffer* buffer) {
  bool copied = false;
  for (guint i = 0; i < gst_buffer_n_memory(buffer); i++) {
    GstMemory* const memory = gst_buffer_peek_memory(buffer, i);
    if (gst_memory_is_type(memory, VIDEO_HISTOGRAM_PINNED_MEMORY)) // also parts of one
      copied |= pinned(memory->parent ? memory->parent : memory)
                    ->was_copied.exchange(false, std::memory_order_relaxed);
  }
  return copied;
}

} // namespace videohistogram
