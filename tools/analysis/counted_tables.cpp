// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/analysis/counted_tables.h"

#include "tools/analysis/levels.h"
#include "tools/read/gst_pointers.h"

#include <gst/video/video.h>
#include <gst/videohistogram/videohistogram.h>

namespace videohistogram::tools {

namespace {

// The element ignores channels that frames do not have. MAXRGB gives the light of frames in PQ and
// HLG; it is not counted in others.
constexpr const char* channels_sdr = "y+cb+cr+gray+sat+hue+range+diff";
/// After each name stands +.
constexpr const char* qc_sums =
    "tout+speckle+vrep+linerep+brng+rows+columns+activity+msef+ssimf+idet+sobel+hstep+vstep+";
constexpr const char* channels_hdr = "y+cb+cr+gray+sat+hue+range+diff+maxrgb";

} // namespace

void CountedTables::watch(GstElement* histogram, Processor processor,
                          const AnalysisSettings& settings) {
  histogram_ = histogram;
  processor_ = processor;
  if (settings.has_qc())
    sums_ = qc_sums;
  if (settings.has_flashes() && settings.flashes == "iris")
    sums_of_colours_ = "iris+";
  else if (settings.has_flashes()) {
    sums_ += "light+";
    sums_of_colours_ = "rgb+";
  }
  const PadPtr pad(gst_element_get_static_pad(histogram, "sink"));
  gst_pad_add_probe(pad.get(), GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, note, this, nullptr);
}

GstPadProbeReturn CountedTables::note(GstPad*, GstPadProbeInfo* info, gpointer data) {
  auto* self = static_cast<CountedTables*>(data);
  GstEvent* event = GST_PAD_PROBE_INFO_EVENT(info);
  if (GST_EVENT_TYPE(event) == GST_EVENT_CAPS) {
    GstCaps* caps = nullptr;
    gst_event_parse_caps(event, &caps);
    self->note_caps(caps);
  }
  return GST_PAD_PROBE_OK;
}

void CountedTables::note_caps(const GstCaps* caps) {
  GstVideoInfo info;
  if (!gst_video_info_from_caps(&info, caps))
    return;
  GstVideoColorimetry colours;
  gst_video_histogram_colorimetry_from_caps(caps, nullptr, &colours, nullptr);
  g_object_set(histogram_, "channels", is_hdr(colours) ? channels_hdr : channels_sdr, nullptr);
  // Gray frames and those of an unknown matrix have no sums of colours.
  const bool has_colours =
      !GST_VIDEO_INFO_IS_GRAY(&info) && colours.matrix != GST_VIDEO_COLOR_MATRIX_UNKNOWN;
  std::string figures = sums_ + (has_colours ? sums_of_colours_ : "");
  if (!figures.empty())
    figures.pop_back();
  g_object_set(histogram_, "figures", figures.c_str(), nullptr);
  // Columns, then rows, for the active picture of frames whose samples the CPU cannot read. A
  // projection in every frame costs a GPU less than a change of this setting, which allocates
  // memory, and so waits for all that the GPU does.
  if (processor_ == Processor::gpu)
    g_object_set(histogram_, "projections",
                 GST_VIDEO_INFO_IS_GRAY(&info) ? "gray@0;gray@90" : "y@0;y@90", nullptr);
}

} // namespace videohistogram::tools
