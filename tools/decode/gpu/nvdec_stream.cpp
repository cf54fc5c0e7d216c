// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/decode/gpu/nvdec_stream.h"

#include "tools/decode/add_element.h"
#include "tools/decode/gpu/nvdec_elements.h"
#include "tools/read/gst_pointers.h"

namespace videohistogram::tools {

namespace {

/// GStreamer's parser of streams with these caps. VP8 has none.
const char* parser_of(const GstStructure* stream) {
  constexpr const char* parsers[][2] = {{"video/x-h264", "h264parse"},
                                        {"video/x-h265", "h265parse"},
                                        {"video/x-av1", "av1parse"},
                                        {"video/x-vp9", "vp9parse"},
                                        {"video/x-vp8", "identity"}};
  for (const auto& [name, parser] : parsers) {
    if (gst_structure_has_name(stream, name))
      return parser;
  }
  return nullptr;
}

/// What the first caps of the parser decide.
struct Link {
  GstElement *const pipeline, *const next;
  const CapsPtr stream;
  bool is_made = false;
};

GstBuffer* header_of(const GstCaps* caps) {
  const GValue* const header =
      gst_structure_get_value(gst_caps_get_structure(caps, 0), "codec_data");
  return header ? gst_value_get_buffer(header) : nullptr;
}

/// The parser has completed the caps of the stream: now there is a decoder for it, or none.
GstPadProbeReturn link_decoder(GstPad* pad, GstPadProbeInfo* info, gpointer data) {
  GstEvent* const event = GST_PAD_PROBE_INFO_EVENT(info);
  auto* const link = static_cast<Link*>(data);
  if (GST_EVENT_TYPE(event) != GST_EVENT_CAPS || link->is_made)
    return GST_PAD_PROBE_OK;
  GstCaps* caps = nullptr;
  gst_event_parse_caps(event, &caps);
  GstElement* const decoder = add_nvdec(link->pipeline, caps, header_of(link->stream.get()));
  if (!decoder) {
    GST_ELEMENT_ERROR(link->pipeline, STREAM, CODEC_NOT_FOUND,
                      ("its decoder does not take the video stream"), (nullptr));
    return GST_PAD_PROBE_DROP;
  }
  link->is_made = true;
  gst_element_link(decoder, link->next);
  gst_element_sync_state_with_parent(decoder);
  const PadPtr sink(gst_element_get_static_pad(decoder, "sink"));
  gst_pad_link(pad, sink.get());
  return GST_PAD_PROBE_OK;
}

} // namespace

bool link_by_nvdec(GstElement* pipeline, GstElement* source, GstElement* next,
                   const GstCaps* caps) {
  const GstStructure* const structure = gst_caps_get_structure(caps, 0);
  const char* const name = parser_of(structure);
  // Parsers give out the format that is wanted of those that they can make.
  const CapsPtr any(gst_caps_new_empty_simple(gst_structure_get_name(structure)));
  const CapsPtr taken(nvdec_caps(any.get()));
  GstElement* const parser = name && taken ? add_element(pipeline, name) : nullptr;
  if (!parser)
    return false;
  GstElement* const filter = add_element(pipeline, "capsfilter");
  g_object_set(filter, "caps", taken.get(), nullptr);
  gst_element_link_many(source, parser, filter, nullptr);
  const PadPtr pad(gst_element_get_static_pad(filter, "src"));
  gst_pad_add_probe(pad.get(), GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, link_decoder,
                    new Link{pipeline, next, CapsPtr(gst_caps_copy(caps))},
                    [](gpointer link) { delete static_cast<Link*>(link); });
  gst_element_sync_state_with_parent(parser);
  gst_element_sync_state_with_parent(filter);
  return true;
}

} // namespace videohistogram::tools
