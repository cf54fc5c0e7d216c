// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/scope/element/gstvideoscopebase.h"

#include "plugin/scope/element/reading_structure.h"
#include "plugin/scope/element/values_structure.h"
#include "plugin/scope/settings/layouts.h"

#include <algorithm>
#include <utility>

GST_DEBUG_CATEGORY(gst_video_scope_debug);
#define GST_CAT_DEFAULT gst_video_scope_debug

using namespace videohistogram;
using namespace videohistogram::scope;

struct GstVideoScopeBasePrivate {
  ElementState* state;
};

G_DEFINE_ABSTRACT_TYPE_WITH_CODE(GstVideoScopeBase, gst_video_scope_base, GST_TYPE_BASE_TRANSFORM,
                                 G_ADD_PRIVATE(GstVideoScopeBase)
                                     GST_DEBUG_CATEGORY_INIT(gst_video_scope_debug, "videoscope", 0,
                                                             "Scopes of video"))

namespace videohistogram::scope {

ElementState& element_state(gpointer element) {
  const auto* const priv = static_cast<GstVideoScopeBasePrivate*>(
      gst_video_scope_base_get_instance_private(static_cast<GstVideoScopeBase*>(element)));
  return *priv->state;
}

ElementState::ElementState(GstElement* element)
    : scope(element), shell(element, GST_CAT_DEFAULT, "draw scopes", scope.run()) {}

void prepare_picture(GstBaseTransform* trans) {
  ElementState& state = element_state(trans);
  const Status status = state.shell.guard([&]() -> Status {
    state.scope.prepare(state.settings.get());
    return {};
  });
  if (!status.ok())
    GST_INFO_OBJECT(trans, "no picture is prepared: %s", status.error().detail.c_str());
}

GstCaps* filtered(GstCaps* caps, GstCaps* filter) {
  if (!filter)
    return caps;
  GstCaps* const result = gst_caps_intersect_full(filter, caps, GST_CAPS_INTERSECT_FIRST);
  gst_caps_unref(caps);
  return result;
}

} // namespace videohistogram::scope

static void gst_video_scope_base_set_property(GObject* object, guint id, const GValue* value,
                                              GParamSpec* pspec) {
  ElementState& state = element_state(object);
  if (id == PROP_QOS) {
    gst_base_transform_set_qos_enabled(GST_BASE_TRANSFORM(object), g_value_get_boolean(value));
  } else if (id == PROP_HOLD) {
    std::lock_guard lock(state.mutex);
    state.hold.hold = static_cast<Hold>(g_value_get_enum(value));
    state.hold.number++;
  } else if (id == PROP_LAYOUT) {
    const gchar* const text = g_value_get_string(value);
    const Status status = state.settings.update(
        [&](const ScopeSettings& settings) { return with_layout(settings, text ? text : ""); });
    if (!status.ok())
      state.shell.warn_about_text(status.error(), pspec);
  } else {
    state.shell.set_property(state.settings, id, value, pspec);
  }
}

static void gst_video_scope_base_get_property(GObject* object, guint id, GValue* value,
                                              GParamSpec* pspec) {
  ElementState& state = element_state(object);
  if (id == PROP_STATS) {
    GstStructure* const stats = state.scope.run().stats();
    if (const auto extend = GST_VIDEO_SCOPE_BASE_GET_CLASS(object)->extend_stats)
      extend(GST_VIDEO_SCOPE_BASE(object), stats);
    g_value_take_boxed(value, stats);
  } else if (id == PROP_QOS) {
    g_value_set_boolean(value, gst_base_transform_is_qos_enabled(GST_BASE_TRANSFORM(object)));
  } else if (id == PROP_HOLD) {
    std::lock_guard lock(state.mutex);
    g_value_set_enum(value, static_cast<gint>(state.hold.hold));
  } else if (id == PROP_LAYOUT) {
    g_value_set_string(value, layout_of(*state.settings.get()).c_str());
  } else if (id == PROP_READING) {
    std::lock_guard lock(state.mutex);
    g_value_set_boxed(value, state.reading); // a copy
  } else {
    state.shell.get_property(state.settings, id, value, pspec);
  }
}

static gboolean gst_video_scope_base_start(GstBaseTransform* trans) {
  ElementState& state = element_state(trans);
  return state.shell.start([&] { return state.scope.start(*state.settings.get()); });
}

static gboolean gst_video_scope_base_stop(GstBaseTransform* trans) {
  ElementState& state = element_state(trans);
  state.scope.stop();
  state.lateness.forget();
  std::lock_guard lock(state.mutex);
  g_clear_pointer(&state.reading, gst_structure_free);
  return TRUE;
}

/// The running time of a frame; GST_CLOCK_TIME_NONE: it has none, as in a segment of bytes.
static GstClockTime running_time_of(GstBaseTransform* trans, GstBuffer* frame) {
  if (!GST_BUFFER_PTS_IS_VALID(frame) || trans->segment.format != GST_FORMAT_TIME)
    return GST_CLOCK_TIME_NONE;
  return gst_segment_to_running_time(&trans->segment, GST_FORMAT_TIME, GST_BUFFER_PTS(frame));
}

/// The stream time of a frame; GST_CLOCK_TIME_NONE: it has none, or lies outside of the segment.
static GstClockTime stream_time_of(GstBaseTransform* trans, GstBuffer* frame) {
  if (!GST_BUFFER_PTS_IS_VALID(frame) || trans->segment.format != GST_FORMAT_TIME)
    return GST_CLOCK_TIME_NONE;
  return gst_segment_to_stream_time(&trans->segment, GST_FORMAT_TIME, GST_BUFFER_PTS(frame));
}

/// Counts a frame, and posts the values of pins and probe.
static Status count_frame(GstBaseTransform* trans, GstBuffer* frame) {
  ElementState& state = element_state(trans);
  const GstClockTime stream_time = stream_time_of(trans, frame);
  const Status status = state.scope.count(frame, state.settings.for_next_frame(), stream_time);
  if (status.ok() && state.scope.has_counts() && state.scope.probes())
    gst_element_post_message(
        GST_ELEMENT(trans),
        gst_message_new_element(
            GST_OBJECT(trans),
            make_values(*state.scope.probes(), GST_BUFFER_PTS(frame), stream_time)));
  return status;
}

/// By how many ns the output of a frame would come too late, by the last QoS event; 0 or less: it
/// comes in time.
static GstClockTimeDiff lateness_of(GstBaseTransform* trans, GstBuffer* frame) {
  if (!gst_base_transform_is_qos_enabled(trans))
    return -1;
  return element_state(trans).lateness.by_how_much(running_time_of(trans, frame));
}

static void post_drop(GstBaseTransform* trans, GstBuffer* frame, GstClockTimeDiff late) {
  const Scope& scope = element_state(trans).scope;
  const GstClockTime time = GST_BUFFER_PTS(frame);
  GstMessage* const message =
      gst_message_new_qos(GST_OBJECT(trans), FALSE, running_time_of(trans, frame),
                          gst_segment_to_stream_time(&trans->segment, GST_FORMAT_TIME, time), time,
                          GST_BUFFER_DURATION(frame));
  gst_message_set_qos_values(message, late, 1, 1000000);
  gst_message_set_qos_stats(message, GST_FORMAT_BUFFERS, scope.drawn(), scope.dropped());
  gst_element_post_message(GST_ELEMENT(trans), message);
}

/// Leaves out the output of a frame that comes too late. Such a frame is counted only where each
/// frame is needed, see Scope::needs_every_frame(), since counting takes time that the next
/// pictures lack.
static GstFlowReturn drop_output(GstBaseTransform* trans, GstBuffer* frame, GstClockTimeDiff late) {
  ElementState& state = element_state(trans);
  Scope& scope = state.scope;
  const Status status = state.shell.guard([&]() -> Status {
    if (!scope.needs_every_frame()) {
      scope.skip();
      return {};
    }
    const Status counted = count_frame(trans, frame);
    return counted.ok() ? scope.drop() : counted;
  });
  if (!status.ok())
    return state.shell.flow_after(status);
  post_drop(trans, frame, late);
  return GST_BASE_TRANSFORM_FLOW_DROPPED;
}

/// Counts a frame and has the base class make the output.
static GstFlowReturn make_output(GstBaseTransform* trans, GstBuffer* frame, GstBuffer** output) {
  ElementState& state = element_state(trans);
  const gint64 begin = g_get_monotonic_time();
  const GstClockTime time = running_time_of(trans, frame), duration = GST_BUFFER_DURATION(frame);
  const Status status = state.shell.guard([&] { return count_frame(trans, frame); });
  if (!status.ok())
    return state.shell.flow_after(status);
  const GstFlowReturn flow =
      GST_BASE_TRANSFORM_CLASS(gst_video_scope_base_parent_class)->generate_output(trans, output);
  state.lateness.drew(time, duration,
                      static_cast<GstClockTime>(g_get_monotonic_time() - begin) * GST_USECOND);
  return flow;
}

/// Counts and draws the frames that are not late.
static GstFlowReturn gst_video_scope_base_generate_output(GstBaseTransform* trans,
                                                          GstBuffer** output) {
  ElementState& state = element_state(trans);
  GstBuffer* const input = trans->queued_buf;
  if (!input)
    return GST_FLOW_OK;
  GstVideoScopeBase* const self = GST_VIDEO_SCOPE_BASE(trans);
  const GstVideoScopeBaseClass* const klass = GST_VIDEO_SCOPE_BASE_GET_CLASS(self);
  GstFlowReturn flow = GST_FLOW_OK;
  if (!state.running()) {
    flow = GST_FLOW_FLUSHING;
  } else if (!state.scope.has_caps()) {
    flow = GST_FLOW_NOT_NEGOTIATED; // the base class keeps caps from before a restart
  } else {
    const GstClockTime time = stream_time_of(trans, input);
    if (GST_CLOCK_TIME_IS_VALID(time))
      gst_object_sync_values(GST_OBJECT(trans), time);
    flow = klass->before_count ? klass->before_count(self) : GST_FLOW_OK;
  }
  if (flow == GST_FLOW_OK) {
    state.scope.hold([&] {
      std::lock_guard lock(state.mutex);
      return state.hold;
    }());
    const GstClockTimeDiff late = lateness_of(trans, input);
    flow = late > 0 ? drop_output(trans, input, late) : make_output(trans, input, output);
  }
  if (flow != GST_FLOW_OK)
    gst_clear_buffer(&trans->queued_buf);
  return flow;
}

static gboolean gst_video_scope_base_query(GstBaseTransform* trans, GstPadDirection direction,
                                           GstQuery* query) {
  if (GST_QUERY_TYPE(query) == GST_QUERY_CONTEXT &&
      element_state(trans).scope.run().answer_context(query))
    return TRUE;
  const gboolean answered =
      GST_BASE_TRANSFORM_CLASS(gst_video_scope_base_parent_class)->query(trans, direction, query);
  if (answered && GST_QUERY_TYPE(query) == GST_QUERY_ACCEPT_CAPS && direction == GST_PAD_SINK)
    element_state(trans).shell.explain_refusal(query);
  return answered;
}

/// Reads the pixel under the pointer. Returns whether the event was of a pointer.
static bool read_pointer(GstVideoScopeBase* self, GstEvent* event) {
  gdouble x, y;
  if (!gst_navigation_event_get_coordinates(event, &x, &y))
    return false;
  ElementState& state = element_state(self);
  const auto locate = GST_VIDEO_SCOPE_BASE_GET_CLASS(self)->locate;
  GstStructure* reading = nullptr;
  if (!locate || locate(self, &x, &y))
    if (const SharedPlotMap plots = state.scope.plots())
      reading = make_reading(*plots, x, y);
  GstStructure* const posted = reading ? gst_structure_copy(reading) : nullptr;
  {
    std::lock_guard lock(state.mutex);
    std::swap(state.reading, reading);
  }
  g_clear_pointer(&reading, gst_structure_free);
  if (posted)
    gst_element_post_message(GST_ELEMENT(self), gst_message_new_element(GST_OBJECT(self), posted));
  return true;
}

static gboolean gst_video_scope_base_sink_event(GstBaseTransform* trans, GstEvent* event) {
  if (GST_EVENT_TYPE(event) == GST_EVENT_FLUSH_STOP || GST_EVENT_TYPE(event) == GST_EVENT_SEGMENT)
    element_state(trans).lateness.forget();
  if (GST_EVENT_TYPE(event) == GST_EVENT_SEGMENT)
    element_state(trans).scope.restart_numbers();
  if (GST_EVENT_TYPE(event) == GST_EVENT_EOS)
    element_state(trans).scope.end_log();
  return GST_BASE_TRANSFORM_CLASS(gst_video_scope_base_parent_class)->sink_event(trans, event);
}

/// The time from the arrival of a live frame to that at which the sink shows its picture, by a
/// LATENCY event; GST_CLOCK_TIME_NONE: upstream is not live.
static GstClockTime budget_of(GstBaseTransform* trans, GstEvent* event) {
  GstClockTime latency = 0, upstream = 0;
  gst_event_parse_latency(event, &latency);
  g_autoptr(GstQuery) query = gst_query_new_latency();
  gboolean live = FALSE;
  if (gst_pad_peer_query(GST_BASE_TRANSFORM_SINK_PAD(trans), query))
    gst_query_parse_latency(query, &live, &upstream, nullptr);
  if (!live)
    return GST_CLOCK_TIME_NONE;
  return latency - std::min(latency, upstream);
}

/// Notes how late output is, and ends QoS events here: the base class would drop frames by a rule
/// of its own, and a decoder upstream would skip frames, which held peaks then lack.
/// The pointer's coordinates are those of the source pad's video, which mean nothing upstream
/// unless this is the video of the sink pad.
static gboolean gst_video_scope_base_src_event(GstBaseTransform* trans, GstEvent* event) {
  GstVideoScopeBase* const self = GST_VIDEO_SCOPE_BASE(trans);
  if (GST_EVENT_TYPE(event) == GST_EVENT_QOS) {
    element_state(trans).lateness.note(event);
    gst_event_unref(event);
    return TRUE;
  }
  if (GST_EVENT_TYPE(event) == GST_EVENT_LATENCY)
    element_state(trans).lateness.set_budget(budget_of(trans, event));
  if (GST_EVENT_TYPE(event) == GST_EVENT_NAVIGATION && read_pointer(self, event) &&
      !GST_VIDEO_SCOPE_BASE_GET_CLASS(self)->locate) {
    gst_event_unref(event);
    return TRUE;
  }
  return GST_BASE_TRANSFORM_CLASS(gst_video_scope_base_parent_class)->src_event(trans, event);
}

static void gst_video_scope_base_set_context(GstElement* element, GstContext* context) {
  ElementState& state = element_state(element);
  state.scope.run().set_context(context, *state.settings.get());
  GST_ELEMENT_CLASS(gst_video_scope_base_parent_class)->set_context(element, context);
}

/// Frames of any layout are accepted, in pinned memory where a GPU counts.
static gboolean gst_video_scope_base_propose_allocation(GstBaseTransform* trans,
                                                        GstQuery* decide_query, GstQuery* query) {
  gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, nullptr);
  element_state(trans).shell.offer_pool(query);
  return TRUE;
}

static void gst_video_scope_base_finalize(GObject* object) {
  delete &element_state(object);
  G_OBJECT_CLASS(gst_video_scope_base_parent_class)->finalize(object);
}

static void gst_video_scope_base_init(GstVideoScopeBase* self) {
  auto* const priv =
      static_cast<GstVideoScopeBasePrivate*>(gst_video_scope_base_get_instance_private(self));
  priv->state = new ElementState(GST_ELEMENT(self));
  gst_base_transform_set_gap_aware(GST_BASE_TRANSFORM(self), TRUE);
}

static void gst_video_scope_base_class_init(GstVideoScopeBaseClass* klass) {
  GObjectClass* object_class = G_OBJECT_CLASS(klass);
  GstBaseTransformClass* trans_class = GST_BASE_TRANSFORM_CLASS(klass);

  object_class->set_property = gst_video_scope_base_set_property;
  object_class->get_property = gst_video_scope_base_get_property;
  object_class->finalize = gst_video_scope_base_finalize;
  install_scope_properties(object_class);
  gst_type_mark_as_plugin_api(GST_TYPE_VIDEO_SCOPE_BASE, static_cast<GstPluginAPIFlags>(0));

  GST_ELEMENT_CLASS(klass)->set_context = gst_video_scope_base_set_context;
  trans_class->start = gst_video_scope_base_start;
  trans_class->stop = gst_video_scope_base_stop;
  trans_class->generate_output = gst_video_scope_base_generate_output;
  trans_class->sink_event = gst_video_scope_base_sink_event;
  trans_class->src_event = gst_video_scope_base_src_event;
  trans_class->query = gst_video_scope_base_query;
  trans_class->propose_allocation = gst_video_scope_base_propose_allocation;
}
