// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/memory/pinned_pool.h"

#include "plugin/memory/pinned_allocator.h"

#include <utility>

struct _GstVideoHistogramPinnedPool {
  GstVideoBufferPool parent;
  GstAllocator* allocator;
  gboolean video_meta;
};

G_DEFINE_TYPE(GstVideoHistogramPinnedPool, gst_video_histogram_pinned_pool,
              GST_TYPE_VIDEO_BUFFER_POOL)

static const gchar** gst_video_histogram_pinned_pool_get_options(GstBufferPool* pool) {
  static const gchar* none[] = {nullptr};
  if (!GST_VIDEO_HISTOGRAM_PINNED_POOL(pool)->video_meta)
    return none;
  return GST_BUFFER_POOL_CLASS(gst_video_histogram_pinned_pool_parent_class)->get_options(pool);
}

/// Keeps the pool's allocator if the configuration names none. Upstream's base classes configure
/// the ALLOCATION query's allocator, or none. Ours is not in the query: an element that allocates a
/// buffer per frame should not pin memory.
static gboolean gst_video_histogram_pinned_pool_set_config(GstBufferPool* pool,
                                                           GstStructure* config) {
  GstAllocator* allocator = nullptr;
  GstAllocationParams params;
  if (gst_buffer_pool_config_get_allocator(config, &allocator, &params) && !allocator)
    gst_buffer_pool_config_set_allocator(config, GST_VIDEO_HISTOGRAM_PINNED_POOL(pool)->allocator,
                                         &params);
  return GST_BUFFER_POOL_CLASS(gst_video_histogram_pinned_pool_parent_class)
      ->set_config(pool, config);
}

static void gst_video_histogram_pinned_pool_finalize(GObject* object) {
  gst_clear_object(&GST_VIDEO_HISTOGRAM_PINNED_POOL(object)->allocator);
  G_OBJECT_CLASS(gst_video_histogram_pinned_pool_parent_class)->finalize(object);
}

static void gst_video_histogram_pinned_pool_init(GstVideoHistogramPinnedPool*) {}

static void gst_video_histogram_pinned_pool_class_init(GstVideoHistogramPinnedPoolClass* klass) {
  GstBufferPoolClass* const pool_class = GST_BUFFER_POOL_CLASS(klass);
  pool_class->get_options = gst_video_histogram_pinned_pool_get_options;
  pool_class->set_config = gst_video_histogram_pinned_pool_set_config;
  G_OBJECT_CLASS(klass)->finalize = gst_video_histogram_pinned_pool_finalize;
}

namespace videohistogram {

GstBufferPool* new_pinned_pool(std::shared_ptr<HostMemorySource> source, bool video_meta) {
  gpointer object = g_object_new(GST_TYPE_VIDEO_HISTOGRAM_PINNED_POOL, nullptr);
  GstVideoHistogramPinnedPool* const pool = GST_VIDEO_HISTOGRAM_PINNED_POOL(object);
  pool->allocator = new_pinned_allocator(std::move(source));
  pool->video_meta = video_meta;
  return GST_BUFFER_POOL(gst_object_ref_sink(pool));
}

} // namespace videohistogram
