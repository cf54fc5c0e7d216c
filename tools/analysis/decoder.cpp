// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/decoder.h"

#include "tools/analysis/gst_pointers.h"

#include <gst/pbutils/pbutils.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace videohistogram::tools {

namespace {

/// GstAutoplugSelectResult, which no header of GStreamer has.
enum { autoplug_try = 0, autoplug_skip = 2 };

bool fetches(GstElementFactory* factory) {
  const gchar* klass = gst_element_factory_get_metadata(factory, GST_ELEMENT_METADATA_KLASS);
  return klass && (std::strstr(klass, "Adaptive") || std::strstr(klass, "Network") ||
                   std::strstr(klass, "Source"));
}

bool is_decoder(GstElementFactory* factory) {
  return gst_element_factory_list_is_type(factory, GST_ELEMENT_FACTORY_TYPE_DECODER);
}

/// Standards that define every bit of a decoded frame. Decoders of others, such as MPEG-2, round in
/// their own ways.
bool is_exact(const GstCaps* caps) {
  constexpr const char* exact[] = {"video/x-h264", "video/x-h265", "video/x-vp8", "video/x-vp9",
                                   "video/x-av1"};
  const GstStructure* structure = gst_caps_get_structure(caps, 0);
  return std::any_of(std::begin(exact), std::end(exact),
                     [&](const char* name) { return gst_structure_has_name(structure, name); });
}

/// Whether the factory makes a decoder of NVIDIA's NVDEC.
bool is_nvdec(GstElementFactory* factory) {
  const gchar* plugin = gst_plugin_feature_get_plugin_name(GST_PLUGIN_FEATURE(factory));
  return plugin && std::strcmp(plugin, nvdec_plugin) == 0;
}

gint select_any(GstElement*, GstPad*, GstCaps*, GstElementFactory* factory, gpointer) {
  return fetches(factory) ? autoplug_skip : autoplug_try;
}

gint select_for_gpu(GstElement*, GstPad*, GstCaps* caps, GstElementFactory* factory, gpointer) {
  const bool refused = is_decoder(factory) && !(is_nvdec(factory) && is_exact(caps));
  return refused || fetches(factory) ? autoplug_skip : autoplug_try;
}

/// Has decodebin take the decoders of VP8 and VP9 that ignore alpha, from which nothing is counted.
/// decodebin refuses those that decode it: with expose-all-streams=false the caps of their frames,
/// ANY until the first frame comes, count as others than video.
void ignore_alpha() {
  GstRegistry* const registry = gst_registry_get();
  for (const char* name : {"vp8alphadecodebin", "vp9alphadecodebin"}) {
    GstPluginFeature* feature = gst_registry_lookup_feature(registry, name);
    if (!feature)
      continue;
    gst_plugin_feature_set_rank(feature, GST_RANK_NONE);
    gst_object_unref(feature);
  }
}

/// Decoders ask which memory may hold their frames before decodebin links them: `data`, the element
/// that follows, answers.
gboolean answer_query(GstElement*, GstPad*, GstElement* child, GstQuery* query, gpointer data) {
  GstElementFactory* factory = gst_element_get_factory(child);
  if (GST_QUERY_TYPE(query) != GST_QUERY_CAPS || !factory || !is_decoder(factory))
    return FALSE;
  const PadPtr sink(gst_element_get_static_pad(static_cast<GstElement*>(data), "sink"));
  return gst_pad_query(sink.get(), query);
}

/// The stream that is to be linked.
struct WantedStream {
  GstElement* next;
  int left; ///< streams up to that one that have not come yet
};

void link_wanted(GstElement*, GstPad* pad, gpointer data) {
  auto* wanted = static_cast<WantedStream*>(data);
  if (--wanted->left != 0)
    return;
  const PadPtr sink(gst_element_get_static_pad(wanted->next, "sink"));
  gst_pad_link(pad, sink.get()); // a failure posts an error when the first frame comes
}

/// The pad through which an element, or a bin's ghost pad, receives what leaves at `source`.
PadPtr receiving_pad(GstPad* source) {
  GstIterator* const links = gst_pad_iterate_internal_links(source);
  GValue item = G_VALUE_INIT;
  PadPtr pad;
  if (links && gst_iterator_next(links, &item) == GST_ITERATOR_OK)
    pad.reset(GST_PAD(g_value_dup_object(&item)));
  if (G_IS_VALUE(&item))
    g_value_unset(&item);
  if (links)
    gst_iterator_free(links);
  return pad;
}

} // namespace

std::string describe_codec(GstPad* sink) {
  PadPtr pad(GST_PAD(gst_object_ref(sink)));
  while (pad) {
    const PadPtr source(gst_pad_get_peer(pad.get()));
    if (!source)
      return {};
    pad = receiving_pad(source.get());
    const ElementPtr element(gst_pad_get_parent_element(source.get()));
    GstElementFactory* const factory = element ? gst_element_get_factory(element.get()) : nullptr;
    if (!pad || !factory || !is_decoder(factory) || GST_IS_BIN(element.get()))
      continue;
    const CapsPtr caps(gst_pad_get_current_caps(pad.get()));
    const TextPtr text(caps ? gst_pb_utils_get_codec_description(caps.get()) : nullptr);
    return text ? text.get() : "";
  }
  return {};
}

void decode_video(GstElement* decoder, GstElement* next, int stream, Processor processor) {
  ignore_alpha();
  const CapsPtr video(gst_caps_from_string("video/x-raw(ANY)"));
  g_object_set(decoder, "caps", video.get(), "expose-all-streams", FALSE, nullptr);
  if (processor == Processor::gpu) {
    g_signal_connect(decoder, "autoplug-select", G_CALLBACK(select_for_gpu), nullptr);
    g_signal_connect(decoder, "autoplug-query", G_CALLBACK(answer_query), next);
  } else {
    g_signal_connect(decoder, "autoplug-select", G_CALLBACK(select_any), nullptr);
  }
  g_signal_connect_data(
      decoder, "pad-added", G_CALLBACK(link_wanted), new WantedStream{next, stream},
      [](gpointer data, GClosure*) { delete static_cast<WantedStream*>(data); },
      static_cast<GConnectFlags>(0));
}

} // namespace videohistogram::tools
