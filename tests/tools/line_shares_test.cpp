// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The lines of frames, from projections and from samples.
#include "tools/analysis/line_shares.h"

#include "tools/read/gst_pointers.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace videohistogram::tools {

namespace {

constexpr uint32_t width = 210, height = 122;

struct Frames {
  GstVideoInfo info;
  std::vector<BufferPtr> buffers;
};

GstPadProbeReturn keep(GstPad* pad, GstPadProbeInfo* info, gpointer data) {
  auto& frames = *static_cast<Frames*>(data);
  const CapsPtr caps(gst_pad_get_current_caps(pad));
  gst_video_info_from_caps(&frames.info, caps.get());
  frames.buffers.emplace_back(gst_buffer_ref(GST_PAD_PROBE_INFO_BUFFER(info)));
  return GST_PAD_PROBE_OK;
}

/// Frames with their histograms. The same ones in each call.
Frames count(const std::string& format, const std::string& projections) {
  const std::string description =
      "videotestsrc num-buffers=3 pattern=zone-plate kx2=17 ky2=29 kt=7 ! video/x-raw,format=" +
      format + ",width=" + std::to_string(width) + ",height=" + std::to_string(height) +
      " ! videohistogram backend=cpu bins=0 projections=\"" + projections +
      "\" ! fakesink name=sink";
  const ElementPtr pipeline(gst_parse_launch(description.c_str(), nullptr));
  Frames frames;
  const ElementPtr sink(gst_bin_get_by_name(GST_BIN(pipeline.get()), "sink"));
  const PadPtr pad(gst_element_get_static_pad(sink.get(), "sink"));
  gst_pad_add_probe(pad.get(), GST_PAD_PROBE_TYPE_BUFFER, keep, &frames, nullptr);
  gst_element_set_state(pipeline.get(), GST_STATE_PLAYING);
  const BusPtr bus(gst_element_get_bus(pipeline.get()));
  const MessagePtr end(
      gst_bus_timed_pop_filtered(bus.get(), GST_CLOCK_TIME_NONE,
                                 static_cast<GstMessageType>(GST_MESSAGE_EOS | GST_MESSAGE_ERROR)));
  EXPECT_EQ(GST_MESSAGE_TYPE(end.get()), GST_MESSAGE_EOS) << description;
  gst_element_set_state(pipeline.get(), GST_STATE_NULL);
  return frames;
}

/// The lines of all frames.
std::vector<LineShares> read_all(const Frames& frames, const Rectangle& unread) {
  std::vector<LineShares> all;
  for (const BufferPtr& buffer : frames.buffers) {
    GError* error = nullptr;
    EXPECT_TRUE(read_lines(buffer.get(), frames.info, 0.5, unread, all.emplace_back(), &error));
  }
  return all;
}

} // namespace

TEST(LineShares, OfProjectionsAreThoseOfSamples) {
  gst_init(nullptr, nullptr);
  for (const char* format :
       {"GRAY8", "I420", "NV12", "YUY2", "UYVY", "YVYU", "VYUY", "v308", "IYU2", "I420_10LE",
        "P010_10LE", "I422_12LE", "Y212_LE", "Y210", "AYUV", "A420_10LE"}) {
    const std::string channel = std::string(format) == "GRAY8" ? "gray" : "y";
    const Frames samples = count(format, ""),
                 projected = count(format, channel + "@0; " + channel + "@90");
    ASSERT_EQ(samples.buffers.size(), 3u);
    ASSERT_EQ(projected.buffers.size(), 3u);
    for (const Rectangle& unread : {Rectangle{}, Rectangle{17, 3, 160, 118},
                                    Rectangle{0, 20, width, 80}, Rectangle{0, 0, width, height}}) {
      const std::vector<LineShares> a = read_all(samples, unread), b = read_all(projected, unread);
      for (size_t i = 0; i < 3; i++) {
        EXPECT_EQ(a[i].columns, b[i].columns) << format;
        EXPECT_EQ(a[i].rows, b[i].rows) << format;
      }
      // The frames are not symmetric, and have all shares.
      if (unread.empty()) {
        EXPECT_NE(a[0].rows, std::vector<double>(a[0].rows.rbegin(), a[0].rows.rend())) << format;
        EXPECT_NE(a[0].rows, a[1].rows) << format;
      }
    }
  }
}

} // namespace videohistogram::tools
