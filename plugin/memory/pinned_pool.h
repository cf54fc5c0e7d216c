// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/host_memory.h"

#include <gst/video/gstvideopool.h>

#include <memory>

G_BEGIN_DECLS

/// A pool of video buffers in pinned memory, which it takes when it starts. Upstream configures it
/// as it likes; where it names no allocator, that of the pool stays. Buffers beyond what the
/// process may pin at once come in ordinary memory. Thread-safety: as GstBufferPool.
#define GST_TYPE_VIDEO_HISTOGRAM_PINNED_POOL (gst_video_histogram_pinned_pool_get_type())
G_DECLARE_FINAL_TYPE(GstVideoHistogramPinnedPool, gst_video_histogram_pinned_pool, GST,
                     VIDEO_HISTOGRAM_PINNED_POOL, GstVideoBufferPool)

G_END_DECLS

namespace videohistogram {

/// Pools offer to attach GstVideoMeta, and to pad rows, only if `video_meta`. Owned by the caller;
/// configured for nothing yet.
GstBufferPool* new_pinned_pool(std::shared_ptr<HostMemorySource> source, bool video_meta);

} // namespace videohistogram
