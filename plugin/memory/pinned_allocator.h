// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/host_memory.h"
#include "plugin/memory/pinned_budget.h"

#include <gst/gst.h>

#include <memory>

G_BEGIN_DECLS

/// Allocates GstMemory of type VIDEO_HISTOGRAM_PINNED_MEMORY from a HostMemorySource. If the source
/// or the budget is exhausted it allocates system memory, with one WARNING in the debug log.
/// Memories may outlive the allocator and the element. They are shared like system memory and
/// copied into system memory. Thread-safety: any thread.
#define GST_TYPE_VIDEO_HISTOGRAM_PINNED_ALLOCATOR (gst_video_histogram_pinned_allocator_get_type())
G_DECLARE_FINAL_TYPE(GstVideoHistogramPinnedAllocator, gst_video_histogram_pinned_allocator, GST,
                     VIDEO_HISTOGRAM_PINNED_ALLOCATOR, GstAllocator)

#define VIDEO_HISTOGRAM_PINNED_MEMORY "VideoHistogramPinnedMemory"

G_END_DECLS

namespace videohistogram {

/// A new allocator, owned by the caller. `budget` must outlive all of its memories.
GstAllocator* new_pinned_allocator(std::shared_ptr<HostMemorySource> source,
                                   PinnedBudget& budget = PinnedBudget::of_process());

/// Whether pinned memory of the buffer was copied since the last call. GStreamer copies memory when
/// an element wants to write while another one holds it. Any thread.
bool take_was_copied(GstBuffer* buffer);

} // namespace videohistogram
