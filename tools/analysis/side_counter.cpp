// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/side_counter.h"

#include <utility>

namespace videohistogram::tools {

SideCounter::SideCounter(const char* channels, bool fields, const char* backend)
    : element_(gst_element_factory_make("videohistogram", nullptr)),
      source_(gst_pad_new("src", GST_PAD_SRC)), sink_(gst_pad_new("sink", GST_PAD_SINK)) {
  gst_object_ref_sink(element_.get());
  gst_object_ref_sink(source_.get());
  gst_object_ref_sink(sink_.get());
  g_object_set(element_.get(), "channels", channels, "bins", 0u, nullptr);
  gst_util_set_object_arg(G_OBJECT(element_.get()), "backend", backend);
  if (fields)
    gst_util_set_object_arg(G_OBJECT(element_.get()), "fields", "apart");
  gst_pad_set_chain_function(sink_.get(), take);
  gst_pad_set_element_private(sink_.get(), this);
  const PadPtr in(gst_element_get_static_pad(element_.get(), "sink")),
      out(gst_element_get_static_pad(element_.get(), "src"));
  gst_pad_link(source_.get(), in.get());
  gst_pad_link(out.get(), sink_.get());
  gst_pad_set_active(sink_.get(), TRUE);
  gst_element_set_state(element_.get(), GST_STATE_PLAYING);
  gst_pad_set_active(source_.get(), TRUE);
  gst_pad_push_event(source_.get(), gst_event_new_stream_start("side"));
}

SideCounter::~SideCounter() {
  gst_pad_set_active(source_.get(), FALSE);
  gst_element_set_state(element_.get(), GST_STATE_NULL);
  gst_pad_set_active(sink_.get(), FALSE);
}

GstFlowReturn SideCounter::take(GstPad* pad, GstObject*, GstBuffer* frame) {
  const BufferPtr owned(frame);
  auto* const self = static_cast<SideCounter*>(gst_pad_get_element_private(pad));
  for (gint field = 0; field <= GST_VIDEO_HISTOGRAM_FIELD_BOTTOM; field++)
    if (const GstVideoHistogramMeta* const meta = gst_buffer_get_video_histogram_meta_field(
            frame, GST_VIDEO_HISTOGRAM_META_FRAME_ID, static_cast<GstVideoHistogramField>(field)))
      self->taken_[static_cast<size_t>(field)].reset(gst_video_histogram_ref(meta->histogram));
  gpointer state = nullptr;
  while (const GstMeta* const meta =
             gst_buffer_iterate_meta_filtered(frame, &state, GST_VIDEO_HISTOGRAM_META_API_TYPE)) {
    const auto* const region = reinterpret_cast<const GstVideoHistogramMeta*>(meta);
    if (region->roi_type == g_quark_from_static_string(side_region))
      self->regions_.emplace_back(gst_video_histogram_ref(region->histogram));
  }
  return GST_FLOW_OK;
}

void SideCounter::push(BufferPtr frame, const GstCaps* caps) {
  if (!caps_ || !gst_caps_is_equal(caps_.get(), caps)) {
    caps_.reset(gst_caps_copy(caps));
    GstSegment segment;
    gst_segment_init(&segment, GST_FORMAT_TIME);
    gst_pad_push_event(source_.get(), gst_event_new_caps(caps_.get()));
    gst_pad_push_event(source_.get(), gst_event_new_segment(&segment));
  }
  taken_ = {};
  regions_.clear();
  gst_pad_push(source_.get(), frame.release());
}

FieldPtrs SideCounter::count(BufferPtr frame, const GstCaps* caps) {
  push(std::move(frame), caps);
  return std::move(taken_);
}

std::vector<HistogramPtr> SideCounter::count_regions(BufferPtr frame, const GstCaps* caps,
                                                     const std::string& regions) {
  g_object_set(element_.get(), "regions", regions.c_str(), "regions-only", TRUE, nullptr);
  push(std::move(frame), caps);
  return std::move(regions_);
}

} // namespace videohistogram::tools
