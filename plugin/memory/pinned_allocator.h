// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/host_memory.h"
#include "plugin/memory/pinned_budget.h"

#include <gst/gst.h>

#include <memory>

G_BEGIN_DECLS

/// Allocates GstMemory of type VIDEO_HISTOGRAM_PINNED_MEMORY from a HostMemorySource, and ordinary
/// memory, with one warning in the debug log, where that or the budget has none left. Its memories
/// live on without it and without the element; they share like system memory and are copied into
/// ordinary memory. Thread-safety: any thread.
#define GST_TYPE_VIDEO_HISTOGRAM_PINNED_ALLOCATOR (gst_video_histogram_pinned_allocator_get_type())
G_DECLARE_FINAL_TYPE(GstVideoHistogramPinnedAllocator, gst_video_histogram_pinned_allocator, GST,
                     VIDEO_HISTOGRAM_PINNED_ALLOCATOR, GstAllocator)

#define VIDEO_HISTOGRAM_PINNED_MEMORY "VideoHistogramPinnedMemory"

G_END_DECLS

namespace videohistogram {

/// Owned by the caller. `budget` outlives all of its memories.
GstAllocator* new_pinned_allocator(std::shared_ptr<HostMemorySource> source,
                                   PinnedBudget& budget = PinnedBudget::of_process());

/// Whether such memory of the buffer was copied since this was last asked: by somebody who wanted
/// to write while others held it. Any thread.
bool take_was_copied(GstBuffer* buffer);

} // namespace videohistogram
