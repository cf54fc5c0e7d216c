// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
/**
 * SECTION:element-videohistogram
 * @title: videohistogram
 *
 * Counts, exactly, how often every value occurs in every channel of every video frame, on an
 * NVIDIA GPU or on the CPU. The stream passes through untouched; the histogram is attached to the
 * buffer as #GstVideoHistogramMeta and, if `post-messages` is set, posted as an element message
 * named `videohistogram`.
 *
 * ## Example launch line
 * |[
 * gst-launch-1.0 -m videotestsrc num-buffers=3 ! video/x-raw,format=RGBA ! videohistogram
 * post-messages=true ! fakesink
 * ]|
 *
 * Since: 0.1
 */
#include "plugin/element/gstvideohistogramelement.h"

#include "plugin/counting/shell.h"
#include "plugin/element/analyzer.h"
#include "plugin/properties/shared_properties.h"
#include "plugin/settings/properties.h"

#include <string>
#include <string_view>

GST_DEBUG_CATEGORY(gst_video_histogram_element_debug);
#undef GST_CAT_DEFAULT
#define GST_CAT_DEFAULT gst_video_histogram_element_debug

using namespace videohistogram;

namespace {

/// The C++ state of one element.
struct ElementState {
  explicit ElementState(GstElement* element)
      : analyzer(element), shell(element, GST_CAT_DEFAULT, "count frames", analyzer.run()) {}

  ElementSettings<Settings> settings{setting_table()};
  Analyzer analyzer;
  Shell shell;
};

} // namespace

/// A property of this element that is no setting.
enum : guint { PROP_QOS = first_own_property };

struct _GstVideoHistogramElement {
  GstBaseTransform parent;
  ElementState* state;
};

// The type name GstVideoHistogram belongs to the histogram.
G_DEFINE_TYPE(GstVideoHistogramElement, gst_video_histogram_element, GST_TYPE_BASE_TRANSFORM)
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE(videohistogram, "videohistogram", GST_RANK_NONE,
                                      GST_TYPE_VIDEO_HISTOGRAM_ELEMENT,
                                      GST_DEBUG_CATEGORY_INIT(gst_video_histogram_element_debug,
                                                              "videohistogram", 0,
                                                              "Histograms of video frames"))

static ElementState& state_of(gpointer object) {
  return *GST_VIDEO_HISTOGRAM_ELEMENT(object)->state;
}

static void gst_video_histogram_element_set_property(GObject* object, guint id, const GValue* value,
                                                     GParamSpec* pspec) {
  ElementState& state = state_of(object);
  if (id == PROP_QOS)
    gst_base_transform_set_qos_enabled(GST_BASE_TRANSFORM(object), g_value_get_boolean(value));
  else
    state.shell.set_property(state.settings, id, value, pspec);
}

static void gst_video_histogram_element_get_property(GObject* object, guint id, GValue* value,
                                                     GParamSpec* pspec) {
  ElementState& state = state_of(object);
  if (id == PROP_QOS)
    g_value_set_boolean(value, gst_base_transform_is_qos_enabled(GST_BASE_TRANSFORM(object)));
  else
    state.shell.get_property(state.settings, id, value, pspec);
}

/// GStreamer has named the element after its type, "videohistogramelement0", unless the application
/// named it. Users expect the name of the factory.
static void gst_video_histogram_element_constructed(GObject* object) {
  const std::string_view by_type = "videohistogramelement", by_factory = "videohistogram";
  const std::string name = GST_OBJECT_NAME(object);
  const bool is_by_type = name.compare(0, by_type.size(), by_type) == 0 &&
                          name.size() > by_type.size() &&
                          name.find_first_not_of("0123456789", by_type.size()) == name.npos;
  if (is_by_type)
    gst_object_set_name(GST_OBJECT(object),
                        (std::string(by_factory) + name.substr(by_type.size())).c_str());
  G_OBJECT_CLASS(gst_video_histogram_element_parent_class)->constructed(object);
}

static gboolean gst_video_histogram_element_start(GstBaseTransform* trans) {
  ElementState& state = state_of(trans);
  return state.shell.start([&] { return state.analyzer.start(*state.settings.get()); });
}

static gboolean gst_video_histogram_element_stop(GstBaseTransform* trans) {
  state_of(trans).analyzer.stop();
  return TRUE;
}

static gboolean gst_video_histogram_element_set_caps(GstBaseTransform* trans, GstCaps* incaps,
                                                     GstCaps* outcaps) {
  ElementState& state = state_of(trans);
  if (!state.analyzer.run().running())
    return FALSE; // upstream sends its sticky caps again later
  GST_DEBUG_OBJECT(trans, "caps %" GST_PTR_FORMAT, incaps);
  return state.shell.succeeds([&]() -> Status {
    state.analyzer.set_format(read_caps(incaps), state.settings.get());
    return {};
  });
}

/// The meta needs a writable buffer, not pixels: a shared buffer is copied without its memory.
static GstFlowReturn gst_video_histogram_element_prepare_output_buffer(GstBaseTransform* trans,
                                                                       GstBuffer* input,
                                                                       GstBuffer** output) {
  if (gst_buffer_is_writable(input) || !state_of(trans).settings.for_next_frame()->attach_meta ||
      GST_BUFFER_FLAG_IS_SET(input, GST_BUFFER_FLAG_GAP))
    *output = input;
  else if (!(*output = gst_buffer_copy(input)))
    *output = input; // the buffer is passed on without a meta
  return GST_FLOW_OK;
}

static GstFlowReturn gst_video_histogram_element_transform_ip(GstBaseTransform* trans,
                                                              GstBuffer* buffer) {
  ElementState& state = state_of(trans);
  if (!state.analyzer.run().running())
    return GST_FLOW_FLUSHING;
  if (!state.analyzer.has_format())
    return GST_FLOW_NOT_NEGOTIATED; // the base class keeps caps from before a restart
  const Status status = state.shell.guard([&] {
    return state.analyzer.analyse(buffer, trans->segment, state.settings.for_next_frame());
  });
  if (status.ok() || status.error().kind == ErrorKind::invalid_argument)
    return state.shell.flow_after(status);
  // The frame is passed on nevertheless.
  GST_ELEMENT_WARNING(trans, RESOURCE, FAILED, ("%s", status.error().message.c_str()),
                      ("%s", status.error().detail.c_str()));
  return GST_FLOW_OK;
}

static gboolean gst_video_histogram_element_sink_event(GstBaseTransform* trans, GstEvent* event) {
  ElementState& state = state_of(trans);
  Analyzer& analyzer = state.analyzer;
  switch (GST_EVENT_TYPE(event)) {
  case GST_EVENT_GAP:
    if (analyzer.run().running()) {
      GstClockTime timestamp = GST_CLOCK_TIME_NONE, duration = GST_CLOCK_TIME_NONE;
      gst_event_parse_gap(event, &timestamp, &duration);
      analyzer.gap(timestamp, duration, trans->segment, state.settings.get());
    }
    break;
  case GST_EVENT_STREAM_START: {
    const gchar* id = nullptr;
    gst_event_parse_stream_start(event, &id);
    analyzer.begin_stream(id ? id : "");
    break;
  }
  case GST_EVENT_SEGMENT:
    analyzer.forget_previous();
    break;
  case GST_EVENT_EOS:
  case GST_EVENT_SEGMENT_DONE:
    analyzer.finish_stream();
    analyzer.forget_previous();
    break;
  case GST_EVENT_FLUSH_START:
    GST_DEBUG_OBJECT(trans, "a flush begins");
    analyzer.flush_start();
    break;
  case GST_EVENT_FLUSH_STOP:
    analyzer.flush_stop();
    GST_DEBUG_OBJECT(trans, "a flush ends; all frames from before it are finished");
    break;
  default:
    break;
  }
  return GST_BASE_TRANSFORM_CLASS(gst_video_histogram_element_parent_class)
      ->sink_event(trans, event);
}

/// Passes QoS events upstream as they are, since the video goes through: a decoder there may skip
/// frames. The base class is bypassed, as it would drop late frames, which are counted.
static gboolean gst_video_histogram_element_src_event(GstBaseTransform* trans, GstEvent* event) {
  if (GST_EVENT_TYPE(event) == GST_EVENT_QOS)
    return gst_pad_push_event(GST_BASE_TRANSFORM_SINK_PAD(trans), event);
  return GST_BASE_TRANSFORM_CLASS(gst_video_histogram_element_parent_class)
      ->src_event(trans, event);
}

static gboolean gst_video_histogram_element_query(GstBaseTransform* trans,
                                                  GstPadDirection direction, GstQuery* query) {
  if (GST_QUERY_TYPE(query) == GST_QUERY_CONTEXT &&
      state_of(trans).analyzer.run().answer_context(query))
    return TRUE;
  // A DRAIN query asks for the return of all buffers.
  if (GST_QUERY_TYPE(query) == GST_QUERY_DRAIN && direction == GST_PAD_SINK)
    state_of(trans).analyzer.drain();
  const gboolean answered = GST_BASE_TRANSFORM_CLASS(gst_video_histogram_element_parent_class)
                                ->query(trans, direction, query);
  if (answered && GST_QUERY_TYPE(query) == GST_QUERY_ACCEPT_CAPS && direction == GST_PAD_SINK)
    state_of(trans).shell.explain_refusal(query);
  return answered;
}

static void gst_video_histogram_element_set_context(GstElement* element, GstContext* context) {
  ElementState& state = state_of(element);
  state.analyzer.run().set_context(context, *state.settings.get());
  GST_ELEMENT_CLASS(gst_video_histogram_element_parent_class)->set_context(element, context);
}

static gboolean gst_video_histogram_element_propose_allocation(GstBaseTransform* trans,
                                                               GstQuery* decide_query,
                                                               GstQuery* query) {
  const ElementState& state = state_of(trans);
  return state.shell.propose_allocation(query, state.analyzer.held());
}

static void gst_video_histogram_element_finalize(GObject* object) {
  delete GST_VIDEO_HISTOGRAM_ELEMENT(object)->state;
  G_OBJECT_CLASS(gst_video_histogram_element_parent_class)->finalize(object);
}

static void gst_video_histogram_element_init(GstVideoHistogramElement* self) {
  self->state = new ElementState(GST_ELEMENT(self));
  GstBaseTransform* trans = GST_BASE_TRANSFORM(self);
  gst_base_transform_set_in_place(trans, TRUE);
  gst_base_transform_set_gap_aware(trans, TRUE);
}

static void gst_video_histogram_element_class_init(GstVideoHistogramElementClass* klass) {
  GObjectClass* object_class = G_OBJECT_CLASS(klass);
  GstElementClass* element_class = GST_ELEMENT_CLASS(klass);
  GstBaseTransformClass* trans_class = GST_BASE_TRANSFORM_CLASS(klass);

  object_class->set_property = gst_video_histogram_element_set_property;
  object_class->get_property = gst_video_histogram_element_get_property;
  object_class->constructed = gst_video_histogram_element_constructed;
  object_class->finalize = gst_video_histogram_element_finalize;
  install_settings(object_class, setting_table());
  install_shared_properties(object_class, "Counters and times of frames since the element started");
  // In place of the property of the base class, which says that events are handled.
  g_object_class_install_property(
      object_class, PROP_QOS,
      g_param_spec_boolean("qos", "QoS",
                           "No effect: late frames are counted as well, and QoS events go upstream "
                           "as they are",
                           FALSE, mutable_in_playing));

  gst_element_class_set_static_metadata(
      element_class, "Video histogram", "Filter/Analyzer/Video",
      "Counts exact histograms of video frames on NVIDIA GPUs or the CPU",
      "The gst-videohistogram authors");
  GstCaps* const caps = with_drm_formats(make_caps_of_frames_and_fields());
  add_pads(element_class, caps, gst_caps_ref(caps));

  element_class->set_context = gst_video_histogram_element_set_context;
  trans_class->start = gst_video_histogram_element_start;
  trans_class->stop = gst_video_histogram_element_stop;
  trans_class->set_caps = gst_video_histogram_element_set_caps;
  trans_class->prepare_output_buffer = gst_video_histogram_element_prepare_output_buffer;
  trans_class->transform_ip = gst_video_histogram_element_transform_ip;
  trans_class->sink_event = gst_video_histogram_element_sink_event;
  trans_class->src_event = gst_video_histogram_element_src_event;
  trans_class->query = gst_video_histogram_element_query;
  trans_class->propose_allocation = gst_video_histogram_element_propose_allocation;
}
