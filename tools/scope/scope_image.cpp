// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/scope/scope_image.h"

#include "tools/analysis/decoder.h"
#include "tools/analysis/gst_pointers.h"
#include "tools/command/failure.h"
#include "tools/text/escape.h"

#include <gst/gst.h>

#include <sstream>

namespace videohistogram::tools {

namespace {

/// For one frame, which may be a whole group of pictures behind a key frame.
constexpr GstClockTime frame_timeout = 60 * GST_SECOND;

using SamplePtr = std::unique_ptr<GstSample, Releaser<gst_sample_unref>>;

/// A pipeline that pauses at a frame, stopped when the object goes.
class Pipeline {
public:
  explicit Pipeline(const ScopeRequest& request);
  ~Pipeline() { gst_element_set_state(pipeline_.get(), GST_STATE_NULL); }
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  ScopeImage draw();

private:
  GstElement* add(const char* factory);
  void set_property(GstElement* scopes, const std::string& name, const std::string& value);
  void wait_for_frame();
  Failure cannot(const std::string& why) const {
    return {escape_for_terminal(request_.video) + ": " + why};
  }

  const ScopeRequest request_;
  ElementPtr pipeline_;
  GstElement* sink_ = nullptr; ///< of the pipeline
};

GstElement* Pipeline::add(const char* factory) {
  GstElement* const element = gst_element_factory_make(factory, nullptr);
  if (!element)
    throw Failure{std::string("GStreamer's element ") + factory +
                  " is missing; gst-inspect-1.0 lists those that GStreamer finds"};
  gst_bin_add(GST_BIN(pipeline_.get()), element); // takes the reference
  return element;
}

/// Takes what gst-launch-1.0 takes, and says so if the value is none.
void Pipeline::set_property(GstElement* scopes, const std::string& name, const std::string& value) {
  GParamSpec* const spec = g_object_class_find_property(G_OBJECT_GET_CLASS(scopes), name.c_str());
  const std::string element = GST_OBJECT_NAME(gst_element_get_factory(scopes));
  if (!spec || !(spec->flags & G_PARAM_WRITABLE) || !GST_IS_ELEMENT(scopes))
    throw misuse(element + " has no property " + escape_for_terminal(name) + "; gst-inspect-1.0 " +
                 element + " lists those that it has");
  GValue parsed = G_VALUE_INIT;
  g_value_init(&parsed, spec->value_type);
  const bool valid =
      gst_value_deserialize(&parsed, value.c_str()) && !g_param_value_validate(spec, &parsed);
  if (valid)
    g_object_set_property(G_OBJECT(scopes), name.c_str(), &parsed);
  g_value_unset(&parsed);
  if (!valid)
    throw misuse(escape_for_terminal(name) + " cannot be " + escape_for_terminal(value) +
                 "; gst-inspect-1.0 " + element + " says what it takes");
}

Pipeline::Pipeline(const ScopeRequest& request)
    : request_(request), pipeline_(gst_pipeline_new(nullptr)) {
  GstElement* const source = add("filesrc");
  GstElement* const decoder = add("decodebin");
  GstElement* const countable = add("videoconvert"); // if frames of this format cannot be counted
  GstElement* const scopes = add(request.over_video ? "videoscopeoverlay" : "videoscope");
  GstElement* const size = add("capsfilter");
  GstElement* const convert = add("videoconvert");
  GstElement* const encoder = add("pngenc");
  sink_ = add("fakesink");
  std::istringstream properties(request.properties);
  for (std::string property; properties >> property;) {
    const size_t equals = property.find('=');
    if (equals == std::string::npos)
      throw misuse("a property is NAME=VALUE, not " + escape_for_terminal(property));
    set_property(scopes, property.substr(0, equals), property.substr(equals + 1));
  }
  g_object_set(source, "location", request.video.c_str(), nullptr);
  decode_video(decoder, countable);
  gst_util_set_object_arg(G_OBJECT(countable), "dither", "none");
  if (!request.over_video) {
    const CapsPtr caps(gst_caps_new_simple("video/x-raw", "width", G_TYPE_INT, request.width,
                                           "height", G_TYPE_INT, request.height, nullptr));
    g_object_set(size, "caps", caps.get(), nullptr);
  }
  g_object_set(sink_, "enable-last-sample", TRUE, nullptr);
  gst_element_link(source, decoder);
  gst_element_link_many(countable, scopes, size, convert, encoder, sink_, nullptr);
}

void Pipeline::wait_for_frame() {
  const BusPtr bus(gst_element_get_bus(pipeline_.get()));
  const MessagePtr message(gst_bus_timed_pop_filtered(
      bus.get(), frame_timeout,
      static_cast<GstMessageType>(GST_MESSAGE_ASYNC_DONE | GST_MESSAGE_ERROR | GST_MESSAGE_EOS)));
  if (!message)
    throw cannot("a frame took longer than a minute");
  if (GST_MESSAGE_TYPE(message.get()) != GST_MESSAGE_ERROR)
    return;
  GError* error = nullptr;
  gst_message_parse_error(message.get(), &error, nullptr);
  const ErrorPtr owner(error);
  throw cannot(escape_for_terminal(error->message));
}

ScopeImage Pipeline::draw() {
  gst_element_set_state(pipeline_.get(), GST_STATE_PAUSED);
  wait_for_frame();
  if (request_.time > 0) {
    if (!gst_element_seek_simple(
            pipeline_.get(), GST_FORMAT_TIME,
            static_cast<GstSeekFlags>(GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE), request_.time))
      throw cannot("only the first frame can be had, because the video cannot seek");
    wait_for_frame();
  }
  GstSample* raw = nullptr;
  g_object_get(sink_, "last-sample", &raw, nullptr);
  const SamplePtr sample(raw);
  GstBuffer* const buffer = raw ? gst_sample_get_buffer(raw) : nullptr;
  GstMapInfo map;
  if (!buffer || !gst_buffer_map(buffer, &map, GST_MAP_READ))
    throw cannot("there is no frame at that time");
  ScopeImage image;
  image.png.assign(reinterpret_cast<const char*>(map.data), map.size);
  gst_buffer_unmap(buffer, &map);
  const guint64 time = gst_segment_to_stream_time(gst_sample_get_segment(raw), GST_FORMAT_TIME,
                                                  GST_BUFFER_PTS(buffer));
  if (GST_CLOCK_TIME_IS_VALID(time))
    image.time = static_cast<int64_t>(time);
  return image;
}

} // namespace

ScopeImage draw_scope(const ScopeRequest& request) {
  gst_init(nullptr, nullptr);
  return Pipeline(request).draw();
}

} // namespace videohistogram::tools
