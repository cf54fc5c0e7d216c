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
 */
#include "plugin/element/gstvideohistogramelement.h"

#include "plugin/element/analyzer.h"
#include "plugin/memory/allocation.h"
#include "plugin/settings/properties.h"

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>

GST_DEBUG_CATEGORY(gst_video_histogram_element_debug);
#define GST_CAT_DEFAULT gst_video_histogram_element_debug

using videohistogram::Analyzer;
using videohistogram::Error;
using videohistogram::ErrorKind;
using videohistogram::Settings;
using videohistogram::SharedSettings;
using videohistogram::Status;

namespace {

/// The C++ state of one element.
struct ElementState {
  explicit ElementState(GstElement* element) : analyzer(element) {}

  SharedSettings get_settings() {
    std::lock_guard lock(settings_mutex);
    return settings;
  }
  void replace_settings(SharedSettings replacement) { // with settings_mutex held
    settings = std::move(replacement);
    settings_version.fetch_add(1, std::memory_order_release);
  }

  /// Fetches the settings of the next frame. Streaming thread only.
  void refresh_frame_settings() {
    const uint64_t version = settings_version.load(std::memory_order_acquire);
    if (version == frame_settings_version)
      return;
    frame_settings = get_settings();
    frame_settings_version = version;
  }

  std::mutex settings_mutex;
  SharedSettings settings = std::make_shared<const Settings>(); ///< with settings_mutex held
  std::atomic<uint64_t> settings_version{1};                    ///< version of `settings`
  SharedSettings frame_settings;       ///< settings of the current frame; streaming thread only
  uint64_t frame_settings_version = 0; ///< version of frame_settings, or an older one; 0: none yet
  std::string refusal;                 ///< why the stream was last refused; empty: it was not
  Analyzer analyzer;
};

} // namespace

struct _GstVideoHistogramElement {
  GstBaseTransform parent;
  ElementState* state;
};

// GStreamer derives an element's default name, "videohistogram0", from the name of its type. The
// name GstVideoHistogram belongs to the histogram.
using GstVideohistogram = GstVideoHistogramElement;
using GstVideohistogramClass = GstVideoHistogramElementClass;
G_DEFINE_TYPE(GstVideohistogram, gst_video_histogram_element, GST_TYPE_BASE_TRANSFORM)
GST_ELEMENT_REGISTER_DEFINE_WITH_CODE(videohistogram, "videohistogram", GST_RANK_NONE,
                                      GST_TYPE_VIDEO_HISTOGRAM_ELEMENT,
                                      GST_DEBUG_CATEGORY_INIT(gst_video_histogram_element_debug,
                                                              "videohistogram", 0,
                                                              "Histograms of video frames"))

static ElementState& state_of(gpointer object) {
  return *GST_VIDEO_HISTOGRAM_ELEMENT(object)->state;
}

/// Returns true and posts a WARNING if a property's text cannot be parsed: the old text then stays.
/// Checks only while the element runs. Before that an application may not watch the bus yet; the
/// first frame then reports the error.
static bool refuse_text(GObject* object, guint id, const GValue* value, GParamSpec* pspec) {
  if (!state_of(object).analyzer.running())
    return false;
  const Status status = videohistogram::check_setting(id, value);
  if (!status.ok())
    GST_ELEMENT_WARNING(
        object, RESOURCE, SETTINGS,
        ("%s. The property %s stays as it was", status.error().message.c_str(), pspec->name),
        (nullptr));
  return !status.ok();
}

static void gst_video_histogram_element_set_property(GObject* object, guint id, const GValue* value,
                                                     GParamSpec* pspec) {
  ElementState& state = state_of(object);
  if (refuse_text(object, id, value, pspec)) // posts without settings_mutex held
    return;
  std::lock_guard lock(state.settings_mutex);
  auto settings = std::make_shared<Settings>(*state.settings);
  if (!videohistogram::set_setting(*settings, id, value))
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
  state.replace_settings(std::move(settings));
}

static void gst_video_histogram_element_get_property(GObject* object, guint id, GValue* value,
                                                     GParamSpec* pspec) {
  ElementState& state = state_of(object);
  if (id == videohistogram::PROP_ACTIVE_BACKEND)
    g_value_set_string(value, state.analyzer.active_backend());
  else if (id == videohistogram::PROP_STATS)
    g_value_take_boxed(value, state.analyzer.stats());
  else if (!videohistogram::get_setting(*state.get_settings(), id, value))
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
}

/// Turns exceptions into an error, since none may leave a GStreamer callback. Exceptions mean that
/// memory or threads have run out.
template <class Function>
static Status without_exceptions(Function function) {
  try {
    return function();
  } catch (const std::exception& exception) {
    return {ErrorKind::transient, "There are not enough threads or memory to count frames",
            exception.what()};
  }
}

/// Posts an ERROR whose code depends on the kind of the error.
static void post_error(GstBaseTransform* trans, const Error& error) {
  switch (error.kind) {
  case ErrorKind::no_device:
    GST_ELEMENT_ERROR(trans, RESOURCE, NOT_FOUND, ("%s", error.message.c_str()),
                      ("%s", error.detail.c_str()));
    break;
  case ErrorKind::invalid_argument:
    GST_ELEMENT_ERROR(trans, RESOURCE, SETTINGS, ("%s", error.message.c_str()),
                      ("%s", error.detail.c_str()));
    break;
  case ErrorKind::transient:
    GST_ELEMENT_ERROR(trans, RESOURCE, BUSY, ("%s", error.message.c_str()),
                      ("%s", error.detail.c_str()));
    break;
  case ErrorKind::device_unusable:
  case ErrorKind::device_lost:
  case ErrorKind::bug:
    GST_ELEMENT_ERROR(trans, RESOURCE, FAILED, ("%s", error.message.c_str()),
                      ("%s", error.detail.c_str()));
    break;
  }
}

static gboolean gst_video_histogram_element_start(GstBaseTransform* trans) {
  ElementState& state = state_of(trans);
  state.refusal.clear();
  const Status status =
      without_exceptions([&] { return state.analyzer.start(*state.get_settings()); });
  if (status.ok())
    return TRUE;
  post_error(trans, status.error());
  return FALSE;
}

static gboolean gst_video_histogram_element_stop(GstBaseTransform* trans) {
  state_of(trans).analyzer.stop();
  return TRUE;
}

/// Posts one ERROR per reason: upstream offers refused caps before each buffer and may push on.
static void refuse_stream(GstBaseTransform* trans, const Error& error) {
  std::string& refusal = state_of(trans).refusal;
  if (refusal == error.message)
    return;
  refusal = error.message;
  GST_ELEMENT_ERROR(trans, STREAM, FORMAT, ("%s", error.message.c_str()),
                    ("%s", error.detail.c_str()));
}

static gboolean gst_video_histogram_element_set_caps(GstBaseTransform* trans, GstCaps* incaps,
                                                     GstCaps* outcaps) {
  ElementState& state = state_of(trans);
  if (!state.analyzer.running())
    return FALSE; // upstream sends its sticky caps again later
  GST_DEBUG_OBJECT(trans, "caps %" GST_PTR_FORMAT, incaps);
  const Status status = without_exceptions([&]() -> Status {
    state.analyzer.set_format(videohistogram::read_caps(incaps), state.get_settings());
    return {};
  });
  if (!status.ok())
    post_error(trans, status.error());
  return status.ok();
}

/// The meta needs a writable buffer, not pixels: a shared buffer is copied without its memory.
static GstFlowReturn gst_video_histogram_element_prepare_output_buffer(GstBaseTransform* trans,
                                                                       GstBuffer* input,
                                                                       GstBuffer** output) {
  ElementState& state = state_of(trans);
  state.refresh_frame_settings();
  if (gst_buffer_is_writable(input) || !state.frame_settings->attach_meta ||
      GST_BUFFER_FLAG_IS_SET(input, GST_BUFFER_FLAG_GAP))
    *output = input;
  else if (!(*output = gst_buffer_copy(input)))
    *output = input; // the buffer is passed on without a meta
  return GST_FLOW_OK;
}

static GstFlowReturn gst_video_histogram_element_transform_ip(GstBaseTransform* trans,
                                                              GstBuffer* buffer) {
  ElementState& state = state_of(trans);
  if (!state.analyzer.running())
    return GST_FLOW_FLUSHING;
  if (!state.analyzer.has_format())
    return GST_FLOW_NOT_NEGOTIATED; // the base class keeps caps from before a restart
  const Status status = without_exceptions(
      [&] { return state.analyzer.analyse(buffer, trans->segment, state.frame_settings); });
  if (status.ok()) {
    state.refusal.clear();
    return GST_FLOW_OK;
  }
  if (status.error().kind == ErrorKind::invalid_argument) {
    refuse_stream(trans, status.error());
    return GST_FLOW_NOT_NEGOTIATED;
  }
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
    if (analyzer.running()) {
      GstClockTime timestamp = GST_CLOCK_TIME_NONE, duration = GST_CLOCK_TIME_NONE;
      gst_event_parse_gap(event, &timestamp, &duration);
      analyzer.gap(timestamp, duration, trans->segment, state.get_settings());
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

/// Bypasses the base class for QoS events, which would make it drop late frames: they are counted.
static gboolean gst_video_histogram_element_src_event(GstBaseTransform* trans, GstEvent* event) {
  if (GST_EVENT_TYPE(event) == GST_EVENT_QOS)
    return gst_pad_push_event(GST_BASE_TRANSFORM_SINK_PAD(trans), event);
  return GST_BASE_TRANSFORM_CLASS(gst_video_histogram_element_parent_class)
      ->src_event(trans, event);
}

static gboolean gst_video_histogram_element_query(GstBaseTransform* trans,
                                                  GstPadDirection direction, GstQuery* query) {
  if (GST_QUERY_TYPE(query) == GST_QUERY_CONTEXT && state_of(trans).analyzer.answer_context(query))
    return TRUE;
  // A DRAIN query asks for the return of all buffers.
  if (GST_QUERY_TYPE(query) == GST_QUERY_DRAIN && direction == GST_PAD_SINK)
    state_of(trans).analyzer.drain();
  return GST_BASE_TRANSFORM_CLASS(gst_video_histogram_element_parent_class)
      ->query(trans, direction, query);
}

static void gst_video_histogram_element_set_context(GstElement* element, GstContext* context) {
  ElementState& state = state_of(element);
  state.analyzer.set_context(context, *state.get_settings());
  GST_ELEMENT_CLASS(gst_video_histogram_element_parent_class)->set_context(element, context);
}

/// Upstream's buffers are passed on downstream, so downstream answers the query first.
static gboolean gst_video_histogram_element_propose_allocation(GstBaseTransform* trans,
                                                               GstQuery* decide_query,
                                                               GstQuery* query) {
  bool answered = gst_pad_peer_query(GST_BASE_TRANSFORM_SRC_PAD(trans), query);
  videohistogram::refuse_crops(query);
  Analyzer& analyzer = state_of(trans).analyzer;
  if (!analyzer.running() || !analyzer.has_format())
    return answered;
  const Status status = without_exceptions([&]() -> Status {
    answered =
        videohistogram::extend_allocation(query, analyzer.backend(), analyzer.keeps_previous()) ||
        answered;
    return {};
  });
  if (!status.ok())
    GST_INFO_OBJECT(trans, "no pool is offered: %s", status.error().detail.c_str());
  return answered;
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
  object_class->finalize = gst_video_histogram_element_finalize;
  videohistogram::install_properties(object_class);

  gst_element_class_set_static_metadata(
      element_class, "Video histogram", "Filter/Analyzer/Video",
      "Counts exact histograms of video frames on NVIDIA GPUs or the CPU",
      "The gst-videohistogram authors");
  GstCaps* const caps =
      gst_caps_merge(videohistogram::make_countable_caps(),
                     videohistogram::make_countable_caps(videohistogram::cuda_memory_feature));
  for (const auto& [name, direction] : {std::pair("sink", GST_PAD_SINK), {"src", GST_PAD_SRC}})
    gst_element_class_add_pad_template(element_class,
                                       gst_pad_template_new(name, direction, GST_PAD_ALWAYS, caps));
  gst_caps_unref(caps);

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
