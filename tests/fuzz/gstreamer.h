// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tests/fuzz/fuzz.h"

#include <gst/gst.h>

namespace videohistogram::fuzz {

/// Initialises GStreamer on the first call. Targets use its types, and none of its plugins. Every
/// critical message ends the process.
inline void initialise_gstreamer() {
  static const bool once = [] {
    g_setenv("GST_REGISTRY_DISABLE", "yes", TRUE);
    g_log_set_always_fatal(static_cast<GLogLevelFlags>(G_LOG_LEVEL_CRITICAL | G_LOG_FATAL_MASK));
    gst_init(nullptr, nullptr);
    return true;
  }();
  static_cast<void>(once);
}

/// The next line as valid UTF-8: GStreamer refuses other text in caps and structures.
inline std::string valid_line(Input& input) {
  gchar* const valid = g_utf8_make_valid(input.line().c_str(), -1);
  std::string text = valid;
  g_free(valid);
  return text;
}

} // namespace videohistogram::fuzz
