// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Caps and buffers of an element upstream, which need not fit each other, for the elements. A
// sanitizer sees what they read or write outside of the buffers' memories.
#include "plugin/element/gstvideohistogramelement.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/gstreamer.h"
#ifdef HAVE_SCOPES
#include "plugin/scope/element/gstvideoscope.h"
#include "plugin/scope/element/gstvideoscopeoverlay.h"
#endif

#include <gst/video/video.h>

#include <initializer_list>
#include <string>
#include <vector>

using namespace videohistogram;

namespace {

const char* choose(fuzz::Input& input, std::initializer_list<const char*> texts) {
  return texts.begin()[input.below(static_cast<uint32_t>(texts.size()))];
}

/// Usually from 1 to `usual`, sometimes any number.
gint size_of(fuzz::Input& input, uint32_t usual) {
  return input.below(16) == 0 ? input.number<gint>() : static_cast<gint>(1 + input.below(usual));
}

/// Sets a field of caps to a text, or to a value of another type.
void set_text(fuzz::Input& input, GstStructure* caps, const char* field, const char* text) {
  switch (input.below(16)) {
  case 0:
    return;
  case 1:
    gst_structure_set(caps, field, G_TYPE_INT, input.number<gint>(), nullptr);
    return;
  case 2: {
    const std::string any = fuzz::valid_line(input);
    gst_structure_set(caps, field, G_TYPE_STRING, any.c_str(), nullptr);
    return;
  }
  default:
    gst_structure_set(caps, field, G_TYPE_STRING, text, nullptr);
  }
}

void set_fraction(fuzz::Input& input, GstStructure* caps, const char* field) {
  if (input.flag())
    gst_structure_set(caps, field, GST_TYPE_FRACTION, static_cast<gint>(input.below(256)),
                      static_cast<gint>(1 + input.below(255)), nullptr);
}

/// A raw format of GStreamer's, also one that is not counted.
const char* any_format(fuzz::Input& input) {
  guint n = 0;
  const GstVideoFormat* const formats = gst_video_formats_raw(&n);
  return gst_video_format_to_string(formats[input.below(n)]);
}

GstCaps* make_caps(fuzz::Input& input) {
  GstStructure* const caps = gst_structure_new_empty(
      input.below(32) == 0 ? choose(input, {"video/x-bayer", "video/x-h264"}) : "video/x-raw");
  set_text(input, caps, "format", any_format(input));
  gst_structure_set(caps, "width", G_TYPE_INT, size_of(input, 80), "height", G_TYPE_INT,
                    size_of(input, 48), nullptr);
  set_fraction(input, caps, "framerate");
  set_fraction(input, caps, "pixel-aspect-ratio");
  if (input.flag()) {
    set_text(input, caps, "interlace-mode",
             choose(input, {"progressive", "interleaved", "mixed", "fields", "alternate"}));
    set_text(input, caps, "field-order",
             choose(input, {"top-field-first", "bottom-field-first", "unknown"}));
  }
  if (input.flag()) {
    set_text(input, caps, "colorimetry",
             choose(input, {"bt601", "bt709", "bt2020", "bt2100-pq", "bt2100-hlg", "smpte240m",
                            "sRGB", "0:3:5:1", "1:0:0:0", "2:4:16:4", "9:99:-1:7"}));
    set_text(input, caps, "chroma-site",
             choose(input, {"jpeg", "mpeg2", "dv", "none", "cosited", "alternate-line"}));
    if (input.flag())
      gst_structure_set(caps, "x-matrix-h273", G_TYPE_INT, size_of(input, 16), nullptr);
  }
  if (input.flag()) {
    set_text(input, caps, "multiview-mode",
             choose(input, {"mono", "left", "side-by-side", "row-interleaved", "top-bottom",
                            "multiview-frame-by-frame", "separated"}));
    gst_structure_set(caps, "views", G_TYPE_INT, size_of(input, 4), nullptr);
    set_text(input, caps, "content-light-level", "1000:400");
    set_text(input, caps, "drm-format", choose(input, {"NV12", "XR24:0x0100000000000001", "AR24"}));
  }
  GstCaps* const made = gst_caps_new_full(caps, nullptr);
  const char* const features =
      choose(input, {"", "", "", "memory:SystemMemory", "format:Interlaced",
                     "meta:GstVideoOverlayComposition", "memory:DMABuf", "memory:CUDAMemory",
                     "memory:SystemMemory, meta:GstVideoOverlayComposition", "memory:VAMemory"});
  if (*features)
    gst_caps_set_features(made, 0, gst_caps_features_from_string(features));
  return made;
}

/// A number that is right, or near to it, or any.
template <typename Number>
void lie(fuzz::Input& input, Number& right) {
  switch (input.below(6)) {
  case 0:
    right = static_cast<Number>(right + static_cast<Number>(input.number<int8_t>()));
    break;
  case 1:
    right = input.number<Number>();
    break;
  default:
    break;
  }
}

/// A buffer of about the size that the caps need, in up to two memories that were allocated to the
/// byte.
GstBuffer* make_buffer(fuzz::Input& input, const GstCaps* caps) {
  GstVideoInfo info;
  if (!gst_video_info_from_caps(&info, caps) || info.size > (1 << 20)) {
    gst_video_info_init(&info);
    gst_video_info_set_format(&info, GST_VIDEO_FORMAT_NV12, 16, 16);
  }
  gsize size = info.size;
  lie(input, size);
  size = size % (1 << 20) + 1;
  GstBuffer* const buffer = gst_buffer_new();
  const gsize first = input.flag() ? size : 1 + size / 3;
  for (gsize part : {first, size - first})
    if (part > 0)
      gst_buffer_append(buffer, gst_buffer_new_wrapped(g_malloc0(part), part));
  GST_BUFFER_PTS(buffer) = input.number<uint16_t>() * GST_MSECOND;
  if (input.flag())
    GST_BUFFER_FLAG_SET(buffer, input.number<guint8>() * guint{GST_VIDEO_BUFFER_FLAG_INTERLACED} |
                                    (input.below(8) == 0 ? guint{GST_BUFFER_FLAG_GAP} : 0));
  if (input.flag()) {
    guint n_planes = GST_VIDEO_INFO_N_PLANES(&info);
    GstVideoMeta* const meta = gst_buffer_add_video_meta_full(
        buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_INFO_FORMAT(&info),
        static_cast<guint>(GST_VIDEO_INFO_WIDTH(&info)),
        static_cast<guint>(GST_VIDEO_INFO_HEIGHT(&info)), n_planes, info.offset, info.stride);
    lie(input, meta->n_planes);
    lie(input, meta->width);
    lie(input, meta->height);
    for (guint p = 0; p < GST_VIDEO_MAX_PLANES; p++) {
      lie(input, meta->offset[p]);
      lie(input, meta->stride[p]);
    }
  }
  for (uint32_t regions = input.below(3); regions > 0; regions--)
    gst_buffer_add_video_region_of_interest_meta(buffer, "thing", input.number<guint8>(),
                                                 input.number<guint8>(), input.number<guint8>(),
                                                 input.number<guint>());
  return buffer;
}

/// GStreamer prints texts of caps that it does not know.
void ignore(const gchar*, GLogLevelFlags, const gchar*, gpointer) {}

GstElement* make_element(fuzz::Input& input) {
  static const bool once = [] {
    g_log_set_handler("GStreamer-Video", G_LOG_LEVEL_WARNING, ignore, nullptr);
    GST_ELEMENT_REGISTER(videohistogram, nullptr);
#ifdef HAVE_SCOPES
    GST_ELEMENT_REGISTER(videoscope, nullptr);
    GST_ELEMENT_REGISTER(videoscopeoverlay, nullptr);
#endif
    return true;
  }();
  static_cast<void>(once);
  const char* name =
      choose(input, {"videohistogram", "videohistogram", "videoscope", "videoscopeoverlay"});
#ifndef HAVE_SCOPES
  name = "videohistogram";
#endif
  GstElement* const element = gst_element_factory_make(name, nullptr);
  REQUIRE(element != nullptr);
  gst_object_ref_sink(element);
  gst_util_set_object_arg(G_OBJECT(element), "backend", "cpu");
  if (std::string(name) != "videohistogram") {
    gst_util_set_object_arg(
        G_OBJECT(element), "scopes",
        choose(input, {"waveform", "waveform(color=picture)", "parade", "vectorscope", "histogram",
                       "waveform+parade+vectorscope+histogram",
                       "diamond+lightning+channel-plot+arrowhead", "cie-xy+cie-uv"}));
    return element;
  }
  gst_util_set_object_arg(G_OBJECT(element), "fields", choose(input, {"together", "apart"}));
  gst_util_set_object_arg(
      G_OBJECT(element), "channels",
      choose(input, {"", "y+cb+cr+r+g+b+a+gray+luma+maxrgb",
                     "r+g+b+sat+hue+range+brng+r-g+g-b+chroma+cie-x+cie-v", "y+luma+gray+diff"}));
  gst_util_set_object_arg(G_OBJECT(element), "projections",
                          choose(input, {"", "y@0; luma@90; gray@30", "r+g+b@0"}));
  gst_util_set_object_arg(G_OBJECT(element), "joint", choose(input, {"", "cb*cr", "r*g"}));
  gst_util_set_object_arg(G_OBJECT(element), "post-messages", choose(input, {"false", "true"}));
  gst_util_set_object_arg(G_OBJECT(element), "bins", choose(input, {"256", "0", "7"}));
  return element;
}

GstFlowReturn take(GstPad* pad, GstObject*, GstBuffer* buffer) {
  GstCaps* const caps = gst_pad_get_current_caps(pad);
  REQUIRE(caps != nullptr);
  gst_caps_unref(caps);
  gst_buffer_unref(buffer);
  return GST_FLOW_OK;
}

/// The element between two pads, playing.
class Stream {
public:
  explicit Stream(GstElement* element) : element_(element) {
    source_ = gst_pad_new("source", GST_PAD_SRC);
    // Pictures of scopes are small, since they are drawn for each input.
    GstCaps* const caps = gst_caps_from_string(GST_OBJECT_NAME(gst_element_get_factory(element)) ==
                                                       std::string("videoscope")
                                                   ? "video/x-raw,width=96,height=64"
                                                   : "ANY");
    GstPadTemplate* const templ = gst_pad_template_new("end", GST_PAD_SINK, GST_PAD_ALWAYS, caps);
    gst_caps_unref(caps);
    end_ = gst_pad_new_from_template(templ, "end");
    gst_object_unref(templ);
    gst_pad_set_chain_function(end_, take);
    GstPad* const sink = gst_element_get_static_pad(element, "sink");
    GstPad* const src = gst_element_get_static_pad(element, "src");
    REQUIRE(gst_pad_link(source_, sink) == GST_PAD_LINK_OK);
    REQUIRE(gst_pad_link(src, end_) == GST_PAD_LINK_OK);
    gst_object_unref(sink);
    gst_object_unref(src);
    gst_pad_set_active(source_, TRUE);
    gst_pad_set_active(end_, TRUE);
    REQUIRE(gst_element_set_state(element, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE);
    gst_pad_push_event(source_, gst_event_new_stream_start("fuzz"));
  }
  ~Stream() {
    gst_element_set_state(element_, GST_STATE_NULL);
    gst_pad_set_active(source_, FALSE);
    gst_pad_set_active(end_, FALSE);
    gst_object_unref(source_);
    gst_object_unref(end_);
    gst_object_unref(element_);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  void set_caps(GstCaps* caps) {
    gst_pad_peer_query_accept_caps(source_, caps);
    if (GstCaps* const possible = gst_pad_peer_query_caps(source_, caps))
      gst_caps_unref(possible);
    if (!gst_pad_push_event(source_, gst_event_new_caps(caps)))
      return;
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    gst_pad_push_event(source_, gst_event_new_segment(&segment));
    GstQuery* const query = gst_query_new_allocation(caps, TRUE);
    gst_pad_peer_query(source_, query);
    gst_query_unref(query);
  }
  void push(GstBuffer* buffer) { gst_pad_push(source_, buffer); }
  void end() { gst_pad_push_event(source_, gst_event_new_eos()); }

private:
  GstElement* element_;
  GstPad *source_, *end_;
};

} // namespace

extern "C" const char* __lsan_default_options() {
  return "print_suppressions=0";
}
/// Fontconfig keeps what it reads for the labels of scopes.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libfontconfig";
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::initialise_gstreamer();
  fuzz::Input input(data, size);
  Stream stream(make_element(input));
  for (uint32_t rounds = 1 + input.below(3); rounds > 0; rounds--) {
    GstCaps* const caps = make_caps(input);
    stream.set_caps(caps);
    for (uint32_t buffers = input.below(3); buffers > 0; buffers--)
      stream.push(make_buffer(input, caps));
    gst_caps_unref(caps);
  }
  stream.end();
  return 0;
}
