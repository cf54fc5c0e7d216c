// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * SECTION:element-videoscope
 * @title: videoscope
 *
 * Draws the scopes of video: histogram, waveform, parade and vectorscope, from the exact counts of
 * frames. Video goes in, a picture of scopes comes out.
 *
 * ## Example launch line
 * |[
 * gst-launch-1.0 videotestsrc ! videoscope ! videoconvert ! autovideosink
 * ]|
 *
 * Since: 0.1
 */
#include "plugin/scope/element/gstvideoscope.h"

#include "plugin/scope/element/format_order.h"

#include <algorithm>
#include <cmath>
#include <utility>

GST_DEBUG_CATEGORY_EXTERN(gst_video_scope_debug);
#define GST_CAT_DEFAULT gst_video_scope_debug

using namespace videohistogram;
using namespace videohistogram::scope;

struct _GstVideoScope {
  GstVideoScopeBase parent;
};

// GStreamer derives an element's default name, "videoscope0", from the name of its type.
using GstVideoscope = GstVideoScope;
using GstVideoscopeClass = GstVideoScopeClass;
G_DEFINE_TYPE(GstVideoscope, gst_video_scope, GST_TYPE_VIDEO_SCOPE_BASE)
GST_ELEMENT_REGISTER_DEFINE(videoscope, "videoscope", GST_RANK_NONE, GST_TYPE_VIDEO_SCOPE)

/// The other pad's caps have any format and size of its template, and the same frame rate.
static GstCaps* gst_video_scope_transform_caps(GstBaseTransform* trans, GstPadDirection direction,
                                               GstCaps* caps, GstCaps* filter) {
  GstPad* const other = direction == GST_PAD_SINK ? GST_BASE_TRANSFORM_SRC_PAD(trans)
                                                  : GST_BASE_TRANSFORM_SINK_PAD(trans);
  g_autoptr(GstCaps) templ = gst_pad_get_pad_template_caps(other);
  GstCaps* result = gst_caps_new_empty();
  for (guint i = 0; i < gst_caps_get_size(caps); i++) {
    GstCaps* const one = gst_caps_copy(templ);
    if (const GValue* rate = gst_structure_get_value(gst_caps_get_structure(caps, i), "framerate"))
      gst_caps_set_value(one, "framerate", rate);
    result = gst_caps_merge(result, one);
  }
  return filtered(result, filter);
}

/// The answer to a CAPS query. That of the base class would prefer the caps of the other pad: a
/// source would then make frames in the size and the format of the picture.
static GstCaps* query_caps(GstBaseTransform* trans, GstPadDirection direction, GstCaps* filter) {
  const bool of_sink = direction == GST_PAD_SINK;
  GstPad* const other =
      of_sink ? GST_BASE_TRANSFORM_SRC_PAD(trans) : GST_BASE_TRANSFORM_SINK_PAD(trans);
  g_autoptr(GstCaps) templ = gst_pad_get_pad_template_caps(other);
  g_autoptr(GstCaps) answer = gst_pad_peer_query_caps(other, templ);
  g_autoptr(GstCaps) accepted = gst_caps_intersect(answer, templ);
  GstCaps* const caps =
      gst_video_scope_transform_caps(trans, of_sink ? GST_PAD_SRC : GST_PAD_SINK, accepted, filter);
  return of_sink ? put_ycbcr_first(caps) : caps;
}

static gboolean gst_video_scope_query(GstBaseTransform* trans, GstPadDirection direction,
                                      GstQuery* query) {
  if (GST_QUERY_TYPE(query) != GST_QUERY_CAPS)
    return GST_BASE_TRANSFORM_CLASS(gst_video_scope_parent_class)->query(trans, direction, query);
  GstCaps* filter = nullptr;
  gst_query_parse_caps(query, &filter);
  g_autoptr(GstCaps) caps = query_caps(trans, direction, filter);
  gst_query_set_caps_result(query, caps);
  return TRUE;
}

/// The integer that a field of caps allows nearest to `wanted`.
static gint nearest(const GstStructure* structure, const gchar* field, gint wanted) {
  g_autoptr(GstStructure) copy = gst_structure_copy(structure);
  gint value = wanted;
  gst_structure_fixate_field_nearest_int(copy, field, wanted);
  gst_structure_get_int(copy, field, &value);
  return value;
}

/// The size of a picture: 1280x720 if caps allow it. Otherwise one of width and height is as near
/// to that as caps allow, and the other is as near to 16:9 as caps then allow.
static std::pair<gint, gint> choose_size(const GstStructure* caps) {
  const auto part = [](gint size, gint times, gint by) {
    return static_cast<gint>(std::clamp<gint64>(gint64{size} * times / by, 1, G_MAXINT));
  };
  const gint height = nearest(caps, "height", 720), width = nearest(caps, "width", 1280);
  const gint fitting_width = nearest(caps, "width", part(height, 16, 9)),
             fitting_height = nearest(caps, "height", part(width, 9, 16));
  const auto error = [](gint w, gint h) { return std::abs(std::log(9.0 * w / (16.0 * h))); };
  if (error(width, fitting_height) < error(fitting_width, height))
    return {width, fitting_height};
  return {fitting_width, height};
}

static GstCaps* gst_video_scope_fixate_caps(GstBaseTransform* trans, GstPadDirection direction,
                                            GstCaps* caps, GstCaps* othercaps) {
  if (direction == GST_PAD_SRC)
    return gst_caps_fixate(othercaps);
  othercaps = gst_caps_make_writable(gst_caps_truncate(othercaps));
  if (gst_caps_is_empty(othercaps))
    return othercaps;
  GstStructure* const structure = gst_caps_get_structure(othercaps, 0);
  const auto [width, height] = choose_size(structure);
  gst_structure_fixate_field_nearest_int(structure, "width", width);
  gst_structure_fixate_field_nearest_int(structure, "height", height);
  if (gst_structure_has_field(structure, "pixel-aspect-ratio"))
    gst_structure_fixate_field_nearest_fraction(structure, "pixel-aspect-ratio", 1, 1);
  return gst_caps_fixate(othercaps);
}

static gboolean gst_video_scope_set_caps(GstBaseTransform* trans, GstCaps* incaps,
                                         GstCaps* outcaps) {
  ElementState& state = element_state(trans);
  if (!state.running())
    return FALSE; // upstream sends its sticky caps again later
  GST_DEBUG_OBJECT(trans, "caps %" GST_PTR_FORMAT " to %" GST_PTR_FORMAT, incaps, outcaps);
  GstVideoInfo pictures;
  if (!gst_video_info_from_caps(&pictures, outcaps))
    return FALSE;
  return state.shell.succeeds([&]() -> Status {
    state.scope.set_frames(read_caps(incaps));
    state.scope.set_pictures(pictures);
    prepare_picture(trans);
    return {};
  });
}

/// Buffers for pictures of up to this many bytes, twice those of 4K, are written to before the
/// first frame. Larger pictures are not drawn in real time.
static constexpr guint most_touched = 64 << 20;

static bool is_process_memory(GstBuffer* buffer) {
  for (guint i = 0; i < gst_buffer_n_memory(buffer); i++)
    if (!gst_memory_is_type(gst_buffer_peek_memory(buffer, i), GST_ALLOCATOR_SYSMEM))
      return false;
  return true;
}

/// Writes to buffers of the pool, as many as are in use at a time. The first write to new pages
/// takes longer than drawing a picture.
static void touch_buffers(GstBufferPool* pool) {
  GstBuffer* buffers[2] = {};
  GstBufferPoolAcquireParams params = {};
  params.flags = GST_BUFFER_POOL_ACQUIRE_FLAG_DONTWAIT;
  for (GstBuffer*& buffer : buffers)
    if (gst_buffer_pool_acquire_buffer(pool, &buffer, &params) == GST_FLOW_OK &&
        is_process_memory(buffer))
      gst_buffer_memset(buffer, 0, 0, gst_buffer_get_size(buffer));
  for (GstBuffer*& buffer : buffers)
    gst_clear_buffer(&buffer); // back to the pool
}

/// Adds a pool of pictures, which the base class configures.
static void add_pool(GstQuery* query) {
  GstCaps* caps = nullptr;
  gst_query_parse_allocation(query, &caps, nullptr);
  GstVideoInfo pictures;
  if (!caps || !gst_video_info_from_caps(&pictures, caps))
    return;
  g_autoptr(GstBufferPool) pool = gst_video_buffer_pool_new();
  gst_query_add_allocation_pool(query, pool, static_cast<guint>(GST_VIDEO_INFO_SIZE(&pictures)), 0,
                                0);
}

static gboolean gst_video_scope_decide_allocation(GstBaseTransform* trans, GstQuery* query) {
  if (gst_query_get_n_allocation_pools(query) == 0)
    add_pool(query);
  if (!GST_BASE_TRANSFORM_CLASS(gst_video_scope_parent_class)->decide_allocation(trans, query))
    return FALSE;
  g_autoptr(GstBufferPool) pool = nullptr; // the base class may have removed it
  guint size = 0;
  if (gst_query_get_n_allocation_pools(query) > 0)
    gst_query_parse_nth_allocation_pool(query, 0, &pool, &size, nullptr, nullptr);
  if (pool && size <= most_touched && element_state(trans).scope.is_before_first_frame() &&
      gst_buffer_pool_set_active(pool, TRUE))
    touch_buffers(pool);
  return TRUE;
}

/// The size of a picture follows from its caps alone.
static gboolean gst_video_scope_transform_size(GstBaseTransform* trans, GstPadDirection direction,
                                               GstCaps* caps, gsize size, GstCaps* othercaps,
                                               gsize* othersize) {
  GstVideoInfo info;
  if (!gst_video_info_from_caps(&info, othercaps))
    return FALSE;
  *othersize = GST_VIDEO_INFO_SIZE(&info);
  return TRUE;
}

/// Copies only metas with times, which are valid for the picture as well.
static gboolean gst_video_scope_transform_meta(GstBaseTransform* trans, GstBuffer* outbuf,
                                               GstMeta* meta, GstBuffer* inbuf) {
  return meta->info->api == GST_VIDEO_TIME_CODE_META_API_TYPE ||
         meta->info->api == GST_REFERENCE_TIMESTAMP_META_API_TYPE;
}

/// Draws the picture of the frame that was counted last.
static GstFlowReturn gst_video_scope_transform(GstBaseTransform* trans, GstBuffer* input,
                                               GstBuffer* output) {
  // A picture is progressive whatever the frame was.
  GST_BUFFER_FLAG_UNSET(output, GST_VIDEO_BUFFER_FLAG_INTERLACED | GST_VIDEO_BUFFER_FLAG_TFF |
                                    GST_VIDEO_BUFFER_FLAG_RFF | GST_VIDEO_BUFFER_FLAG_ONEFIELD);
  ElementState& state = element_state(trans);
  return state.shell.flow_after(state.shell.guard([&] { return state.scope.draw(output); }));
}

static void gst_video_scope_init(GstVideoScope* self) {
  gst_base_transform_set_qos_enabled(GST_BASE_TRANSFORM(self), TRUE);
}

/// Whether R, G and B have as many bits each, so that they are drawn on one axis. RGB16 has not.
static bool has_one_axis(const FormatInfo& format) {
  for (Quantity quantity : select_quantities(format, format.channels() & rgb_set))
    if (format.values_of(quantity).depth != format.depth)
      return false;
  return true;
}

static void gst_video_scope_class_init(GstVideoScopeClass* klass) {
  GstElementClass* element_class = GST_ELEMENT_CLASS(klass);
  GstBaseTransformClass* trans_class = GST_BASE_TRANSFORM_CLASS(klass);

  gst_element_class_set_static_metadata(
      element_class, "Video scope", "Filter/Analyzer/Visualization/Video",
      "Draws histogram, waveform, parade, vectorscope, gamut displays and CIE chromaticities of "
      "video from exact counts",
      "The gst-videohistogram authors");
  add_pads(element_class, with_drm_formats(put_ycbcr_first(make_caps_of_sources(has_one_axis))),
           gst_caps_from_string(
               "video/x-raw, format = { BGRx, RGBx, xRGB, xBGR, BGRA, RGBA, ARGB, ABGR }, "
               "width = [ 1, 16384 ], height = [ 1, 16384 ], framerate = " GST_VIDEO_FPS_RANGE));

  trans_class->transform_caps = gst_video_scope_transform_caps;
  trans_class->query = gst_video_scope_query;
  trans_class->fixate_caps = gst_video_scope_fixate_caps;
  trans_class->set_caps = gst_video_scope_set_caps;
  trans_class->decide_allocation = gst_video_scope_decide_allocation;
  trans_class->transform_size = gst_video_scope_transform_size;
  trans_class->transform_meta = gst_video_scope_transform_meta;
  trans_class->transform = gst_video_scope_transform;
}
