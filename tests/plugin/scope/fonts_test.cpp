// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The elements of scopes on a machine without fonts: the configuration of fontconfig, which the
// environment names, lists none.
#include "tests/plugin/scope/stream.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
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
