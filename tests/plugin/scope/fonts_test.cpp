// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The elements of scopes on a machine without fonts: the configuration of fontconfig, which the
// environment names, lists none.
#include "plugin/scope/draw/canvas.h"
#include "tests/plugin/scope/stream.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace {

std::atomic<int> warnings_about_fonts{0};

void count_warnings(GstDebugCategory* category, GstDebugLevel level, const gchar*, const gchar*,
                    gint, GObject*, GstDebugMessage* message, gpointer) {
  const std::string text = gst_debug_message_get(message);
  if (level == GST_LEVEL_WARNING &&
      gst_debug_category_get_name(category) == std::string("videoscope") &&
      text.find("install a font (Debian: fonts-dejavu-core)") != std::string::npos)
    warnings_about_fonts++;
}

} // namespace

TEST(Fonts, AMachineWithoutAnyIsToldToInstallOneAndScopesAreDrawn) {
  gst_debug_set_active(TRUE);
  gst_debug_set_threshold_for_name("videoscope", GST_LEVEL_WARNING);
  gst_debug_remove_log_function(nullptr);
  gst_debug_add_log_function(count_warnings, nullptr, nullptr);
  for (const char* element : {"videoscope", "videoscopeoverlay"}) {
    SCOPED_TRACE(element);
    warnings_about_fonts = 0;
    Stream stream(element, "", "", "");
    EXPECT_EQ(warnings_about_fonts, 1); // from the start on
    gst_harness_set_src_caps_str(*stream, video_caps("I420", 640, 480).c_str());
    const std::vector<guint8> frame(640 * 480 * 3 / 2, 100);
    for (guint i = 0; i < 3; i++)
      EXPECT_FALSE(stream.output(buffer_of(frame, i)).empty());
    EXPECT_EQ(stream.stat("drawn"), 3u);
    gst_element_set_state(stream.element(), GST_STATE_READY);
    gst_element_set_state(stream.element(), GST_STATE_PLAYING);
    EXPECT_EQ(warnings_about_fonts, 1);
    EXPECT_EQ(stream.warnings(), 0u);
  }
}

TEST(Fonts, WithoutAnyNoTextIsWritten) {
  using namespace videohistogram::scope;
  const Fonts fonts;
  for (const Fonts* of : {&fonts, static_cast<const Fonts*>(nullptr)}) {
    Canvas canvas = std::move(*Canvas::create(200, 100, of));
    EXPECT_FALSE(canvas.text_if_free(0, 0, Anchor::top_left, "100", 20, {1, 1, 1}, {0, 0, 200, 100},
                                     Outside::move));
    EXPECT_TRUE(canvas.texts().empty());
    EXPECT_EQ(canvas.measure("100", 20).width, 0);
    EXPECT_EQ(canvas.measure("100", 20).height, 0);
    EXPECT_TRUE(canvas.coverage("100", 20).shares.empty());
    for (uint32_t y = 0; y < 100; y++)
      for (uint32_t x = 0; x < 200; x++)
        ASSERT_EQ(canvas.row(y)[x] & 0xffffff, 0u) << x << ", " << y;
  }
}

/// Of all scopes, percentile marks and light: whatever has text.
TEST(Fonts, WithoutAnyAllPicturesOfAProcessAreAlike) {
  const std::vector<guint8> frame(640 * 480 * 3 / 2, 100);
  const auto caps = video_caps("I420", 640, 480);
  for (const char* element : {"videoscope", "videoscopeoverlay"}) {
    SCOPED_TRACE(element);
    std::vector<std::vector<guint8>> pictures;
    const auto draw = [&] {
      Stream stream(element, "scopes=histogram+waveform+parade+vectorscope", caps, "");
      for (guint start = 0; start < 2; start++) {
        for (guint i = 0; i < 2; i++)
          pictures.push_back(stream.output(buffer_of(frame, i)));
        gst_element_set_state(stream.element(), GST_STATE_READY);
        gst_element_set_state(stream.element(), GST_STATE_PLAYING);
        gst_harness_set_src_caps_str(*stream, caps.c_str());
      }
    };
    draw();
    draw();
    std::thread(draw).join();
    for (size_t i = 0; i < pictures.size(); i++) {
      EXPECT_FALSE(pictures[i].empty()) << "picture " << i;
      EXPECT_TRUE(pictures[i] == pictures[0]) << "picture " << i;
    }
  }
}
