// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * SECTION:element-videoscope
 * @title: videoscope
 *
 * Draws the scopes of video: histogram, waveform, parade and vectorscope, from the exact counts of
 * every frame. Video goes in, a picture of scopes comes out.
 *
 * ## Example launch line
 * |[
 * gst-launch-1.0 videotestsrc ! videoscope ! videoconvert ! autovideosink
 * ]|
 */
#include "plugin/scope/gstvideoscope.h"

#include "plugin/memory/allocation.h"
#include "plugin/scope/scope.h"
#include "plugin/scope/scope_properties.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

GST_DEBUG_CATEGORY(gst_video_scope_debug);
#define GST_CAT_DEFAULT gst_video_scope_debug

using videohistogram::Error;
using videohistogram::ErrorKind;
using videohistogram::Status;
using videohistogram::scope::Scope;
using videohistogram::scope::ScopeSettings;
using videohistogram::scope::SharedScopeSettings;

namespace {

/// The C++ state of one element.
struct ElementState {
  explicit ElementState(GstElement* element) : scope(element) {}

  SharedScopeSettings get_settings() {
    std::lock_guard lock(mutex);
    return settings;
  }

  std::mutex mutex;
  SharedScopeSettings settings = std::make_shared<const ScopeSettings>(); ///< with mutex held
  /// Running time before which pictures come too late, by the last QoS event; with mutex held.
  GstClockTime earliest = GST_CLOCK_TIME_NONE;
  std::string refusal; ///< why the stream was last refused; empty: it was not
  Scope scope;
};

} // namespace

struct _GstVideoScope {
  GstBaseTransform parent;
  ElementState* state;
};

// GStreamer derives an element's default name, "videoscope0", from the name of its type.
using GstVideoscope = GstVideoScope;
using GstVideoscopeClass = GstVideoScopeClass;
G_DEFINE_TYPE(GstVideoscope, gst_video_scope, GST_TYPE_BASE_TRANSFORM)
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE(videoscope, "videoscope", GST_RANK_NONE, GST_TYPE_VIDEO_SCOPE,
                                      GST_DEBUG_CATEGORY_INIT(gst_video_scope_debug, "videoscope",
                                                              0, "Scopes of video"))

static ElementState& state_of(gpointer object) {
  return *GST_VIDEO_SCOPE(object)->state;
}

/// Turns exceptions into an error, since none may leave a GStreamer callback. Exceptions mean that
/// memory or threads have run out.
template <class Function>
static Status without_exceptions(Function function) {
  try {
    return function();
  } catch (const std::exception& exception) {
    return {ErrorKind::transient, "There are not enough threads or memory to draw scopes",
            exception.what()};
  }
}

static void gst_video_scope_set_property(GObject* object, guint id, const GValue* value,
                                         GParamSpec* pspec) {
  ElementState& state = state_of(object);
  Status status;
  {
    std::lock_guard lock(state.mutex);
    auto settings = std::make_shared<ScopeSettings>(*state.settings);
    if (!videohistogram::scope::set_scope_setting(*settings, id, value)) {
      G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
      return;
    }
    // Before the start an application may not watch the bus yet; the start then reports the error.
    if (state.scope.running())
      if (auto options = picture_options(*settings); !options.ok())
        status = options.error();
    if (status.ok())
      state.settings = std::move(settings);
  }
  if (!status.ok()) // posted without the lock
    GST_ELEMENT_WARNING(
        object, RESOURCE, SETTINGS,
        ("%s. The property %s stays as it was", status.error().message.c_str(), pspec->name),
        (nullptr));
}

static void gst_video_scope_get_property(GObject* object, guint id, GValue* value,
                                         GParamSpec* pspec) {
  ElementState& state = state_of(object);
  if (id == videohistogram::scope::PROP_ACTIVE_BACKEND)
    g_value_set_string(value, state.scope.active_backend());
  else if (id == videohistogram::scope::PROP_STATS)
    g_value_take_boxed(value, state.scope.stats());
  else if (!videohistogram::scope::get_scope_setting(*state.get_settings(), id, value))
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

static gboolean gst_video_scope_start(GstBaseTransform* trans) {
  ElementState& state = state_of(trans);
  state.refusal.clear();
  const Status status =
      without_exceptions([&] { return state.scope.start(*state.get_settings()); });
  if (status.ok())
    return TRUE;
  const Error& error = status.error();
  if (error.kind == ErrorKind::invalid_argument)
    GST_ELEMENT_ERROR(trans, RESOURCE, SETTINGS, ("%s", error.message.c_str()),
                      ("%s", error.detail.c_str()));
  else if (error.kind == ErrorKind::no_device)
    GST_ELEMENT_ERROR(trans, RESOURCE, NOT_FOUND, ("%s", error.message.c_str()),
                      ("%s", error.detail.c_str()));
  else
    GST_ELEMENT_ERROR(trans, RESOURCE, FAILED, ("%s", error.message.c_str()),
                      ("%s", error.detail.c_str()));
  return FALSE;
}

static gboolean gst_video_scope_stop(GstBaseTransform* trans) {
  ElementState& state = state_of(trans);
  state.scope.stop();
  std::lock_guard lock(state.mutex);
  state.earliest = GST_CLOCK_TIME_NONE;
  return TRUE;
}

/// The other pad's caps have any format and size of its template, and the same frame rate.
static GstCaps* gst_video_scope_transform_caps(GstBaseTransform* trans, GstPadDirection direction,
                                               GstCaps* caps, GstCaps* filter) {
  GstPad* const other = direction == GST_PAD_SINK ? GST_BASE_TRANSFORM_SRC_PAD(trans)
                                                  : GST_BASE_TRANSFORM_SINK_PAD(trans);
  GstCaps* const templ = gst_pad_get_pad_template_caps(other);
  GstCaps* result = gst_caps_new_empty();
  for (guint i = 0; i < gst_caps_get_size(caps); i++) {
    GstCaps* const one = gst_caps_copy(templ);
    if (const GValue* rate = gst_structure_get_value(gst_caps_get_structure(caps, i), "framerate"))
      gst_caps_set_value(one, "framerate", rate);
    result = gst_caps_merge(result, one);
  }
  gst_caps_unref(templ);
  if (filter) {
    GstCaps* const filtered = gst_caps_intersect_full(filter, result, GST_CAPS_INTERSECT_FIRST);
    gst_caps_unref(result);
    result = filtered;
  }
  return result;
}

/// Pictures that downstream leaves open are of 1280x720, or of 16:9 if it fixes one dimension.
static GstCaps* gst_video_scope_fixate_caps(GstBaseTransform* trans, GstPadDirection direction,
                                            GstCaps* caps, GstCaps* othercaps) {
  if (direction == GST_PAD_SRC)
    return gst_caps_fixate(othercaps);
  othercaps = gst_caps_make_writable(gst_caps_truncate(othercaps));
  if (gst_caps_is_empty(othercaps))
    return othercaps;
  GstStructure* const structure = gst_caps_get_structure(othercaps, 0);
  gint width = 1280, height = 720;
  if (gst_structure_get_int(structure, "height", &height))
    width = std::max(
        1, static_cast<gint>(gst_util_uint64_scale_int(static_cast<guint64>(height), 16, 9)));
  else if (gst_structure_get_int(structure, "width", &width))
    height = std::max(
        1, static_cast<gint>(gst_util_uint64_scale_int(static_cast<guint64>(width), 9, 16)));
  gst_structure_fixate_field_nearest_int(structure, "width", width);
  gst_structure_fixate_field_nearest_int(structure, "height", height);
  if (gst_structure_has_field(structure, "pixel-aspect-ratio"))
    gst_structure_fixate_field_nearest_fraction(structure, "pixel-aspect-ratio", 1, 1);
  return gst_caps_fixate(othercaps);
}

static gboolean gst_video_scope_set_caps(GstBaseTransform* trans, GstCaps* incaps,
                                         GstCaps* outcaps) {
  ElementState& state = state_of(trans);
  if (!state.scope.running())
    return FALSE; // upstream sends its sticky caps again later
  GST_DEBUG_OBJECT(trans, "caps %" GST_PTR_FORMAT " to %" GST_PTR_FORMAT, incaps, outcaps);
  GstVideoInfo pictures;
  if (!gst_video_info_from_caps(&pictures, outcaps))
    return FALSE;
  state.scope.set_caps(videohistogram::read_caps(incaps), pictures);
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

/// Only metas that tell the time of a frame hold for its picture.
static gboolean gst_video_scope_transform_meta(GstBaseTransform* trans, GstBuffer* outbuf,
                                               GstMeta* meta, GstBuffer* inbuf) {
  return meta->info->api == GST_VIDEO_TIME_CODE_META_API_TYPE ||
         meta->info->api == GST_REFERENCE_TIMESTAMP_META_API_TYPE;
}

/// Posts one ERROR per reason, since upstream may push on, and returns the flow that it means.
static GstFlowReturn refuse_stream(GstBaseTransform* trans, const Error& error) {
  const bool impossible = error.kind == ErrorKind::invalid_argument;
  std::string& refusal = state_of(trans).refusal;
  if (refusal != error.message) {
    refusal = error.message;
    if (impossible)
      GST_ELEMENT_ERROR(trans, STREAM, FORMAT, ("%s", error.message.c_str()),
                        ("%s", error.detail.c_str()));
    else
      GST_ELEMENT_ERROR(trans, RESOURCE, NO_SPACE_LEFT, ("%s", error.message.c_str()),
                        ("%s", error.detail.c_str()));
  }
  return impossible ? GST_FLOW_NOT_NEGOTIATED : GST_FLOW_ERROR;
}

/// Whether the picture of a buffer would come too late, by the last QoS event. Posts a QoS message.
static bool is_late(GstBaseTransform* trans, GstBuffer* buffer) {
  if (!gst_base_transform_is_qos_enabled(trans) || !GST_BUFFER_PTS_IS_VALID(buffer))
    return false;
  ElementState& state = state_of(trans);
  const guint64 running =
      gst_segment_to_running_time(&trans->segment, GST_FORMAT_TIME, GST_BUFFER_PTS(buffer));
  GstClockTime earliest;
  {
    std::lock_guard lock(state.mutex);
    earliest = state.earliest;
  }
  if (!GST_CLOCK_TIME_IS_VALID(running) || !GST_CLOCK_TIME_IS_VALID(earliest) || running > earliest)
    return false;
  state.scope.drop();
  const guint64 stream_time =
      gst_segment_to_stream_time(&trans->segment, GST_FORMAT_TIME, GST_BUFFER_PTS(buffer));
  GstMessage* const message =
      gst_message_new_qos(GST_OBJECT(trans), FALSE, running, stream_time, GST_BUFFER_PTS(buffer),
                          GST_BUFFER_DURATION(buffer));
  gst_message_set_qos_values(message, GST_CLOCK_DIFF(running, earliest), 1, 1000000);
  gst_message_set_qos_stats(message, GST_FORMAT_BUFFERS, state.scope.drawn(),
                            state.scope.dropped());
  gst_element_post_message(GST_ELEMENT(trans), message);
  return true;
}

/// Counts every frame, and has the base class make those pictures that come in time.
static GstFlowReturn gst_video_scope_generate_output(GstBaseTransform* trans, GstBuffer** output) {
  ElementState& state = state_of(trans);
  GstBuffer* const input = trans->queued_buf;
  if (!input)
    return GST_FLOW_OK;
  GstFlowReturn flow = GST_FLOW_OK;
  if (!state.scope.running()) {
    flow = GST_FLOW_FLUSHING;
  } else if (!state.scope.has_caps()) {
    flow = GST_FLOW_NOT_NEGOTIATED; // the base class keeps caps from before a restart
  } else {
    const Status status =
        without_exceptions([&] { return state.scope.count(input, state.get_settings()); });
    if (!status.ok())
      flow = refuse_stream(trans, status.error());
    else if (is_late(trans, input))
      flow = GST_BASE_TRANSFORM_FLOW_DROPPED;
  }
  if (flow == GST_FLOW_OK)
    return GST_BASE_TRANSFORM_CLASS(gst_video_scope_parent_class)->generate_output(trans, output);
  gst_clear_buffer(&trans->queued_buf);
  return flow;
}

/// Draws the picture of the frame that was counted last.
static GstFlowReturn gst_video_scope_transform(GstBaseTransform* trans, GstBuffer* input,
                                               GstBuffer* output) {
  ElementState& state = state_of(trans);
  // A picture is progressive whatever the frame was.
  GST_BUFFER_FLAG_UNSET(output, GST_VIDEO_BUFFER_FLAG_INTERLACED | GST_VIDEO_BUFFER_FLAG_TFF |
                                    GST_VIDEO_BUFFER_FLAG_RFF | GST_VIDEO_BUFFER_FLAG_ONEFIELD);
  const Status status = without_exceptions([&] { return state.scope.draw(output); });
  if (!status.ok())
    return refuse_stream(trans, status.error());
  state.refusal.clear();
  return GST_FLOW_OK;
}

static gboolean gst_video_scope_sink_event(GstBaseTransform* trans, GstEvent* event) {
  if (GST_EVENT_TYPE(event) == GST_EVENT_FLUSH_STOP || GST_EVENT_TYPE(event) == GST_EVENT_SEGMENT) {
    ElementState& state = state_of(trans);
    std::lock_guard lock(state.mutex);
    state.earliest = GST_CLOCK_TIME_NONE;
  }
  return GST_BASE_TRANSFORM_CLASS(gst_video_scope_parent_class)->sink_event(trans, event);
}

/// Notes how late pictures are. The base class must not know: it would drop frames uncounted.
static gboolean gst_video_scope_src_event(GstBaseTransform* trans, GstEvent* event) {
  if (GST_EVENT_TYPE(event) != GST_EVENT_QOS)
    return GST_BASE_TRANSFORM_CLASS(gst_video_scope_parent_class)->src_event(trans, event);
  GstClockTimeDiff late = 0;
  GstClockTime timestamp = GST_CLOCK_TIME_NONE;
  gst_event_parse_qos(event, nullptr, nullptr, &late, &timestamp);
  if (GST_CLOCK_TIME_IS_VALID(timestamp)) {
    ElementState& state = state_of(trans);
    std::lock_guard lock(state.mutex);
    // As other elements do: pictures up to twice the delay ahead are assumed to be late, too.
    state.earliest = late > 0 ? timestamp + 2 * static_cast<GstClockTime>(late)
                     : timestamp > static_cast<GstClockTime>(-late)
                         ? timestamp - static_cast<GstClockTime>(-late)
                         : 0;
  }
  return gst_pad_push_event(GST_BASE_TRANSFORM_SINK_PAD(trans), event);
}

static gboolean gst_video_scope_query(GstBaseTransform* trans, GstPadDirection direction,
                                      GstQuery* query) {
  if (GST_QUERY_TYPE(query) == GST_QUERY_CONTEXT && state_of(trans).scope.answer_context(query))
    return TRUE;
  return GST_BASE_TRANSFORM_CLASS(gst_video_scope_parent_class)->query(trans, direction, query);
}

static void gst_video_scope_set_context(GstElement* element, GstContext* context) {
  ElementState& state = state_of(element);
  state.scope.set_context(context, *state.get_settings());
  GST_ELEMENT_CLASS(gst_video_scope_parent_class)->set_context(element, context);
}

/// Frames of any layout are accepted, in pinned memory where a GPU counts.
static gboolean gst_video_scope_propose_allocation(GstBaseTransform* trans, GstQuery* decide_query,
                                                   GstQuery* query) {
  gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, nullptr);
  Scope& scope = state_of(trans).scope;
  if (!scope.running())
    return TRUE;
  const Status status = without_exceptions([&]() -> Status {
    videohistogram::extend_allocation(query, scope.backend(), false);
    return {};
  });
  if (!status.ok())
    GST_INFO_OBJECT(trans, "no pool is offered: %s", status.error().detail.c_str());
  return TRUE;
}

static void gst_video_scope_finalize(GObject* object) {
  delete GST_VIDEO_SCOPE(object)->state;
  G_OBJECT_CLASS(gst_video_scope_parent_class)->finalize(object);
}

static void gst_video_scope_init(GstVideoScope* self) {
  self->state = new ElementState(GST_ELEMENT(self));
  gst_base_transform_set_gap_aware(GST_BASE_TRANSFORM(self), TRUE);
  gst_base_transform_set_qos_enabled(GST_BASE_TRANSFORM(self), TRUE);
}

static void gst_video_scope_class_init(GstVideoScopeClass* klass) {
  GObjectClass* object_class = G_OBJECT_CLASS(klass);
  GstElementClass* element_class = GST_ELEMENT_CLASS(klass);
  GstBaseTransformClass* trans_class = GST_BASE_TRANSFORM_CLASS(klass);

  object_class->set_property = gst_video_scope_set_property;
  object_class->get_property = gst_video_scope_get_property;
  object_class->finalize = gst_video_scope_finalize;
  videohistogram::scope::install_scope_properties(object_class);

  gst_element_class_set_static_metadata(
      element_class, "Video scope", "Filter/Analyzer/Visualization/Video",
      "Draws histogram, waveform, parade and vectorscope of video from exact counts",
      "The gst-videohistogram authors");
  GstCaps* const frames = videohistogram::make_countable_caps();
  GstCaps* const pictures = gst_caps_from_string(
      "video/x-raw, format = { BGRx, RGBx, xRGB, xBGR, BGRA, RGBA, ARGB, ABGR }, "
      "width = [ 1, 16384 ], height = [ 1, 16384 ], framerate = " GST_VIDEO_FPS_RANGE);
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("sink", GST_PAD_SINK, GST_PAD_ALWAYS, frames));
  gst_element_class_add_pad_template(
      element_class, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, pictures));
  gst_caps_unref(frames);
  gst_caps_unref(pictures);

  element_class->set_context = gst_video_scope_set_context;
  trans_class->start = gst_video_scope_start;
  trans_class->stop = gst_video_scope_stop;
  trans_class->transform_caps = gst_video_scope_transform_caps;
  trans_class->fixate_caps = gst_video_scope_fixate_caps;
  trans_class->set_caps = gst_video_scope_set_caps;
  trans_class->transform_size = gst_video_scope_transform_size;
  trans_class->transform_meta = gst_video_scope_transform_meta;
  trans_class->generate_output = gst_video_scope_generate_output;
  trans_class->transform = gst_video_scope_transform;
  trans_class->sink_event = gst_video_scope_sink_event;
  trans_class->src_event = gst_video_scope_src_event;
  trans_class->query = gst_video_scope_query;
  trans_class->propose_allocation = gst_video_scope_propose_allocation;
}
