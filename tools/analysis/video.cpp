// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/video.h"

#include "tools/analysis/decoder.h"
#include "tools/analysis/frame_reader.h"
#include "tools/analysis/gst_pointers.h"
#include "tools/input/identity.h"

#include <cerrno>
#include <cstring>

namespace videohistogram::tools {

namespace {

/// Formats of Y'CbCr and gray that the element counts. RGB becomes the nearest of these.
constexpr const char* counted_caps =
    "video/x-raw,format={NV12,NV21,I420,YV12,Y42B,NV16,NV61,Y444,NV24,YUY2,UYVY,P010_10LE,"
    "I420_10LE,I422_10LE,Y444_10LE,P012_LE,I420_12LE,I422_12LE,Y444_12LE,P016_LE,GRAY8,GRAY16_LE}";

/// Why the decoding of a video failed, from the messages of the bus.
class Problems {
public:
  void note_missing(const GstStructure* structure) {
    const gchar* name = gst_structure_get_string(structure, "name");
    if (name)
      missing_ += (missing_.empty() ? "" : ", ") + std::string(name);
  }
  /// `error` is NULL if the stream ended without any video.
  std::string explain(const GError* error) const {
    if (!missing_.empty())
      return "no decoder installed: " + missing_;
    if (!error || g_error_matches(error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN))
      return "no video in this file";
    return error->message;
  }

private:
  std::string missing_;
};

class Pipeline {
public:
  Pipeline(const std::string& path, const DetectionSettings& settings, VideoListener& listener)
      : pipeline_(gst_pipeline_new(nullptr)), reader_(settings, listener) {
    GstElement* source = add("filesrc");
    GstElement* decoder = add("decodebin");
    GstElement* convert = add("videoconvert");
    GstElement* filter = add("capsfilter");
    GstElement* histogram = add("videohistogram");
    GstElement* sink = add("fakesink");

    g_object_set(source, "location", path.c_str(), nullptr);
    decode_first_video(decoder, convert);
    gst_util_set_object_arg(G_OBJECT(convert), "dither", "none");
    const CapsPtr caps(gst_caps_from_string(counted_caps));
    g_object_set(filter, "caps", caps.get(), nullptr);
    g_object_set(histogram, "bins", 0u, nullptr);
    gst_util_set_object_arg(G_OBJECT(histogram), "backend", "cpu");
    g_object_set(sink, "sync", FALSE, "async", FALSE, nullptr);
    gst_element_link(source, decoder);
    gst_element_link_many(convert, filter, histogram, sink, nullptr);
    reader_.watch(histogram, sink);
  }

  /// Plays to the end of the stream or to an error, and fills in all but the identity.
  void play(VideoRecord& record) {
    const BusPtr bus(gst_element_get_bus(pipeline_.get()));
    gst_element_set_state(pipeline_.get(), GST_STATE_PLAYING); // errors come on the bus
    Problems problems;
    ErrorPtr error;
    for (bool playing = true; playing;) {
      const MessagePtr message(gst_bus_timed_pop(bus.get(), GST_CLOCK_TIME_NONE));
      playing = handle(message.get(), problems, error);
    }
    gint64 duration = 0;
    if (gst_element_query_duration(pipeline_.get(), GST_FORMAT_TIME, &duration))
      record.format.duration = duration;
    gst_element_set_state(pipeline_.get(), GST_STATE_NULL);
    reader_.finish(record);
    if (record.frames == 0) {
      record.outcome = Outcome::failed;
      record.message = problems.explain(error.get());
    } else if (error) {
      record.outcome = Outcome::damaged;
      record.message = problems.explain(error.get());
    } else {
      record.outcome = Outcome::complete;
    }
  }

  ~Pipeline() { gst_element_set_state(pipeline_.get(), GST_STATE_NULL); }

private:
  /// The pipeline owns the element.
  GstElement* add(const char* factory) {
    GstElement* element = gst_element_factory_make(factory, nullptr);
    gst_bin_add(GST_BIN(pipeline_.get()), element);
    return element;
  }

  /// Returns false at the end of the stream, which an error is as well.
  bool handle(GstMessage* message, Problems& problems, ErrorPtr& error) {
    switch (GST_MESSAGE_TYPE(message)) {
    case GST_MESSAGE_EOS:
      return false;
    case GST_MESSAGE_ERROR: {
      GError* parsed = nullptr;
      gst_message_parse_error(message, &parsed, nullptr);
      error.reset(parsed);
      return false;
    }
    case GST_MESSAGE_ELEMENT:
      if (gst_message_has_name(message, "missing-plugin"))
        problems.note_missing(gst_message_get_structure(message));
      return true;
    default:
      return true;
    }
  }

  ElementPtr pipeline_;
  FrameReader reader_; // its pads are gone once the pipeline is in state NULL
};

} // namespace

VideoRecord analyse_video(const std::string& path, const DetectionSettings& settings,
                          VideoListener& listener) {
  VideoRecord record;
  Identity after;
  if (!read_identity(path, record.identity)) {
    record.message = std::string("cannot be read: ") + std::strerror(errno);
    return record;
  }
  if (record.identity.size == 0) {
    record.message = "the file is empty";
    return record;
  }
  Pipeline(path, settings, listener).play(record);
  if (!read_size_and_time(path, after) || after.size != record.identity.size ||
      after.modified != record.identity.modified) {
    record.outcome = Outcome::failed;
    record.message = "the file changed while it was read";
  }
  return record;
}

std::string why_not_usable() {
  for (const char* name :
       {"filesrc", "decodebin", "videoconvert", "capsfilter", "videohistogram", "fakesink"}) {
    GstElementFactory* factory = gst_element_factory_find(name);
    if (!factory)
      return std::string("GStreamer has no element ") + name +
             "; GST_PLUGIN_PATH may name the folder of libgstvideohistogram.so, and "
             "gst-inspect-1.0 "
             "lists what is installed";
    gst_object_unref(factory);
  }
  return "";
}

} // namespace videohistogram::tools
