// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// videoscope between pads of the test's own.
#pragma once

#include "tests/plugin/scope/stream.h"

#include <string>
#include <vector>

inline constexpr const char* frames = "video/x-raw,format=I420,width=64,height=48,framerate=25/1";

/// videoscope between pads of the test's own.
class Scopes : public Stream {
public:
  explicit Scopes(const std::string& properties = "",
                  const char* pictures = "video/x-raw,format=BGRx,width=320,height=240")
      : Stream("videoscope", properties, frames, pictures) {}

  static GstBuffer* frame(guint number, gsize size = 64 * 48 * 3 / 2) {
    return buffer_of(std::vector<guint8>(size, static_cast<guint8>(100 + number)), number);
  }
  std::vector<guint8> picture(GstBuffer* buffer) { return output(buffer); }
};
