// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/decoder.h"

#include "tools/analysis/gst_pointers.h"

#include <cstring>

namespace videohistogram::tools {

namespace {

/// GstAutoplugSelectResult, which no header of GStreamer has.
enum { autoplug_try = 0, autoplug_skip = 2 };

gint select_factory(GstElement*, GstPad*, GstCaps*, GstElementFactory* factory, gpointer) {
  const gchar* klass = gst_element_factory_get_metadata(factory, GST_ELEMENT_METADATA_KLASS);
  const bool fetches = klass && (std::strstr(klass, "Adaptive") || std::strstr(klass, "Network") ||
                                 std::strstr(klass, "Source"));
  return fetches ? autoplug_skip : autoplug_try;
}

/// Links the first video stream of the decoder; `data` is the element that follows.
void link_first(GstElement*, GstPad* pad, gpointer data) {
  const PadPtr sink(gst_element_get_static_pad(static_cast<GstElement*>(data), "sink"));
  if (!gst_pad_is_linked(sink.get()))
    gst_pad_link(pad, sink.get()); // a failure posts an error when the first frame comes
}

} // namespace

void decode_first_video(GstElement* decoder, GstElement* next) {
  const CapsPtr video(gst_caps_from_string("video/x-raw(ANY)"));
  g_object_set(decoder, "caps", video.get(), "expose-all-streams", FALSE, nullptr);
  g_signal_connect(decoder, "autoplug-select", G_CALLBACK(select_factory), nullptr);
  g_signal_connect(decoder, "pad-added", G_CALLBACK(link_first), next);
}

} // namespace videohistogram::tools
