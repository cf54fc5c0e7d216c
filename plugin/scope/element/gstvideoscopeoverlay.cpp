// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * SECTION:element-videoscopeoverlay
 * @title: videoscopeoverlay
 *
 * Draws the scopes of videoscope over the video that they are of. Each frame is counted before the
 * scopes are drawn over it, and shows the scopes of itself.
 *
 * ## Example launch line
 * |[
 * gst-launch-1.0 videotestsrc ! videoscopeoverlay ! videoconvert ! autovideosink
 * ]|
 *
 * Since: 0.1
 */
#include "plugin/scope/element/gstvideoscopeoverlay.h"

#include "plugin/scope/element/format_order.h"
#include "plugin/scope/overlay/overlay.h"
#include "plugin/scope/settings/mark_properties.h"

#include <atomic>
#include <mutex>

GST_DEBUG_CATEGORY_EXTERN(gst_video_scope_debug);
#define GST_CAT_DEFAULT gst_video_scope_debug

using namespace videohistogram;
using namespace videohistogram::scope;

namespace {

constexpr const char* composition = GST_CAPS_FEATURE_META_GST_VIDEO_OVERLAY_COMPOSITION;

/// Whether pictures are blended over such frames: samples must lie one by one.
bool can_be_blended(const FormatInfo& format) {
  return format.packing == Packing::none;
}

SettingTable<OverlaySettings> make_overlay_setting_table() {
  const SettingMaker<OverlaySettings> make;
  SettingTable<OverlaySettings> table = {
      make.number<&OverlaySettings::x>(
          "x", "X", "Where the scopes lie horizontally: 0 at the left edge, 1 at the right", 0, 1,
          controllable),
      make.number<&OverlaySettings::y>(
          "y", "Y", "Where the scopes lie vertically: 0 at the top, 1 at the bottom", 0, 1,
          controllable),
      make.number<&OverlaySettings::width>("width", "Width",
                                           "Width of the scopes, as a share of the width of frames",
                                           0.01, 1, controllable),
      make.number<&OverlaySettings::height>(
          "height", "Height", "Height of the scopes, as a share of the height of frames", 0.01, 1,
          controllable),
      make.number<&OverlaySettings::opacity>(
          "opacity", "Opacity", "0: scopes are transparent; 1: their lines and traces are opaque",
          0, 1, controllable),
      make.number<&OverlaySettings::backing_opacity>(
          "backing-opacity", "Backing opacity",
          "Opacity of what lies between lines, text and traces, as a share of that of the scopes",
          0, 1, controllable),
  };
  add_mark_properties(table);
  return table;
}

const SettingTable<OverlaySettings>& overlay_setting_table() {
  static const SettingTable<OverlaySettings> table = make_overlay_setting_table();
  return table;
}

/// The state that videoscope does not have.
struct OverlayState {
  explicit OverlayState(ElementState& element) : overlay(element.scope) {}

  Overlay overlay;
  ElementSettings<OverlaySettings> settings{overlay_setting_table()};
  Placement shown{}; ///< where the picture lies; with the mutex of the element's state held
  /// Downstream accepts caps with the composition's feature, but its answer to the ALLOCATION query
  /// does not have the meta.
  std::atomic<bool> refused{false};
  std::atomic<bool> asked{false};     ///< the ALLOCATION query was made for the present caps
  bool upstream_attaches = false;     ///< the frames' caps have the feature
  std::atomic<bool> explained{false}; ///< explain_refusal() has posted since the start
};

bool has_composition(const GstCaps* caps, guint index = 0) {
  return gst_caps_features_contains(gst_caps_get_features(caps, index), composition);
}

} // namespace

struct _GstVideoScopeOverlay {
  GstVideoScopeBase parent;
  OverlayState* state;
};

// GStreamer derives an element's default name, "videoscopeoverlay0", from the name of its type.
using GstVideoscopeoverlay = GstVideoScopeOverlay;
using GstVideoscopeoverlayClass = GstVideoScopeOverlayClass;
G_DEFINE_TYPE(GstVideoscopeoverlay, gst_video_scope_overlay, GST_TYPE_VIDEO_SCOPE_BASE)
GST_ELEMENT_REGISTER_DEFINE(videoscopeoverlay, "videoscopeoverlay", GST_RANK_NONE,
                            GST_TYPE_VIDEO_SCOPE_OVERLAY)

static OverlayState& overlay_state(gpointer element) {
  return *GST_VIDEO_SCOPE_OVERLAY(element)->state;
}

static void gst_video_scope_overlay_set_property(GObject* object, guint id, const GValue* value,
                                                 GParamSpec* pspec) {
  element_state(object).shell.set_property(overlay_state(object).settings, id, value, pspec);
}

static void gst_video_scope_overlay_get_property(GObject* object, guint id, GValue* value,
                                                 GParamSpec* pspec) {
  element_state(object).shell.get_property(overlay_state(object).settings, id, value, pspec);
}

static void gst_video_scope_overlay_extend_stats(GstVideoScopeBase* self, GstStructure* stats) {
  const OverlayCounters& counters = overlay_state(self).overlay.counters();
  gst_structure_set_name(stats, "videoscopeoverlay-stats");
  append(stats, {{"attached", counters.attached},
                 {"blended", counters.blended},
                 {"marked", counters.marked},
                 {"copied", counters.copied}});
}

static gboolean gst_video_scope_overlay_start(GstBaseTransform* trans) {
  OverlayState& state = overlay_state(trans);
  if (!element_state(trans).shell.start(
          [&] { return status_of(mark_options(state.settings.get()->marks)); }))
    return FALSE;
  state.overlay.start();
  state.refused = state.asked = state.explained = false;
  return GST_BASE_TRANSFORM_CLASS(gst_video_scope_overlay_parent_class)->start(trans);
}

static gboolean gst_video_scope_overlay_stop(GstBaseTransform* trans) {
  overlay_state(trans).overlay.stop();
  return GST_BASE_TRANSFORM_CLASS(gst_video_scope_overlay_parent_class)->stop(trans);
}

/// Frames stay as they are, but the caps downstream may have the feature of compositions in
/// addition. Caps that have it upstream keep it.
static GstCaps* gst_video_scope_overlay_transform_caps(GstBaseTransform* trans,
                                                       GstPadDirection direction, GstCaps* caps,
                                                       GstCaps* filter) {
  GstCaps* const with = gst_caps_new_empty();
  GstCaps* const as_they_are = gst_caps_new_empty();
  for (guint i = 0; i < gst_caps_get_size(caps); i++) {
    const GstStructure* const structure = gst_caps_get_structure(caps, i);
    GstCapsFeatures* const features = gst_caps_get_features(caps, i);
    gst_caps_append_structure_full(as_they_are, gst_structure_copy(structure),
                                   gst_caps_features_copy(features));
    if (gst_caps_features_is_any(features))
      continue;
    const bool has = has_composition(caps, i);
    if (direction == GST_PAD_SINK ? has || overlay_state(trans).refused : !has)
      continue;
    GstCapsFeatures* const other = gst_caps_features_copy(features);
    if (has)
      gst_caps_features_remove(other, composition);
    else
      gst_caps_features_add(other, composition);
    gst_caps_append_structure_full(with, gst_structure_copy(structure), other);
  }
  // Downstream, the feature is preferred; upstream, caps without it.
  return filtered(gst_caps_merge(with, as_they_are), filter);
}

/// After the answer to an ACCEPT_CAPS query: a WARNING says what to put before the element if
/// frames can be counted, but pictures cannot be blended into them.
static void explain_refusal(GstBaseTransform* trans, GstQuery* query) {
  gboolean accepted = FALSE;
  GstCaps* caps = nullptr;
  gst_query_parse_accept_caps_result(query, &accepted);
  gst_query_parse_accept_caps(query, &caps);
  if (accepted || !gst_caps_is_fixed(caps))
    return;
  Expected<const FormatInfo*> format = countable_format(read_caps(caps).info);
  if (!format.ok() || can_be_blended(**format) || overlay_state(trans).explained.exchange(true))
    return;
  GST_ELEMENT_WARNING(trans, STREAM, FORMAT,
                      ("Scopes cannot be drawn over frames of format %s, whose samples are packed. "
                       "Put videoconvert dither=none before this element",
                       (*format)->name),
                      (nullptr));
}

/// Both pads have the same caps, so size and formats are those that downstream accepts.
static gboolean gst_video_scope_overlay_query(GstBaseTransform* trans, GstPadDirection direction,
                                              GstQuery* query) {
  if (!GST_BASE_TRANSFORM_CLASS(gst_video_scope_overlay_parent_class)
           ->query(trans, direction, query))
    return FALSE;
  if (GST_QUERY_TYPE(query) == GST_QUERY_CAPS && direction == GST_PAD_SINK) {
    GstCaps* caps = nullptr;
    gst_query_parse_caps_result(query, &caps);
    g_autoptr(GstCaps) sorted = put_ycbcr_first(gst_caps_ref(caps));
    gst_query_set_caps_result(query, sorted);
  }
  if (GST_QUERY_TYPE(query) == GST_QUERY_ACCEPT_CAPS && direction == GST_PAD_SINK)
    explain_refusal(trans, query);
  return TRUE;
}

/// Decides where the picture of the next frame lies.
static void place(GstBaseTransform* trans) {
  OverlayState& state = overlay_state(trans);
  const Placement placement = state.overlay.place(*state.settings.for_next_frame());
  std::lock_guard lock(element_state(trans).mutex);
  state.shown = placement;
}

static gboolean gst_video_scope_overlay_set_caps(GstBaseTransform* trans, GstCaps* incaps,
                                                 GstCaps* outcaps) {
  ElementState& element = element_state(trans);
  if (!element.running())
    return FALSE; // upstream sends its sticky caps again later
  GST_DEBUG_OBJECT(trans, "caps %" GST_PTR_FORMAT " to %" GST_PTR_FORMAT, incaps, outcaps);
  return element.shell.succeeds([&]() -> Status {
    OverlayState& state = overlay_state(trans);
    const FrameCaps frames = read_caps(incaps);
    state.upstream_attaches = has_composition(incaps);
    state.overlay.set_frames(frames.info, has_composition(outcaps));
    state.asked = false;
    element.scope.set_frames(frames);
    if (has_composition(outcaps))
      return {}; // the answer to the ALLOCATION query may have the size of a window
    place(trans);
    prepare_picture(trans);
    return {};
  });
}

/// Downstream attaches what it says in the answer to the ALLOCATION query. Elements such as
/// fakesink accept caps with the feature, but show no composition: the picture is then blended.
static void ask_downstream(GstBaseTransform* trans) {
  OverlayState& state = overlay_state(trans);
  GstPad* const pad = GST_BASE_TRANSFORM_SRC_PAD(trans);
  g_autoptr(GstCaps) caps = gst_pad_get_current_caps(pad);
  if (!caps || !has_composition(caps))
    return;
  g_autoptr(GstQuery) query = gst_query_new_allocation(caps, FALSE);
  guint index = 0;
  if (gst_pad_peer_query(pad, query) &&
      gst_query_find_allocation_meta(query, GST_VIDEO_OVERLAY_COMPOSITION_META_API_TYPE, &index)) {
    const GstStructure* params = nullptr;
    gst_query_parse_nth_allocation_meta(query, index, &params);
    PixelSize window;
    if (params)
      gst_structure_get(params, "width", G_TYPE_UINT, &window.width, "height", G_TYPE_UINT,
                        &window.height, nullptr);
    GST_DEBUG_OBJECT(trans, "attaching pictures for a window of %ux%u", window.width,
                     window.height);
    state.overlay.set_window(window);
  } else if (!state.upstream_attaches) {
    GST_DEBUG_OBJECT(trans, "downstream does not blend compositions");
    state.refused = true;
    gst_pad_mark_reconfigure(pad);
  }
}

static GstFlowReturn gst_video_scope_overlay_before_count(GstVideoScopeBase* self) {
  GstBaseTransform* const trans = GST_BASE_TRANSFORM(self);
  OverlayState& state = overlay_state(self);
  if (!state.asked.exchange(true)) {
    ask_downstream(trans);
    if (state.refused && !gst_base_transform_reconfigure(trans))
      return GST_FLOW_NOT_NEGOTIATED;
    state.asked = true; // new caps without the feature need no second query
  }
  place(trans);
  return GST_FLOW_OK;
}

/// Frames that were not counted are passed on as they are.
static GstFlowReturn gst_video_scope_overlay_prepare_output_buffer(GstBaseTransform* trans,
                                                                   GstBuffer* input,
                                                                   GstBuffer** output) {
  *output = input;
  if (!element_state(trans).scope.has_counts())
    return GST_FLOW_OK;
  *output = overlay_state(trans).overlay.writable(input);
  if (*output)
    return GST_FLOW_OK;
  return element_state(trans).shell.flow_after(
      {ErrorKind::transient, "There is no memory to copy a frame"});
}

static GstFlowReturn gst_video_scope_overlay_transform_ip(GstBaseTransform* trans,
                                                          GstBuffer* frame) {
  ElementState& state = element_state(trans);
  if (!state.scope.has_counts())
    return GST_FLOW_OK;
  Overlay& overlay = overlay_state(trans).overlay;
  const Status status = state.shell.guard([&] { return overlay.draw(frame); });
  if (const std::optional<std::string> warning = overlay.take_warning())
    GST_ELEMENT_WARNING(trans, STREAM, FORMAT, ("%s", warning->c_str()), (nullptr));
  if (status.ok() || status.error().kind != ErrorKind::invalid_argument)
    return state.shell.flow_after(status);
  const Error& error = status.error();
  if (state.shell.is_news(error))
    GST_ELEMENT_WARNING(
        trans, STREAM, FORMAT,
        ("Scopes cannot be drawn over a buffer: %s. It passes as it is, as do those "
         "like it that follow",
         error.message.c_str()),
        ("%s", error.detail.c_str()));
  return GST_FLOW_OK;
}

/// Pixels of a frame to those of the picture over it.
static gboolean gst_video_scope_overlay_locate(GstVideoScopeBase* self, gdouble* x, gdouble* y) {
  Placement shown;
  {
    std::lock_guard lock(element_state(self).mutex);
    shown = overlay_state(self).shown;
  }
  const double right = *x - shown.rect.x, down = *y - shown.rect.y;
  if (!(right >= 0 && right < shown.rect.width && down >= 0 && down < shown.rect.height))
    return FALSE;
  *x = right * shown.width / shown.rect.width;
  *y = down * shown.height / shown.rect.height;
  return TRUE;
}

/// Downstream may blend compositions from now on, or show frames in a window of another size. The
/// video goes through, so upstream is told as well how late it is.
static gboolean gst_video_scope_overlay_src_event(GstBaseTransform* trans, GstEvent* event) {
  if (GST_EVENT_TYPE(event) == GST_EVENT_QOS)
    gst_pad_push_event(GST_BASE_TRANSFORM_SINK_PAD(trans), gst_event_ref(event));
  if (GST_EVENT_TYPE(event) == GST_EVENT_RECONFIGURE)
    overlay_state(trans).refused = overlay_state(trans).asked = false;
  return GST_BASE_TRANSFORM_CLASS(gst_video_scope_overlay_parent_class)->src_event(trans, event);
}

static gboolean gst_video_scope_overlay_propose_allocation(GstBaseTransform* trans,
                                                           GstQuery* decide_query,
                                                           GstQuery* query) {
  return element_state(trans).shell.propose_allocation(query);
}

static void gst_video_scope_overlay_finalize(GObject* object) {
  delete &overlay_state(object);
  G_OBJECT_CLASS(gst_video_scope_overlay_parent_class)->finalize(object);
}

static void gst_video_scope_overlay_init(GstVideoScopeOverlay* self) {
  self->state = new OverlayState(element_state(self));
  gst_base_transform_set_in_place(GST_BASE_TRANSFORM(self), TRUE);
}

static void gst_video_scope_overlay_class_init(GstVideoScopeOverlayClass* klass) {
  GObjectClass* object_class = G_OBJECT_CLASS(klass);
  GstElementClass* element_class = GST_ELEMENT_CLASS(klass);
  GstBaseTransformClass* trans_class = GST_BASE_TRANSFORM_CLASS(klass);
  GstVideoScopeBaseClass* base_class = GST_VIDEO_SCOPE_BASE_CLASS(klass);

  object_class->set_property = gst_video_scope_overlay_set_property;
  object_class->get_property = gst_video_scope_overlay_get_property;
  object_class->finalize = gst_video_scope_overlay_finalize;
  install_settings(object_class, overlay_setting_table());

  gst_element_class_set_static_metadata(element_class, "Video scope overlay",
                                        "Filter/Analyzer/Effect/Video",
                                        "Draws histogram, waveform, parade, vectorscope, gamut "
                                        "displays and CIE chromaticities over the video that they "
                                        "are of, and marks levels, gamut and edges on it",
                                        "The gst-videohistogram authors");
  GstCaps* const caps = put_ycbcr_first(make_caps_of_sources(can_be_blended));
  add_pads(element_class, caps, gst_caps_ref(caps));

  trans_class->start = gst_video_scope_overlay_start;
  trans_class->stop = gst_video_scope_overlay_stop;
  trans_class->transform_caps = gst_video_scope_overlay_transform_caps;
  trans_class->query = gst_video_scope_overlay_query;
  trans_class->set_caps = gst_video_scope_overlay_set_caps;
  trans_class->prepare_output_buffer = gst_video_scope_overlay_prepare_output_buffer;
  trans_class->transform_ip = gst_video_scope_overlay_transform_ip;
  trans_class->src_event = gst_video_scope_overlay_src_event;
  trans_class->propose_allocation = gst_video_scope_overlay_propose_allocation;
  base_class->before_count = gst_video_scope_overlay_before_count;
  base_class->locate = gst_video_scope_overlay_locate;
  base_class->extend_stats = gst_video_scope_overlay_extend_stats;
}
