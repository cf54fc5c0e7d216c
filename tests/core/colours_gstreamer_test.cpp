// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// GStreamer's floating-point Kr and Kb, offsets and scales give the coefficients of the reference,
// which takes exact fractions.
#include "tests/reference/colours.h"

#include <gst/video/video.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace videohistogram::reference {

TEST(ColoursInGStreamer, HaveTheSameZerosAndCoefficients) {
  constexpr std::pair<Matrix, GstVideoColorMatrix> matrices[] = {
      {Matrix::bt601, GST_VIDEO_COLOR_MATRIX_BT601},
      {Matrix::bt709, GST_VIDEO_COLOR_MATRIX_BT709},
      {Matrix::bt2020, GST_VIDEO_COLOR_MATRIX_BT2020},
      {Matrix::smpte240m, GST_VIDEO_COLOR_MATRIX_SMPTE240M},
      {Matrix::fcc, GST_VIDEO_COLOR_MATRIX_FCC}};
  constexpr std::pair<uint32_t, GstVideoFormat> formats[] = {{8, GST_VIDEO_FORMAT_NV12},
                                                             {10, GST_VIDEO_FORMAT_P010_10LE},
                                                             {12, GST_VIDEO_FORMAT_I420_12LE},
                                                             {16, GST_VIDEO_FORMAT_P016_LE}};
  for (const auto& [matrix, gst_matrix] : matrices)
    for (const auto& [depth, gst_format] : formats)
      for (bool limited : {true, false})
        for (bool narrow : {false, true}) {
          const Colours colours({matrix, limited, narrow}, depth);
          gint offset[4], scale[4];
          gst_video_color_range_offsets(limited ? GST_VIDEO_COLOR_RANGE_16_235
                                                : GST_VIDEO_COLOR_RANGE_0_255,
                                        gst_video_format_get_info(gst_format), offset, scale);
          double kr = 0, kb = 0;
          ASSERT_TRUE(gst_video_color_matrix_get_Kr_Kb(gst_matrix, &kr, &kb));
          const double kg = 1 - kr - kb;
          const double codes = narrow ? 219 << (colours.depth() - 8) : colours.last();
          const double factors[3][3] = {{1, 0, 2 * (1 - kr)},
                                        {1, -2 * kb * (1 - kb) / kg, -2 * kr * (1 - kr) / kg},
                                        {1, 2 * (1 - kb), 0}};
          for (int sample = 0; sample < 3; sample++) {
            EXPECT_EQ(colours.zero(sample), offset[sample]);
            for (Colours::Colour colour : {Colours::r, Colours::g, Colours::b}) {
              const double real = factors[colour][sample] * codes / scale[sample];
              EXPECT_EQ(colours.coefficient(colour, sample),
                        std::floor(std::ldexp(real, static_cast<int>(colours.shift())) + 0.5))
                  << gst_video_format_to_string(gst_format) << " colour " << colour << " sample "
                  << sample << (limited ? " limited" : " full") << (narrow ? " narrow" : "");
            }
          }
        }
}

} // namespace videohistogram::reference
