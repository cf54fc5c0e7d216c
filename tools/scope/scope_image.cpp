// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/scope/scope_image.h"

#include "tools/base/failure.h"
#include "tools/decode/add_element.h"
#include "tools/read/frame_finder.h"
#include "tools/read/gst_pointers.h"
#include "tools/text/escape.h"

#include <gst/app/gstappsrc.h>
#include <gst/gst.h>
#include <gst/video/video.h>

#include <sstream>
#include <utility>

namespace videohistogram::tools {

namespace {

/// For one frame, which may be a whole group of pictures after a key frame.
constexpr GstClockTime frame_timeout = 60 * GST_SECOND;

/// The value of a property as gst-launch-1.0 takes it, in lower case.
std::string text_of(GstElement* element, const char* property) {
  GValue value = G_VALUE_INIT;
  g_object_get_property(G_OBJECT(element), property, &value);
  const TextPtr text(gst_value_serialize(&value));
  g_value_unset(&value);
  const TextPtr lower(g_ascii_strdown(text ? text.get() : "", -1));
  return lower.get();
}

/// Whether the element draws Cb and Cr as its properties are.
bool needs_chroma(GstElement* scopes) {
  const std::string names = text_of(scopes, "scopes");
  return names.find("vectorscope") != std::string::npos ||
         names.find("lightning") != std::string::npos ||
         names.find("arrowhead") != std::string::npos ||
         (names.find("parade") != std::string::npos && text_of(scopes, "parade-mode") == "ycbcr");
}

/// Caps of the element's formats in system memory, without those of RGB.
CapsPtr caps_without_rgb(GstElement* scopes) {
  const PadPtr sink(gst_element_get_static_pad(scopes, "sink"));
  const CapsPtr all(gst_pad_get_pad_template_caps(sink.get()));
  CapsPtr caps(gst_caps_new_empty());
  for (guint i = 0; i < gst_caps_get_size(all.get()); i++) {
    GstCapsFeatures* const features = gst_caps_get_features(all.get(), i);
    if (!gst_caps_features_is_equal(features, GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY))
      continue;
    const GValue* const formats =
        gst_structure_get_value(gst_caps_get_structure(all.get(), i), "format");
    for (guint f = 0; f < gst_value_list_get_size(formats); f++) {
      const gchar* const name = g_value_get_string(gst_value_list_get_value(formats, f));
      if (GST_VIDEO_FORMAT_INFO_IS_RGB(
              gst_video_format_get_info(gst_video_format_from_string(name))))
        continue;
      gst_caps_append_structure(
          caps.get(), gst_structure_new("video/x-raw", "format", G_TYPE_STRING, name, nullptr));
    }
  }
  return caps;
}

/// A pipeline that pauses at a frame, stopped when the object goes.
class ScopePipeline {
public:
  explicit ScopePipeline(const ScopeRequest& request);
  ~ScopePipeline() { gst_element_set_state(pipeline_.get(), GST_STATE_NULL); }
  ScopePipeline(const ScopePipeline&) = delete;
  ScopePipeline& operator=(const ScopePipeline&) = delete;

  ScopeImage draw();

private:
  GstElement* add(const char* factory);
  void set_property(GstElement* scopes, const std::string& name, const std::string& value);
  void read_frame();
  void wait_for_frame();
  Failure cannot(const std::string& why) const {
    return {escape_for_terminal(request_.video) + ": " + why};
  }

  const ScopeRequest request_;
  ElementPtr pipeline_;
  GstElement *source_ = nullptr, *sink_ = nullptr; ///< of the pipeline
  ScopeImage image_;
};

GstElement* ScopePipeline::add(const char* factory) {
  GstElement* const element = add_element(pipeline_.get(), factory);
  if (!element)
    throw Failure{std::string("GStreamer's element ") + factory +
                  " is missing; gst-inspect-1.0 lists those that GStreamer finds"};
  return element;
}

/// Takes what gst-launch-1.0 takes, and says so if the value is none.
void ScopePipeline::set_property(GstElement* scopes, const std::string& name,
                                 const std::string& value) {
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

ScopePipeline::ScopePipeline(const ScopeRequest& request)
    : request_(request), pipeline_(gst_pipeline_new(nullptr)) {
  source_ = add("appsrc");
  GstElement* const countable = add("videoconvert");
  GstElement* const formats = add("capsfilter");
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
  gst_util_set_object_arg(G_OBJECT(countable), "dither", "none");
  if (needs_chroma(scopes)) // of RGB the converter makes Y'CbCr with the least loss
    g_object_set(formats, "caps", caps_without_rgb(scopes).get(), nullptr);
  if (!request.over_video) {
    const CapsPtr caps(gst_caps_new_simple("video/x-raw", "width", G_TYPE_INT, request.width,
                                           "height", G_TYPE_INT, request.height, nullptr));
    g_object_set(size, "caps", caps.get(), nullptr);
  }
  g_object_set(sink_, "enable-last-sample", TRUE, nullptr);
  gst_element_link_many(source_, countable, formats, scopes, size, convert, encoder, sink_,
                        nullptr);
}

/// Gives the frame to the pipeline.
void ScopePipeline::read_frame() {
  const gint64 end =
      g_get_monotonic_time() + static_cast<gint64>(GST_TIME_AS_USECONDS(frame_timeout));
  const auto is_late = [end] { return g_get_monotonic_time() > end; };
  try {
    const FrameFinder::Found found = FrameFinder(request_.video, is_late).find(request_.time);
    if (!found.sample)
      throw cannot(is_late() ? "a frame took longer than a minute"
                             : "there is no frame at that time");
    image_.time = found.time.value_or(-1);
    gst_app_src_push_sample(GST_APP_SRC(source_), found.sample.get());
    gst_app_src_end_of_stream(GST_APP_SRC(source_));
  } catch (const ReadError& error) {
    throw cannot(escape_for_terminal(error.message));
  }
}

void ScopePipeline::wait_for_frame() {
  const BusPtr bus(gst_element_get_bus(pipeline_.get()));
  for (;;) {
    const MessagePtr message(gst_bus_timed_pop_filtered(
        bus.get(), frame_timeout,
        static_cast<GstMessageType>(GST_MESSAGE_ASYNC_DONE | GST_MESSAGE_ERROR | GST_MESSAGE_EOS |
                                    GST_MESSAGE_WARNING)));
    if (!message)
      throw cannot("a frame took longer than a minute");
    const GstMessageType type = GST_MESSAGE_TYPE(message.get());
    if (type != GST_MESSAGE_ERROR && type != GST_MESSAGE_WARNING)
      return;
    GError* error = nullptr;
    if (type == GST_MESSAGE_ERROR)
      gst_message_parse_error(message.get(), &error, nullptr);
    else
      gst_message_parse_warning(message.get(), &error, nullptr);
    const ErrorPtr owner(error);
    const std::string text = escape_for_terminal(error->message);
    if (type == GST_MESSAGE_ERROR)
      throw cannot(text);
    image_.warnings.push_back(escape_for_terminal(request_.video) + ": " + text);
  }
}

ScopeImage ScopePipeline::draw() {
  read_frame();
  gst_element_set_state(pipeline_.get(), GST_STATE_PAUSED);
  wait_for_frame();
  GstSample* raw = nullptr;
  g_object_get(sink_, "last-sample", &raw, nullptr);
  const SamplePtr sample(raw);
  GstBuffer* const buffer = raw ? gst_sample_get_buffer(raw) : nullptr;
  GstMapInfo map;
  if (!buffer || !gst_buffer_map(buffer, &map, GST_MAP_READ))
    throw cannot("there is no frame at that time");
  image_.png.assign(reinterpret_cast<const char*>(map.data), map.size);
  gst_buffer_unmap(buffer, &map);
  return std::move(image_);
}

} // namespace

ScopeImage draw_scope(const ScopeRequest& request) {
  gst_init(nullptr, nullptr);
  return ScopePipeline(request).draw();
}

} // namespace videohistogram::tools
