// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/decode/source.h"

#include "tools/decode/add_element.h"
#include "tools/decode/decoder.h"
#include "tools/input/address.h"
#include "tools/read/gst_pointers.h"

#include <cstring>

namespace videohistogram::tools {

namespace {

bool is_device(const std::string& source) {
  return source.front() == '/';
}

/// Whether the source is no description of a pipeline.
bool has_uri(const std::string& source) {
  return is_device(source) || is_uri(source);
}

const char* decoder_of(const std::string& source) {
  return has_uri(source) ? "uridecodebin" : "decodebin";
}

/// Whether an element that has a URI of its own opens a connection. Without a valid one, all
/// schemes that it knows count.
bool handles_network(GstURIHandler* handler) {
  const TextPtr uri(gst_uri_handler_get_uri(handler));
  if (uri && is_uri(uri.get()))
    return kind_of_uri(uri.get()) == UriKind::network;
  const gchar* const* scheme = gst_uri_handler_get_protocols(handler);
  while (scheme && *scheme && kind_of_uri(*scheme) != UriKind::network)
    scheme++;
  return scheme && *scheme;
}

bool opens_network(GstElement* element) {
  GstElementFactory* factory = gst_element_get_factory(element);
  const gchar* klass =
      factory ? gst_element_factory_get_metadata(factory, GST_ELEMENT_METADATA_KLASS) : nullptr;
  if (klass && (std::strstr(klass, "Network") || std::strstr(klass, "Adaptive")))
    return true;
  if (GST_IS_URI_HANDLER(element))
    return handles_network(GST_URI_HANDLER(element));
  const GParamSpec* property = g_object_class_find_property(G_OBJECT_GET_CLASS(element), "uri");
  if (!property || property->value_type != G_TYPE_STRING || !(property->flags & G_PARAM_READABLE))
    return false;
  gchar* raw = nullptr;
  g_object_get(element, "uri", &raw, nullptr);
  const TextPtr uri(raw);
  return uri && kind_of_uri(uri.get()) == UriKind::network;
}

/// The name of an element in the bin that opens a network connection; empty if there is none.
std::string find_network_element(GstElement* bin) {
  std::string found;
  GstIterator* elements = gst_bin_iterate_recurse(GST_BIN(bin));
  gst_iterator_foreach(
      elements,
      [](const GValue* value, gpointer data) {
        auto* element = static_cast<GstElement*>(g_value_get_object(value));
        if (opens_network(element))
          *static_cast<std::string*>(data) = GST_OBJECT_NAME(element);
      },
      &found);
  gst_iterator_free(elements);
  return found;
}

std::string refusal_of(const std::string& element) {
  return "the element " + element + " opens a network connection; --allow-network permits that";
}

/// Refuses an element that a bin gets while it runs: decodebin adds what the stream needs, such as
/// the demuxer of a playlist. Without its input such an element opens no connection.
void refuse_network_element(GstBin* bin, GstBin*, GstElement* element, gpointer) {
  if (!opens_network(element))
    return;
  gst_element_foreach_sink_pad(
      element,
      [](GstElement*, GstPad* pad, gpointer) -> gboolean {
        gst_pad_add_probe(
            pad,
            static_cast<GstPadProbeType>(GST_PAD_PROBE_TYPE_BUFFER |
                                         GST_PAD_PROBE_TYPE_BUFFER_LIST),
            [](GstPad*, GstPadProbeInfo*, gpointer) { return GST_PAD_PROBE_DROP; }, nullptr,
            nullptr);
        return TRUE;
      },
      nullptr);
  // An error of the element itself would stay within decodebin, which tries others.
  GST_ELEMENT_ERROR(bin, RESOURCE, NOT_AUTHORIZED,
                    ("%s", refusal_of(GST_OBJECT_NAME(element)).c_str()), (nullptr));
}

/// The name of the element behind a description.
constexpr const char* last_name = "end-of-live-source";

/// The elements of a description as a bin with a pad "src". Returns NULL with `problem` set. One
/// more element follows the description, which may therefore end with caps, or with an element
/// whose pads come late.
GstElement* add_description(GstElement* pipeline, const std::string& description,
                            bool allow_network, std::string& problem) {
  GError* error = nullptr;
  GstElement* bin = gst_parse_bin_from_description_full(
      (description + " ! identity name=" + last_name).c_str(), FALSE, nullptr,
      static_cast<GstParseFlags>(GST_PARSE_FLAG_FATAL_ERRORS |
                                 GST_PARSE_FLAG_NO_SINGLE_ELEMENT_BINS |
                                 GST_PARSE_FLAG_PLACE_IN_BIN),
      &error);
  const ErrorPtr owned(error);
  if (!bin) {
    problem = std::string("no device, URI or description of a pipeline: ") +
              (error ? error->message : "nothing in it");
    return nullptr;
  }
  gst_bin_add(GST_BIN(pipeline), bin);
  const std::string network = allow_network ? "" : find_network_element(bin);
  if (!network.empty())
    problem = refusal_of(network);
  if (!allow_network)
    g_signal_connect(bin, "deep-element-added", G_CALLBACK(refuse_network_element), nullptr);
  const ElementPtr last(gst_bin_get_by_name(GST_BIN(bin), last_name));
  const PadPtr pad(gst_element_get_static_pad(last.get(), "src"));
  gst_element_add_pad(bin, gst_ghost_pad_new("src", pad.get()));
  return problem.empty() ? bin : nullptr;
}

} // namespace

std::string why_no_source(const std::string& source) {
  return missing_element({decoder_of(source), "videoconvert"});
}

Source add_source(GstElement* pipeline, const std::string& source, const AnalysisSettings& settings,
                  GstElement* next) {
  std::string problem;
  GstElement* decoder = add_element(pipeline, decoder_of(source));
  if (has_uri(source)) {
    g_object_set(decoder, "uri", ((is_device(source) ? "v4l2://" : "") + source).c_str(), nullptr);
  } else {
    GstElement* reader = add_description(pipeline, source, settings.allow_network, problem);
    if (!reader)
      return {nullptr, problem};
    gst_element_link(reader, decoder);
  }
  decode_video(decoder, next, settings.selection.stream);
  return {decoder, ""};
}

} // namespace videohistogram::tools
