// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/host_memory.h"

#include <gst/video/video.h> // alone, gstvideopool.h of GStreamer 1.28 does not compile

#include <memory>

G_BEGIN_DECLS

/// A pool of video buffers in pinned memory, which is allocated when the pool starts. Upstream may
/// configure the pool in any way; without an allocator in the configuration the pool's own is used.
/// Buffers beyond the process's budget are in system memory. Thread-safety: as GstBufferPool.
#define GST_TYPE_VIDEO_HISTOGRAM_PINNED_POOL (gst_video_histogram_pinned_pool_get_type())
G_DECLARE_FINAL_TYPE(GstVideoHistogramPinnedPool, gst_video_histogram_pinned_pool, GST,
                     VIDEO_HISTOGRAM_PINNED_POOL, GstVideoBufferPool)

G_END_DECLS

namespace videohistogram {

/// A new pool without configuration, owned by the caller. It supports GstVideoMeta and padded rows
/// only if `video_meta`.
GstBufferPool* new_pinned_pool(std::shared_ptr<HostMemorySource> source, bool video_meta);

} // namespace videohistogram
