// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/decode/decoder.h"

#include "tools/read/gst_pointers.h"

#include <gst/pbutils/pbutils.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <mutex>
#include <vector>

namespace videohistogram::tools {

namespace {

/// GstAutoplugSelectResult, which no header of GStreamer has.
enum { autoplug_try = 0, autoplug_skip = 2 };

/// Whether an element reads what the file names: the streams of a playlist, the clips of an
/// editor's project.
bool reads_others(GstElementFactory* factory) {
  constexpr const char* classes[] = {"Adaptive", "Editing", "Network", "Source"};
  const gchar* klass = gst_element_factory_get_metadata(factory, GST_ELEMENT_METADATA_KLASS);
  return klass && std::any_of(std::begin(classes), std::end(classes), [&](const char* name) {
           return std::strstr(klass, name) != nullptr;
         });
}

bool is_decoder(GstElementFactory* factory) {
  return gst_element_factory_list_is_type(factory, GST_ELEMENT_FACTORY_TYPE_DECODER);
}

/// Whether an element goes on behind the last frame without end, as it does in GStreamer 1.22.
bool never_ends(GstElementFactory* factory) {
  constexpr const char* names[] = {"avdec_gif", "avdemux_nut"};
  return std::any_of(std::begin(names), std::end(names), [&](const char* name) {
    return std::strcmp(GST_OBJECT_NAME(factory), name) == 0;
  });
}

gint select_any(GstElement* decodebin, GstPad*, GstCaps*, GstElementFactory* factory, gpointer) {
  if (never_ends(factory)) {
    gst_element_post_message(
        decodebin, gst_message_new_element(GST_OBJECT(decodebin),
                                           gst_structure_new(refusal_message, "name", G_TYPE_STRING,
                                                             GST_OBJECT_NAME(factory), nullptr)));
    return autoplug_skip;
  }
  return reads_others(factory) ? autoplug_skip : autoplug_try;
}

/// The stream that is to be linked. Signals come from streaming threads, several if a source has
/// several pads.
struct WantedStream {
  GstElement* const next;
  const size_t number;       ///< from 1
  std::mutex mutex;          ///< of what follows
  std::vector<GstPad*> pads; ///< of streams in the order of their numbers; NULL: it has left
  bool is_linked = false;    ///< whether the wanted one is there, and linked
};

/// The number of a stream that comes: that of one that has left, if there is one.
size_t take_number(WantedStream& wanted, GstPad* pad) {
  auto place = std::find(wanted.pads.begin(), wanted.pads.end(), nullptr);
  if (place == wanted.pads.end())
    place = wanted.pads.insert(place, nullptr);
  *place = pad;
  return static_cast<size_t>(place - wanted.pads.begin()) + 1;
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

bool link_pad(GstPad* pad, GstElement* element) {
  const PadPtr sink(gst_element_get_static_pad(element, "sink"));
  return gst_pad_link(pad, sink.get()) == GST_PAD_LINK_OK;
}

void link_wanted(GstElement*, GstPad* pad, gpointer data) {
  auto* const wanted = static_cast<WantedStream*>(data);
  const std::lock_guard<std::mutex> lock(wanted->mutex);
  if (take_number(*wanted, pad) == wanted->number)
    wanted->is_linked = link_pad(pad, wanted->next);
}

/// The streams of a chained file, or of a program that changes, leave before others come, of which
/// the one with the same number continues the video.
void forget(GstElement*, GstPad* pad, gpointer data) {
  auto* const wanted = static_cast<WantedStream*>(data);
  const std::lock_guard<std::mutex> lock(wanted->mutex);
  const auto place = std::find(wanted->pads.begin(), wanted->pads.end(), pad);
  if (place == wanted->pads.end())
    return;
  *place = nullptr;
  if (static_cast<size_t>(place - wanted->pads.begin()) + 1 == wanted->number)
    wanted->is_linked = false;
}

/// Without a link, a pipeline may go on for ever: if all data fits into decodebin's queues, none of
/// its elements learns of the missing link, and the end of the stream reaches no sink.
void refuse_without_stream(GstElement* decodebin, gpointer data) {
  auto* const wanted = static_cast<WantedStream*>(data);
  int code = GST_STREAM_ERROR_FAILED;
  std::string problem;
  {
    const std::lock_guard<std::mutex> lock(wanted->mutex);
    const std::vector<GstPad*>& pads = wanted->pads;
    if (pads.size() < wanted->number || !pads[wanted->number - 1]) {
      problem = "no video stream " + std::to_string(wanted->number) + " among " +
                std::to_string(pads.size() - std::count(pads.begin(), pads.end(), nullptr));
      code = no_such_stream;
    } else if (!wanted->is_linked) {
      problem = "its decoder does not take the video stream";
    }
  }
  if (problem.empty())
    return;
  gst_element_message_full(decodebin, GST_MESSAGE_ERROR, GST_STREAM_ERROR, code,
                           g_strdup(problem.c_str()), nullptr, __FILE__, GST_FUNCTION, __LINE__);
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

void decode_video(GstElement* decoder, GstElement* next, int stream) {
  ignore_alpha();
  const CapsPtr video(gst_caps_from_string("video/x-raw(ANY)"));
  g_object_set(decoder, "caps", video.get(), "expose-all-streams", FALSE, nullptr);
  auto* const wanted = new WantedStream{next, static_cast<size_t>(stream)};
  g_signal_connect(decoder, "autoplug-select", G_CALLBACK(select_any), nullptr);
  g_signal_connect(decoder, "pad-removed", G_CALLBACK(forget), wanted);
  g_signal_connect(decoder, "no-more-pads", G_CALLBACK(refuse_without_stream), wanted);
  g_signal_connect_data(
      decoder, "pad-added", G_CALLBACK(link_wanted), wanted,
      [](gpointer data, GClosure*) { delete static_cast<WantedStream*>(data); },
      static_cast<GConnectFlags>(0));
}

} // namespace videohistogram::tools
