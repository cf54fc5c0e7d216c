// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Texts below the scopes: an expected text is rendered and looked for in the picture.
#pragma once

#include "plugin/scope/draw/canvas.h"
#include "plugin/scope/draw/panels/graticule.h"

#include <gst/gst.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

inline constexpr guint picture_width = 640, picture_height = 360;
inline constexpr const char* pictures = "video/x-raw,format=BGRx,width=640,height=360";
inline constexpr double strip_font = 9; ///< of strips in pictures of this height

/// Whether a picture has a text, in a colour of its own for its label.
inline bool has_text(const std::vector<guint8>& picture, const std::string& label,
                     const std::string& value) {
  using namespace videohistogram;
  using namespace videohistogram::scope;
  const std::string text = label + " " + value;
  Expected<Canvas> measuring = Canvas::create(1, 1);
  const Canvas::Size size = measuring->measure(text, strip_font);
  const auto width = static_cast<guint>(size.width), height = static_cast<guint>(size.height);
  EXPECT_GT(width, 0u);
  Expected<Canvas> canvas = Canvas::create(width, height);
  canvas->fill({0, 0, width, height}, style::page);
  EXPECT_TRUE(canvas->text_if_free(0, 0, Anchor::top_left, text, strip_font, style::title,
                                   {0, 0, width, height}, Outside::drop,
                                   {{0, label.size(), style::label}}));
  const auto equal = [&](guint left, guint top) {
    // The first rows and the last ones of a text are empty, and may lie over a line.
    for (guint y = 2; y + 2 < height; y++)
      for (guint x = 0; x < width; x++) {
        const guint8* const pixel = &picture[((top + y) * picture_width + left + x) * 4];
        const uint32_t expected = canvas->row(y)[x];
        if (pixel[0] != (expected & 255) || pixel[1] != (expected >> 8 & 255) ||
            pixel[2] != (expected >> 16 & 255))
          return false;
      }
    return true;
  };
  for (guint top = picture_height / 2; top + height <= picture_height; top++)
    for (guint left = 0; left + width <= picture_width; left++)
      if (equal(left, top))
        return true;
  return false;
}
