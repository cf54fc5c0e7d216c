// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "source.h"

#include "device_pool.h"
#include "link.h"

#include <gst/base/gstpushsrc.h>

#include <atomic>

namespace videohistogram::benchmark {

namespace {

constexpr guint64 frames_a_second = 60;

/// The C++ state of one source.
struct SourceState {
  GstCaps* caps = nullptr;       ///< borrowed
  GstBufferPool* pool = nullptr; ///< borrowed; nullptr: use the pool that downstream offers
  guint64 count = 0;
  std::atomic<guint64> pushed{0};
  unsigned offered = 0, offered_pinned = 0;
};

struct BenchSrc {
  GstPushSrc parent;
  SourceState* state;
};
struct BenchSrcClass {
  GstPushSrcClass parent_class;
};
GType bench_src_get_type();
G_DEFINE_TYPE(BenchSrc, bench_src, GST_TYPE_PUSH_SRC)

SourceState& state_of(gpointer object) {
  return *static_cast<BenchSrc*>(object)->state;
}

GstCaps* get_caps(GstBaseSrc* src, GstCaps* filter) {
  GstCaps* const caps = state_of(src).caps;
  if (!caps)
    return gst_caps_new_any();
  return filter ? gst_caps_intersect_full(filter, caps, GST_CAPS_INTERSECT_FIRST)
                : gst_caps_ref(caps);
}

/// A source with its own pool ignores offered ones; else the base class configures the first offer.
gboolean decide_allocation(GstBaseSrc* src, GstQuery* query) {
  if (!state_of(src).pool)
    return GST_BASE_SRC_CLASS(bench_src_parent_class)->decide_allocation(src, query);
  while (gst_query_get_n_allocation_pools(query) > 0)
    gst_query_remove_nth_allocation_pool(query, 0);
  return TRUE;
}

/// Takes a buffer of the offered pool, and fills it when it appears for the first time.
GstFlowReturn take_offered(GstBaseSrc* src, GstBuffer** buffer) {
  SourceState& state = state_of(src);
  GstBufferPool* const pool = gst_base_src_get_buffer_pool(src);
  if (!pool) {
    GST_ELEMENT_ERROR(src, RESOURCE, NOT_FOUND, ("Downstream offers no pool"), (nullptr));
    return GST_FLOW_ERROR;
  }
  const GstFlowReturn flow = gst_buffer_pool_acquire_buffer(pool, buffer, nullptr);
  gst_object_unref(pool);
  if (flow != GST_FLOW_OK)
    return flow;

  static const GQuark seen = g_quark_from_static_string("benchsrc-seen");
  GstMiniObject* const memory = GST_MINI_OBJECT(gst_buffer_peek_memory(*buffer, 0));
  if (gst_mini_object_get_qdata(memory, seen))
    return GST_FLOW_OK;
  gst_mini_object_set_qdata(memory, seen, src, nullptr);
  GstVideoInfo info;
  GstMapInfo map;
  if (!gst_video_info_from_caps(&info, state.caps) || !fill_frame(*buffer, info, state.offered) ||
      !gst_buffer_map(*buffer, &map, GST_MAP_READ)) {
    GST_ELEMENT_ERROR(src, RESOURCE, WRITE, ("The offered memory cannot be written"), (nullptr));
    gst_clear_buffer(buffer);
    return GST_FLOW_ERROR;
  }
  state.offered++;
  state.offered_pinned += is_pinned(map.data);
  gst_buffer_unmap(*buffer, &map);
  return GST_FLOW_OK;
}

GstFlowReturn create(GstPushSrc* src, GstBuffer** buffer) {
  SourceState& state = state_of(src);
  const guint64 n = state.pushed.load(std::memory_order_relaxed);
  if (n == state.count)
    return GST_FLOW_EOS;
  const GstFlowReturn flow = state.pool
                                 ? gst_buffer_pool_acquire_buffer(state.pool, buffer, nullptr)
                                 : take_offered(GST_BASE_SRC(src), buffer);
  if (flow != GST_FLOW_OK)
    return flow;
  GST_BUFFER_PTS(*buffer) = gst_util_uint64_scale(n, GST_SECOND, frames_a_second);
  GST_BUFFER_DURATION(*buffer) = GST_SECOND / frames_a_second;
  state.pushed.store(n + 1, std::memory_order_relaxed);
  return GST_FLOW_OK;
}

/// Makes a source that waits for a buffer return when its pipeline is stopped early.
gboolean unlock(GstBaseSrc* src) {
  if (state_of(src).pool)
    gst_buffer_pool_set_flushing(state_of(src).pool, TRUE);
  return TRUE;
}

gboolean unlock_stop(GstBaseSrc* src) {
  if (state_of(src).pool)
    gst_buffer_pool_set_flushing(state_of(src).pool, FALSE);
  return TRUE;
}

gboolean query(GstBaseSrc* src, GstQuery* query) {
  if (GST_QUERY_TYPE(query) == GST_QUERY_CONTEXT && state_of(src).caps &&
      gst_caps_features_contains(gst_caps_get_features(state_of(src).caps, 0), "memory:CUDAMemory"))
    return answer_context_query(GST_ELEMENT(src), query);
  return GST_BASE_SRC_CLASS(bench_src_parent_class)->query(src, query);
}

void finalize(GObject* object) {
  delete &state_of(object);
  G_OBJECT_CLASS(bench_src_parent_class)->finalize(object);
}

void bench_src_init(BenchSrc* src) {
  src->state = new SourceState;
  gst_base_src_set_format(GST_BASE_SRC(src), GST_FORMAT_TIME);
}

void bench_src_class_init(BenchSrcClass* klass) {
  static GstStaticPadTemplate pad =
      GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);
  GstElementClass* element = GST_ELEMENT_CLASS(klass);
  gst_element_class_add_static_pad_template(element, &pad);
  gst_element_class_set_static_metadata(element, "Benchmark source", "Source/Video",
                                        "Pushes frames that are there already",
                                        "The gst-videohistogram authors");
  G_OBJECT_CLASS(klass)->finalize = finalize;
  GstBaseSrcClass* base = GST_BASE_SRC_CLASS(klass);
  base->get_caps = get_caps;
  base->decide_allocation = decide_allocation;
  base->unlock = unlock;
  base->unlock_stop = unlock_stop;
  base->query = query;
  GST_PUSH_SRC_CLASS(klass)->create = create;
}

} // namespace

void register_source() {
  gst_element_register(nullptr, "benchsrc", GST_RANK_NONE, bench_src_get_type());
}

void set_up_source(GstElement* source, const FrameSet& frames, guint64 count) {
  SourceState& state = state_of(source);
  state.caps = frames.caps();
  state.pool = frames.pool();
  state.count = count;
  if (state.pool) // the previous source may have left it flushing
    gst_buffer_pool_set_flushing(state.pool, FALSE);
}

guint64 pushed_frames(GstElement* source) {
  return state_of(source).pushed.load(std::memory_order_relaxed);
}

std::string offered_memory(GstElement* source) {
  const SourceState& state = state_of(source);
  return std::to_string(state.offered) + " buffers, " + std::to_string(state.offered_pinned) +
         " pinned";
}

} // namespace videohistogram::benchmark
