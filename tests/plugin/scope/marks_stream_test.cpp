// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Marks of videoscopeoverlay in streams: split, legend, other pictures, settings.
#include "tests/plugin/scope/marked_frames.h"

TEST(Marks, ASplitLeavesTheRightPartAsItWas) {
  for (const char* format : {"NV12", "Y444", "RGBA"}) {
    SCOPED_TRACE(format);
    const std::string caps = video_caps(format, 101, 30);
    const GstVideoInfo info = info_of_caps(caps);
    const Samples frame(info, noise(info, 9));
    const Samples whole(info, output_of(caps, "marks=false-color", frame.bytes()));
    const Samples got(info, output_of(caps, "marks=false-color marks-split=0.5", frame.bytes()));
    const int end = std::string(format) == "NV12" ? 50 : 51; // 50.5 is rounded; whole chroma
    Coding coding;
    coding.rgb = GST_VIDEO_INFO_IS_RGB(&info);
    coding.full = coding.rgb;
    for (guint c = 0; c < 3; c++)
      for (int y = 0; y < 30; y++)
        for (int x = 0; x < 101; x++)
          ASSERT_EQ(got.get(c, x, y), x >= end       ? frame.get(c, x, y)
                                      : x >= end - 2 ? coding.of(white, 8)[c]
                                                     : whole.get(c, x, y))
              << c << " " << x << " " << y;
    EXPECT_EQ(output_of(caps, "marks=false-color marks-split=0", frame.bytes()), frame.bytes());
  }
}

TEST(Marks, ALegendLiesInTheCornerThatScopesLeaveFree) {
  const std::string caps = video_caps("NV12", 640, 360);
  const GstVideoInfo info = info_of_caps(caps);
  const std::vector<guint8> frame = noise(info, 4);
  for (const bool right : {false, true}) {
    const std::string properties =
        std::string("scopes=\"\" marks=false-color ") + (right ? "x=0 " : "");
    Stream with("videoscopeoverlay", properties, caps, caps);
    Stream without("videoscopeoverlay", properties + "marks-legend=false", caps, caps);
    const Samples a(info, with.output(buffer_of(frame))), b(info, without.output(buffer_of(frame)));
    int least_x = 640, most_x = -1, most_y = -1;
    for (int y = 0; y < 360; y++)
      for (int x = 0; x < 640; x++)
        if (a.get(0, x, y) != b.get(0, x, y)) {
          least_x = std::min(least_x, x);
          most_x = std::max(most_x, x);
          most_y = std::max(most_y, y);
        }
    EXPECT_GT(most_y, 80);
    EXPECT_LT(most_y, 180);
    EXPECT_TRUE(right ? least_x > 500 && most_x < 640 : most_x > 50 && most_x < 140)
        << least_x << " " << most_x;
  }
}

TEST(Marks, LieUnderTheScopesAndAreNotCounted) {
  const std::string caps = video_caps("NV12", width, height);
  const GstVideoInfo info = info_of_caps(caps);
  const std::vector<guint8> frame = random_frame(info);
  Stream plain("videoscopeoverlay", placed + std::string("opacity=1"), caps, caps);
  Stream stream("videoscopeoverlay",
                placed + std::string("opacity=1 marks=false-color marks-legend=false"), caps, caps);
  const Samples scopes(info, plain.output(buffer_of(frame)));
  const Samples both(info, stream.output(buffer_of(frame)));
  const Samples alone(info, output_of(caps, "marks=false-color", frame));
  for (guint c = 0; c < 3; c++)
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        const bool under = x >= left && x < left + wide && y >= top && y < top + high;
        ASSERT_EQ(both.get(c, x, y), (under ? scopes : alone).get(c, x, y)) << x << " " << y;
      }
  EXPECT_EQ(stream.stat("marked"), 1u);
  EXPECT_EQ(stream.stat("blended"), 1u);
}

TEST(Marks, AreWrittenWhereDownstreamBlendsThePicture) {
  const std::string caps = video_caps("NV12", width, height);
  const GstVideoInfo info = info_of_caps(caps);
  const std::vector<guint8> frame = random_frame(info);
  Stream stream("videoscopeoverlay", "marks=false-color marks-legend=false", "",
                with_feature(caps));
  gst_harness_add_propose_allocation_meta(*stream, GST_VIDEO_OVERLAY_COMPOSITION_META_API_TYPE,
                                          nullptr);
  gst_harness_set_src_caps_str(*stream, caps.c_str());
  GstBuffer* const input = buffer_of(frame);
  GstBuffer* const other = gst_buffer_ref(input); // others read it: it is copied
  ASSERT_EQ(gst_harness_push(*stream, input), GST_FLOW_OK);
  GstBuffer* const out = gst_harness_pull(*stream);
  EXPECT_NE(gst_buffer_get_video_overlay_composition_meta(out), nullptr);
  EXPECT_EQ(bytes_of(out), output_of(caps, "marks=false-color", frame));
  EXPECT_EQ(bytes_of(other), frame);
  EXPECT_EQ(stream.stat("attached"), 1u);
  EXPECT_EQ(stream.stat("copied"), 1u);
  gst_buffer_unref(out);
  gst_buffer_unref(other);
}

TEST(Marks, WithoutMarksAndScopesFramesPassAsTheyAre) {
  const std::string caps = video_caps("NV12", width, height);
  const std::vector<guint8> frame = random_frame(info_of("NV12"));
  Stream stream("videoscopeoverlay", "scopes=\"\"", caps, caps);
  GstBuffer* const input = buffer_of(frame);
  gst_buffer_ref(input);
  EXPECT_EQ(stream.output(input), frame);
  EXPECT_EQ(stream.stat("copied") + stream.stat("blended") + stream.stat("marked"), 0u);
  gst_buffer_unref(input);
}

TEST(Marks, WithoutScopesNothingIsCounted) {
  const std::string caps = video_caps("NV12", width, height);
  const std::vector<guint8> frame = random_frame(info_of("NV12"));
  for (const char* marks : {"", "marks=zebra ", "marks=peaking use-meta=true "}) {
    SCOPED_TRACE(marks);
    Stream stream("videoscopeoverlay", std::string(marks) + "scopes=\"\"", caps, caps);
    for (guint i = 0; i < 3; i++)
      EXPECT_FALSE(stream.output(buffer_of(frame, i)).empty());
    EXPECT_EQ(stream.stat("frames"), 3u);
    EXPECT_EQ(stream.stat("counted"), 0u);
    EXPECT_EQ(stream.stat("marked"), *marks ? 3u : 0u);
    // Buffers that have no frame are still told.
    EXPECT_EQ(stream.output(buffer_of({1, 2, 3}, 3)), std::vector<guint8>({1, 2, 3}));
    EXPECT_EQ(stream.stat("skipped-invalid"), 1u);
    EXPECT_EQ(stream.stat("marked"), *marks ? 3u : 0u);
  }
}

TEST(Marks, ImpossibleTextsAreRefused) {
  const std::string caps = video_caps("NV12", width, height);
  Stream stream("videoscopeoverlay", "marks=zebra", caps, caps);
  for (const auto& [name, value] : {std::pair("marks", "stripes"),
                                    {"marks", "zebra+zebra"},
                                    {"marks", "zebra+"},
                                    {"zebra-range", "70"},
                                    {"zebra-range", "77-70"},
                                    {"zebra-range", "a-b"},
                                    {"zebra-range", "70-77-80"}}) {
    SCOPED_TRACE(value);
    gchar* before = nullptr;
    g_object_get(stream.element(), name, &before, nullptr);
    g_object_set(stream.element(), name, value, nullptr);
    EXPECT_EQ(stream.warnings(), 1u);
    gchar* after = nullptr;
    g_object_get(stream.element(), name, &after, nullptr);
    EXPECT_STREQ(before, after);
    g_free(before);
    g_free(after);
  }
  for (const char* value : {"", "false-color,peaking", " Zebra + GAMUT "}) {
    g_object_set(stream.element(), "marks", value, nullptr);
    EXPECT_EQ(stream.warnings(), 0u) << value;
  }
  // Before the start nobody may watch the bus: the start fails.
  GstElement* const element = gst_element_factory_make("videoscopeoverlay", nullptr);
  gst_object_ref_sink(element);
  g_object_set(element, "marks", "stripes", nullptr);
  EXPECT_EQ(gst_element_set_state(element, GST_STATE_PAUSED), GST_STATE_CHANGE_FAILURE);
  gst_element_set_state(element, GST_STATE_NULL);
  gst_object_unref(element);
}
