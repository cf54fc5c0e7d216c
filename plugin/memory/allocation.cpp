// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/memory/allocation.h"

#include "plugin/counting/frame_source.h"
#include "plugin/memory/pinned_pool.h"
#include "plugin/settings/frame_caps.h"

#include <gst/video/video.h>

#include <algorithm>
#include <utility>

GST_DEBUG_CATEGORY_EXTERN(gst_video_histogram_element_debug);
#undef GST_CAT_DEFAULT
#define GST_CAT_DEFAULT gst_video_histogram_element_debug

namespace videohistogram {

namespace {

/// A pool entry of the ALLOCATION query.
struct Pool {
  GstBufferPool* pool = nullptr; ///< owned; null: upstream creates one
  guint size = 0;
  guint min = 0;
  guint max = 0; ///< 0: no maximum
};

/// Downstream's allocation parameters, or the defaults. `has_allocator`: downstream has an
/// allocator.
GstAllocationParams params_of(GstQuery* query, bool& has_allocator) {
  GstAllocationParams params;
  gst_allocation_params_init(&params);
  g_autoptr(GstAllocator) allocator = nullptr;
  if (gst_query_get_n_allocation_params(query) > 0)
    gst_query_parse_nth_allocation_param(query, 0, &allocator, &params);
  has_allocator = allocator != nullptr;
  return params;
}

/// The minimum of buffers with which upstream does not stall while `held` of them are being
/// counted, but at most the entry's maximum. Too small a maximum delays upstream but cannot
/// deadlock: jobs finish without a further frame, so a wait for a buffer is only a wait for counts.
guint with_held(const Pool& entry, guint held) {
  const guint64 wanted = guint64{entry.min} + held;
  const guint64 most = entry.max ? std::max(entry.max, entry.min) : G_MAXUINT;
  return static_cast<guint>(std::min(wanted, most));
}

GstBufferPool* configured_pool(GstQuery* query, GstCaps* caps, const Pool& entry,
                               GstAllocationParams params,
                               std::shared_ptr<HostMemorySource> source) {
  const bool video_meta = gst_query_find_allocation_meta(query, GST_VIDEO_META_API_TYPE, nullptr);
  GstBufferPool* pool = new_pinned_pool(std::move(source), video_meta);
  GstStructure* const config = gst_buffer_pool_get_config(pool);
  gst_buffer_pool_config_set_params(config, caps, entry.size, entry.min, entry.max);
  gst_buffer_pool_config_set_allocator(config, nullptr, &params);
  if (gst_buffer_pool_set_config(pool, config))
    GST_INFO("offering upstream a pool of pinned memory, at least %u buffers of %u bytes",
             entry.min, entry.size);
  else
    gst_clear_object(&pool);
  return pool;
}

} // namespace

bool extend_allocation(GstQuery* query, Backend& backend, const Held& held) {
  GstCaps* caps = nullptr;
  gboolean need_pool = FALSE;
  gst_query_parse_allocation(query, &caps, &need_pool);
  const GstVideoInfo info = caps ? read_caps(caps).info : FrameCaps().info;
  if (GST_VIDEO_INFO_FORMAT(&info) == GST_VIDEO_FORMAT_UNKNOWN ||
      GST_VIDEO_INFO_SIZE(&info) > G_MAXUINT)
    return false;

  // One frame at a time is finished before it is passed on, and not held.
  const guint frames = backend.depth() / held.jobs_per_frame;
  const guint buffers = (frames > 1 ? frames : 0) + (held.previous ? 1 : 0);
  bool has_allocator = false;
  const GstAllocationParams params = params_of(query, has_allocator);
  std::shared_ptr<HostMemorySource> source;
  if (need_pool && !has_allocator && in_system_memory(gst_caps_get_features(caps, 0)))
    source = backend.pinned_memory();
  if (buffers == 0 && !source)
    return false;

  const auto size = static_cast<guint>(GST_VIDEO_INFO_SIZE(&info));
  if (gst_query_get_n_allocation_pools(query) == 0)
    gst_query_add_allocation_pool(query, nullptr, size, 0, 0);
  for (guint i = 0; i < gst_query_get_n_allocation_pools(query); i++) {
    Pool entry;
    gst_query_parse_nth_allocation_pool(query, i, &entry.pool, &entry.size, &entry.min, &entry.max);
    entry.min = with_held(entry, buffers);
    if (!entry.pool && source) {
      entry.size = std::max(entry.size, size);
      entry.pool = configured_pool(query, caps, entry, params, source);
    }
    gst_query_set_nth_allocation_pool(query, i, entry.pool, entry.size, entry.min, entry.max);
    gst_clear_object(&entry.pool);
  }
  return true;
}

void refuse_crops(GstQuery* query) {
  for (guint index = 0;
       gst_query_find_allocation_meta(query, GST_VIDEO_CROP_META_API_TYPE, &index);)
    gst_query_remove_nth_allocation_meta(query, index);
}

} // namespace videohistogram
