// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/tools/nvdec/fake_nvdec.h"

#include <gst/video/gstvideodecoder.h>

#include <algorithm>
#include <numeric>
#include <vector>

FakeNvdec fake_nvdec;

namespace {

GstStaticPadTemplate sink_template =
    GST_STATIC_PAD_TEMPLATE("sink", GST_PAD_SINK, GST_PAD_ALWAYS,
                            GST_STATIC_CAPS("video/x-h264,stream-format=byte-stream,alignment=au,"
                                            "profile={baseline,constrained-baseline,main,high}"));
GstStaticPadTemplate src_template = GST_STATIC_PAD_TEMPLATE(
    "src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS("video/x-raw,format=GRAY8"));

gboolean set_format(GstVideoDecoder* decoder, GstVideoCodecState* input) {
  fake_nvdec.decoders++;
  gst_video_codec_state_unref(
      gst_video_decoder_set_output_state(decoder, GST_VIDEO_FORMAT_GRAY8, 16, 16, input));
  return TRUE;
}

bool is_earlier(const GstVideoCodecFrame* frame, const GstVideoCodecFrame* other) {
  return fake_nvdec.disorders ? frame->system_frame_number < other->system_frame_number
                              : frame->pts < other->pts;
}

GstFlowReturn give_frame(GstVideoDecoder* decoder, GstVideoCodecFrame* frame) {
  GstMapInfo map;
  gst_buffer_map(frame->input_buffer, &map, GST_MAP_READ);
  const auto sum = std::accumulate(map.data, map.data + map.size, uint32_t{0});
  gst_buffer_unmap(frame->input_buffer, &map);
  const GstFlowReturn result = gst_video_decoder_allocate_output_frame(decoder, frame);
  if (result != GST_FLOW_OK)
    return result;
  gst_buffer_fill(frame->output_buffer, 0, &sum, sizeof sum);
  return gst_video_decoder_finish_frame(decoder, gst_video_codec_frame_ref(frame));
}

/// Gives out frames until `kept` are left.
GstFlowReturn give_frames(GstVideoDecoder* decoder, size_t kept) {
  GList* const list = gst_video_decoder_get_frames(decoder);
  std::vector<GstVideoCodecFrame*> frames;
  for (GList* entry = list; entry; entry = entry->next)
    frames.push_back(static_cast<GstVideoCodecFrame*>(entry->data));
  std::sort(frames.begin(), frames.end(), is_earlier);
  GstFlowReturn result = GST_FLOW_OK;
  for (size_t i = 0; i + kept < frames.size() && result == GST_FLOW_OK; i++)
    result = give_frame(decoder, frames[i]);
  g_list_free_full(list, reinterpret_cast<GDestroyNotify>(gst_video_codec_frame_unref));
  return result;
}

GstFlowReturn give_all(GstVideoDecoder* decoder) {
  return give_frames(decoder, 0);
}

GstFlowReturn handle_frame(GstVideoDecoder* decoder, GstVideoCodecFrame* frame) {
  gst_video_codec_frame_unref(frame);
  if (!fake_nvdec.fails)
    return give_frames(decoder, 4);
  GST_ELEMENT_ERROR(decoder, STREAM, DECODE, ("the stand-in fails"), (nullptr));
  return GST_FLOW_ERROR;
}

void finalize(GObject* object) {
  fake_nvdec.alive--;
  G_OBJECT_CLASS(g_type_class_peek(GST_TYPE_VIDEO_DECODER))->finalize(object);
}

void init_class(gpointer klass, gpointer) {
  auto* const element = static_cast<GstElementClass*>(klass);
  gst_element_class_set_static_metadata(element, "Stand-in", "Codec/Decoder/Video/Hardware", "-",
                                        "-");
  gst_element_class_add_static_pad_template(element, &sink_template);
  gst_element_class_add_static_pad_template(element, &src_template);
  auto* const decoder = static_cast<GstVideoDecoderClass*>(klass);
  decoder->set_format = set_format;
  decoder->handle_frame = handle_frame;
  decoder->drain = give_all;
  decoder->finish = give_all;
  static_cast<GObjectClass*>(klass)->finalize = finalize;
}

void init(GTypeInstance*, gpointer) {
  fake_nvdec.made++;
  fake_nvdec.alive++;
}

gboolean init_plugin(GstPlugin* plugin) {
  const GTypeInfo info = {
      sizeof(GstVideoDecoderClass), nullptr, nullptr, init_class, nullptr, nullptr,
      sizeof(GstVideoDecoder),      0,       init,    nullptr};
  const GType type =
      g_type_register_static(GST_TYPE_VIDEO_DECODER, "GstNvDec", &info, GTypeFlags(0));
  return gst_element_register(plugin, "nvh264dec", GST_RANK_PRIMARY, type);
}

} // namespace

void register_fake_nvdec() {
  gst_plugin_register_static(GST_VERSION_MAJOR, GST_VERSION_MINOR, "nvcodec", "-", init_plugin,
                             "1.0", "LGPL", "-", "-", "-");
}
