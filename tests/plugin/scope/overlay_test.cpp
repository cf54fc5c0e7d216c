// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The element videoscopeoverlay: what lies over frames and where, what stays untouched, and how it
// negotiates. The picture that is expected is that of videoscope; GStreamer blends it here over
// whole frames.
#include "core/format.h"
#include "tests/plugin/scope/overlay_frames.h"
#include "tests/plugin/support/known_formats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace {

/// The picture of videoscope, as B, G, R, A. `aspect`: of the picture's pixels.
std::vector<guint8> picture_of(const std::string& caps, const std::vector<guint8>& frame, int w,
                               int h, const std::string& aspect = "1/1") {
  Stream scopes("videoscope", "", caps, video_caps("BGRA", w, h) + ",pixel-aspect-ratio=" + aspect);
  return scopes.output(buffer_of(frame));
}

/// How the codes of R, G and B of a picture, 0 to 1, become those of frames, in 8 bits.
struct Signal {
  double kr = 0.2126, kb = 0.0722;
  bool full_range = false;
  std::function<double(double)> transfer = [](double component) { return component; };
};

guint8 rounded(double code) {
  return static_cast<guint8>(std::clamp(std::floor(code + 0.5), 0.0, 255.0));
}

/// A picture in the colours of frames, as A, Y, Cb, Cr or B, G, R, A.
std::vector<guint8> coloured(const std::vector<guint8>& bgra, bool rgb, const Signal& signal) {
  std::vector<guint8> out(bgra.size());
  const double scale = signal.full_range ? 255 : 219, black = signal.full_range ? 0 : 16;
  const double chroma = signal.full_range ? 255 : 224;
  for (size_t i = 0; i < bgra.size(); i += 4) {
    const double b = signal.transfer(bgra[i] / 255.0), g = signal.transfer(bgra[i + 1] / 255.0),
                 r = signal.transfer(bgra[i + 2] / 255.0);
    const double y = signal.kr * r + (1 - signal.kr - signal.kb) * g + signal.kb * b;
    const double values[4] = {255, black + scale * y, 128 + chroma * (b - y) / 2 / (1 - signal.kb),
                              128 + chroma * (r - y) / 2 / (1 - signal.kr)};
    const double colours[4] = {black + scale * b, black + scale * g, black + scale * r, 255};
    for (int c = 0; c < 4; c++)
      out[i + static_cast<size_t>(c)] = rounded(rgb ? colours[c] : values[c]);
  }
  return out;
}

/// Gives pixels that share a chroma sample the mean of their chroma, weighted by the largest
/// component of each in the picture.
void share_chroma(std::vector<guint8>& ayuv, const std::vector<guint8>& bgra,
                  const GstVideoInfo& info) {
  const int cell_wide = 1 << GST_VIDEO_FORMAT_INFO_W_SUB(info.finfo, 1),
            cell_high = 1 << GST_VIDEO_FORMAT_INFO_H_SUB(info.finfo, 1);
  for (int y = 0; y < high; y += cell_high)
    for (int x = 0; x < wide; x += cell_wide)
      for (const size_t c : {2u, 3u}) {
        std::vector<size_t> cell;
        for (int i = 0; i < cell_wide * cell_high; i++)
          cell.push_back(4 * static_cast<size_t>((y + i / cell_wide) * wide + x + i % cell_wide));
        double sum = 0, weights = 0;
        for (const size_t at : cell) {
          const double weight = 1 + std::max({bgra[at], bgra[at + 1], bgra[at + 2]});
          sum += weight * ayuv[at + c];
          weights += weight;
        }
        for (const size_t at : cell)
          ayuv[at + c] = rounded(sum / weights);
      }
}

GstVideoOverlayComposition* composition_of(const std::vector<guint8>& pixels, bool rgb,
                                           double opacity) {
  GstBuffer* const buffer = buffer_of(pixels);
  gst_buffer_add_video_meta(buffer, GST_VIDEO_FRAME_FLAG_NONE,
                            rgb ? GST_VIDEO_FORMAT_BGRA : GST_VIDEO_FORMAT_AYUV, wide, high);
  GstVideoOverlayRectangle* const rectangle = gst_video_overlay_rectangle_new_raw(
      buffer, left, top, wide, high, GST_VIDEO_OVERLAY_FORMAT_FLAG_NONE);
  gst_video_overlay_rectangle_set_global_alpha(rectangle, static_cast<gfloat>(opacity));
  GstVideoOverlayComposition* const composition = gst_video_overlay_composition_new(rectangle);
  gst_video_overlay_rectangle_unref(rectangle);
  gst_buffer_unref(buffer);
  return composition;
}

/// Makes x of formats such as RGBx opaque, since GStreamer blends it as alpha.
std::vector<guint8> with_opaque_padding(const GstVideoInfo& info, std::vector<guint8> frame) {
  const std::string format = GST_VIDEO_INFO_NAME(&info);
  if (GST_VIDEO_INFO_IS_RGB(&info) && format.size() == 4 && (format[0] == 'x' || format[3] == 'x'))
    for (size_t i = format[0] == 'x' ? 0 : 3; i < frame.size(); i += 4)
      frame[i] = 255;
  return frame;
}

/// The frame with the picture of itself over it, as GStreamer blends.
std::vector<guint8> blended(const std::string& caps, const std::vector<guint8>& frame,
                            double opacity, const Signal& signal = {},
                            const std::string& aspect = "1/1") {
  GstCaps* const parsed = gst_caps_from_string(caps.c_str());
  GstVideoInfo info;
  EXPECT_TRUE(gst_video_info_from_caps(&info, parsed));
  gst_caps_unref(parsed);
  const bool rgb = GST_VIDEO_INFO_IS_RGB(&info);
  const std::vector<guint8> picture = picture_of(caps, frame, wide, high, aspect);
  std::vector<guint8> pixels = coloured(picture, rgb, signal);
  if (GST_VIDEO_INFO_IS_YUV(&info))
    share_chroma(pixels, picture, info);
  GstVideoOverlayComposition* const composition = composition_of(pixels, rgb, opacity);
  GstBuffer* const buffer = buffer_of(with_opaque_padding(info, frame));
  GstVideoFrame mapped;
  EXPECT_TRUE(gst_video_frame_map(&mapped, &info, buffer, GST_MAP_READWRITE));
  EXPECT_TRUE(gst_video_overlay_composition_blend(composition, &mapped));
  gst_video_frame_unmap(&mapped);
  gst_video_overlay_composition_unref(composition);
  std::vector<guint8> bytes = bytes_of(buffer);
  gst_buffer_unref(buffer);
  return bytes;
}

/// Whether each byte of a frame belongs to a sample under the overlay.
std::vector<bool> covered_bytes(const GstVideoInfo& info) {
  std::vector<bool> covered(info.size, false);
  for (guint c = 0; c < GST_VIDEO_INFO_N_COMPONENTS(&info); c++) {
    const guint plane = GST_VIDEO_FORMAT_INFO_PLANE(info.finfo, c);
    const int x_sub = static_cast<int>(GST_VIDEO_FORMAT_INFO_W_SUB(info.finfo, c));
    const int y_sub = static_cast<int>(GST_VIDEO_FORMAT_INFO_H_SUB(info.finfo, c));
    const int step = GST_VIDEO_FORMAT_INFO_PSTRIDE(info.finfo, c);
    for (int y = top >> y_sub; y < (top + high) >> y_sub; y++)
      for (int x = (left >> x_sub) * step; x < ((left + wide) >> x_sub) * step; x++)
        covered[info.offset[plane] + static_cast<size_t>(y * info.stride[plane] + x)] = true;
  }
  return covered;
}

std::vector<std::string> all_formats() {
  std::vector<std::string> names;
  for (const videohistogram::FormatInfo* format : videohistogram::test::known_plain_formats())
    names.emplace_back(format->name);
  return names;
}

double pq(double component) {
  const double nits = 203 * std::pow(component, 2.4);
  const double y = std::pow(nits / 10000, 0.1593017578125);
  return nits > 0 ? std::pow((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y), 78.84375) : 0;
}

/// Expects equal bytes under the overlay, and those of the frame elsewhere.
void expect_overlaid(const GstVideoInfo& info, const std::vector<guint8>& out,
                     const std::vector<guint8>& frame, const std::vector<guint8>& expected) {
  ASSERT_EQ(out.size(), expected.size());
  const std::vector<bool> covered = covered_bytes(info);
  size_t changed = 0;
  for (size_t i = 0; i < out.size(); i++) {
    ASSERT_EQ(out[i], covered[i] ? expected[i] : frame[i]) << "byte " << i;
    changed += out[i] != frame[i];
  }
  EXPECT_GT(changed, info.size / 8);
}

} // namespace

TEST(Overlay, PixelsInsideShowThePictureOfVideoscopeAndThoseOutsideAreUntouched) {
  for (const std::string& format : all_formats())
    for (const char* opacity : {"1", "0.7"}) {
      SCOPED_TRACE(format + ", opacity " + opacity);
      const std::string caps = video_caps(format, width, height);
      const GstVideoInfo info = info_of(format);
      const std::vector<guint8> frame = random_frame(info);
      Stream stream("videoscopeoverlay", placed + ("opacity=" + std::string(opacity)), caps, caps);
      Signal signal;
      if (GST_VIDEO_INFO_IS_YUV(&info)) // GStreamer's default of this size is BT.601
        signal.kr = 0.299, signal.kb = 0.114;
      signal.full_range = info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
      expect_overlaid(info, stream.output(buffer_of(frame)), frame,
                      blended(caps, frame, std::stod(opacity), signal));
      EXPECT_EQ(stream.stat("blended"), 1u);
      EXPECT_EQ(stream.stat("counted"), 1u);
    }
}

TEST(Overlay, PaddingHasNoInfluenceAndBecomesOpaque) {
  for (const char* format : {"RGBx", "BGRx", "xRGB", "xBGR"})
    for (const char* opacity : {"0", "0.5", "1"}) {
      SCOPED_TRACE(std::string(format) + " " + opacity);
      const std::string caps = video_caps(format, width, height);
      const GstVideoInfo info = info_of(format);
      const size_t x = format[0] == 'x' ? 0 : 3;
      const std::vector<bool> covered = covered_bytes(info);
      std::vector<guint8> outputs[2];
      for (const guint8 padding : {guint8{0}, guint8{77}}) {
        std::vector<guint8> frame = random_frame(info);
        for (size_t i = x; i < frame.size(); i += 4)
          frame[i] = padding;
        Stream stream("videoscopeoverlay",
                      std::string("x=0.5 y=0.2 width=0.5 height=0.5 opacity=") + opacity, caps,
                      caps);
        std::vector<guint8> out = stream.output(buffer_of(frame));
        for (size_t i = x; i < out.size(); i += 4) {
          ASSERT_EQ(out[i], covered[i] ? 255 : padding) << i;
          out[i] = 0;
        }
        outputs[padding ? 1 : 0] = std::move(out);
      }
      EXPECT_EQ(outputs[0], outputs[1]);
    }
}

TEST(Overlay, BackingsLetTheVideoThroughAndLinesAndTracesAreAsBrightAsEver) {
  const std::string caps = video_caps("RGBx", width, height);
  const GstVideoInfo info = info_of("RGBx");
  for (const guint8 video : {guint8{0}, guint8{200}}) {
    std::vector<guint8> frame(info.size, video);
    for (size_t i = 3; i < frame.size(); i += 4)
      frame[i] = 255; // GStreamer blends x as alpha
    const std::vector<guint8> picture = picture_of(caps, frame, wide, high);
    for (const double backing : {0.0, 0.5, 1.0}) {
      SCOPED_TRACE(std::to_string(video) + " under " + std::to_string(backing));
      Stream stream("videoscopeoverlay",
                    std::string("x=0.5 y=0.2 width=0.5 height=0.5 ") +
                        "backing-opacity=" + std::to_string(backing),
                    caps, caps);
      const std::vector<guint8> out = stream.output(buffer_of(frame));
      for (int y = 0; y < high; y++)
        for (int x = 0; x < wide; x++) {
          const guint8* const of_picture = &picture[static_cast<size_t>(4 * (y * wide + x))];
          const guint8* const pixel =
              &out[static_cast<size_t>((top + y) * info.stride[0] + 4 * (left + x))];
          // The share of the video that a backing and the light on it let through.
          const double light = std::max({of_picture[0], of_picture[1], of_picture[2]}) / 255.0;
          const double through = (1 - backing) * (1 - light) * video;
          for (const size_t c : {0u, 1u, 2u})
            ASSERT_NEAR(pixel[c], of_picture[2 - c] + through, 2.5) << x << ", " << y;
        }
    }
  }
}

TEST(Overlay, AttachedPicturesHaveABackingOfTheirOwn) {
  const std::string caps = video_caps("NV12", width, height);
  const std::vector<guint8> frame = random_frame(info_of("NV12"));
  Stream stream("videoscopeoverlay", "x=0.5 y=0.2 width=0.5 height=0.5 backing-opacity=0.25",
                with_feature(caps), with_feature(caps));
  ASSERT_EQ(gst_harness_push(*stream, buffer_of(frame)), GST_FLOW_OK);
  GstBuffer* const out = gst_harness_pull(*stream);
  const auto* const meta = gst_buffer_get_video_overlay_composition_meta(out);
  ASSERT_NE(meta, nullptr);
  GstVideoOverlayRectangle* const rectangle =
      gst_video_overlay_composition_get_rectangle(meta->overlay, 0);
  EXPECT_EQ(gst_video_overlay_rectangle_get_global_alpha(rectangle), 1);
  const std::vector<guint8> pixels = bytes_of(gst_video_overlay_rectangle_get_pixels_unscaled_raw(
      rectangle, GST_VIDEO_OVERLAY_FORMAT_FLAG_NONE));
  const std::vector<guint8> picture = picture_of(caps, frame, wide, high);
  ASSERT_EQ(pixels.size(), picture.size());
  for (size_t i = 0; i < pixels.size(); i += 4) {
    const double light = std::max({picture[i], picture[i + 1], picture[i + 2]}) / 255.0;
    ASSERT_NEAR(pixels[i + 3], 255 * (0.25 + 0.75 * light), 1.5);
    for (const size_t c : {0u, 1u, 2u}) // over black
      ASSERT_NEAR(pixels[i + c] * (pixels[i + 3] / 255.0), picture[i + c], 1);
  }
  gst_buffer_unref(out);
}

TEST(Overlay, ThinLinesKeepTheirColoursWhereChromaIsSubsampled) {
  // The boxes of a vectorscope, whose lines are a pixel wide, over a black video.
  constexpr int side = 240;
  const std::string properties = "x=0 y=0 width=1 height=1 scopes=vectorscope skin-tone=-1";
  const auto drawn_over = [&](const std::string& format) {
    const GstVideoInfo info = info_of(format, side, side);
    std::vector<guint8> frame(info.size, 16);
    std::fill(frame.begin() + static_cast<ptrdiff_t>(info.offset[1]), frame.end(), guint8{128});
    const std::string caps = video_caps(format, side, side) + ",colorimetry=bt709";
    Stream stream("videoscopeoverlay", properties, caps, caps);
    return stream.output(buffer_of(frame));
  };
  const GstVideoInfo full = info_of("Y444", side, side), sub = info_of("I420", side, side);
  const std::vector<guint8> of_444 = drawn_over("Y444"), of_420 = drawn_over("I420");
  size_t lines = 0;
  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++) {
      const auto at = [&](const std::vector<guint8>& frame, const GstVideoInfo& info, guint plane,
                          int shift) {
        return frame[info.offset[plane] +
                     static_cast<size_t>((y >> shift) * info.stride[plane] + (x >> shift))] -
               128.0;
      };
      const double cb = at(of_444, full, 1, 0), cr = at(of_444, full, 2, 0);
      if (std::hypot(cb, cr) < 60) // no line of a box
        continue;
      lines++;
      EXPECT_GT((cb * at(of_420, sub, 1, 1) + cr * at(of_420, sub, 2, 1)) / (cb * cb + cr * cr),
                0.8)
          << x << ", " << y;
    }
  EXPECT_GT(lines, 100u);
}

TEST(Overlay, PackedFormatsAreRefusedWithAWarning) {
  for (const videohistogram::FormatInfo* format : videohistogram::test::known_formats()) {
    SCOPED_TRACE(format->name);
    const bool packed = format->packing != videohistogram::Packing::none;
    for (const std::string& caps : {video_caps(format->name, width, height),
                                    with_feature(video_caps(format->name, width, height))}) {
      Stream stream("videoscopeoverlay", placed, "", "");
      GstPad* const pad = gst_element_get_static_pad(stream.element(), "sink");
      GstCaps* const offered = gst_caps_from_string(caps.c_str());
      EXPECT_EQ(gst_pad_query_accept_caps(pad, offered), !packed);
      EXPECT_EQ(gst_pad_query_accept_caps(pad, offered), !packed);
      EXPECT_EQ(stream.warnings(), packed ? 1u : 0u);
      gst_caps_unref(offered);
      gst_object_unref(pad);
    }
  }
}

TEST(Overlay, ColoursFollowMatrixRangeAndTransferOfTheCaps) {
  struct Case {
    const char* colorimetry;
    Signal signal;
  };
  for (const Case& c :
       {Case{"bt601", {0.299, 0.114, false}}, Case{"bt709", {0.2126, 0.0722, false}},
        Case{"bt2020", {0.2627, 0.0593, false}}, Case{"1:3:5:1", {0.2126, 0.0722, true}},
        Case{"bt2100-pq", {0.2627, 0.0593, false, pq}}}) {
    SCOPED_TRACE(c.colorimetry);
    const std::string caps = video_caps("Y444", width, height) + ",colorimetry=" + c.colorimetry;
    const GstVideoInfo info = info_of("Y444");
    const std::vector<guint8> frame = random_frame(info);
    Stream stream("videoscopeoverlay", std::string(placed) + "opacity=1", caps, caps);
    expect_overlaid(info, stream.output(buffer_of(frame)), frame,
                    blended(caps, frame, 1, c.signal));
  }
}

TEST(Overlay, IsBlendedInThePixelsOfTheFrame) {
  for (const std::string aspect : {"64/45", "1/2"}) {
    SCOPED_TRACE(aspect);
    const std::string caps =
        video_caps("Y444", width, height) + ",colorimetry=bt709," + "pixel-aspect-ratio=" + aspect;
    const GstVideoInfo info = info_of("Y444");
    const std::vector<guint8> frame = random_frame(info);
    Stream stream("videoscopeoverlay", std::string(placed) + "opacity=1", caps, caps);
    const std::vector<guint8> expected = blended(caps, frame, 1, {}, aspect);
    EXPECT_NE(expected, blended(caps, frame, 1));
    expect_overlaid(info, stream.output(buffer_of(frame)), frame, expected);
  }
}

TEST(Overlay, IsAttachedInSquarePixelsWhereDownstreamTakesCompositions) {
  const std::vector<guint8> frame = random_frame(info_of("NV12"));
  struct Case {
    const char* aspect; ///< of the frame's pixels
    guint window_width, window_height;
    int width, height; ///< of the picture, half of the frame each way
  };
  for (const Case& c : {Case{"1/1", 0, 0, wide, high}, Case{"1/1", 640, 480, 320, 240},
                        Case{"1/1", 640, 240, 160, 120}, // shown with bars at the sides
                        Case{"64/45", 0, 0, 114, high}, Case{"1/2", 0, 0, wide, 2 * high},
                        Case{"2/1", 640, 480, 320, 120}}) {
    SCOPED_TRACE(std::string(c.aspect) + " in " + std::to_string(c.window_width));
    const std::string caps = video_caps("NV12", width, height) + ",pixel-aspect-ratio=" + c.aspect;
    Stream stream("videoscopeoverlay", std::string(placed) + "opacity=0.5", "", with_feature(caps));
    GstStructure* params = nullptr;
    if (c.window_width)
      params = gst_structure_new("GstVideoOverlayCompositionMeta", "width", G_TYPE_UINT,
                                 c.window_width, "height", G_TYPE_UINT, c.window_height, nullptr);
    gst_harness_add_propose_allocation_meta(*stream, GST_VIDEO_OVERLAY_COMPOSITION_META_API_TYPE,
                                            params);
    g_clear_pointer(&params, gst_structure_free);
    gst_harness_set_src_caps_str(*stream, caps.c_str());
    GstBuffer* const input = buffer_of(frame);
    GstMemory* const memory = gst_buffer_peek_memory(input, 0);
    ASSERT_EQ(gst_harness_push(*stream, gst_buffer_ref(input)), GST_FLOW_OK);
    GstBuffer* const out = gst_harness_pull(*stream);
    EXPECT_EQ(gst_buffer_peek_memory(out, 0), memory); // pixels are not copied
    EXPECT_EQ(bytes_of(out), frame);
    EXPECT_EQ(gst_buffer_get_video_overlay_composition_meta(input), nullptr);
    const auto* const meta = gst_buffer_get_video_overlay_composition_meta(out);
    ASSERT_NE(meta, nullptr);
    ASSERT_EQ(gst_video_overlay_composition_n_rectangles(meta->overlay), 1u);
    GstVideoOverlayRectangle* const rectangle =
        gst_video_overlay_composition_get_rectangle(meta->overlay, 0);
    gint x, y;
    guint w, h;
    gst_video_overlay_rectangle_get_render_rectangle(rectangle, &x, &y, &w, &h);
    EXPECT_EQ(x, left);
    EXPECT_EQ(y, top);
    EXPECT_EQ(w, guint{wide});
    EXPECT_EQ(h, guint{high});
    EXPECT_EQ(gst_video_overlay_rectangle_get_global_alpha(rectangle), 0.5f);
    GstBuffer* const pixels = gst_video_overlay_rectangle_get_pixels_unscaled_raw(
        rectangle, GST_VIDEO_OVERLAY_FORMAT_FLAG_GLOBAL_ALPHA);
    EXPECT_EQ(bytes_of(pixels), picture_of(caps, frame, c.width, c.height));
    gst_buffer_unref(out);
    gst_buffer_unref(input);
    EXPECT_EQ(stream.stat("attached"), 1u);
    EXPECT_EQ(stream.stat("copied"), 0u);
  }
}

TEST(Overlay, CompositionsOfUpstreamStayBelow) {
  const std::string caps = with_feature(video_caps("NV12", width, height));
  Stream stream("videoscopeoverlay", placed, caps, caps);
  const std::vector<guint8> frame = random_frame(info_of("NV12"));
  GstBuffer* const buffer = buffer_of(frame);
  GstVideoOverlayComposition* const before =
      composition_of(std::vector<guint8>(size_t{4} * wide * high), true, 1);
  const auto pixels_of = [](GstVideoOverlayComposition* composition) {
    return gst_video_overlay_rectangle_get_pixels_unscaled_raw(
        gst_video_overlay_composition_get_rectangle(composition, 0),
        GST_VIDEO_OVERLAY_FORMAT_FLAG_NONE);
  };
  gst_buffer_add_video_overlay_composition_meta(buffer, before);
  ASSERT_EQ(gst_harness_push(*stream, buffer), GST_FLOW_OK);
  GstBuffer* const out = gst_harness_pull(*stream);
  const auto* const meta = gst_buffer_get_video_overlay_composition_meta(out);
  ASSERT_NE(meta, nullptr);
  ASSERT_EQ(gst_video_overlay_composition_n_rectangles(meta->overlay), 2u);
  EXPECT_EQ(pixels_of(meta->overlay), pixels_of(before));
  EXPECT_EQ(gst_video_overlay_composition_n_rectangles(before), 1u);
  EXPECT_EQ(bytes_of(out), frame);
  gst_buffer_unref(out);
  gst_video_overlay_composition_unref(before);
}

TEST(Overlay, SeveralCompositionsOfUpstreamStayBelowInTheirOrder) {
  const std::string caps = with_feature(video_caps("NV12", width, height));
  Stream stream("videoscopeoverlay", placed, caps, caps);
  GstBuffer* const buffer = buffer_of(random_frame(info_of("NV12")));
  GstVideoOverlayComposition* before[3] = {};
  for (GstVideoOverlayComposition*& one : before) {
    one = composition_of(std::vector<guint8>(size_t{4} * wide * high), true, 1);
    gst_buffer_add_video_overlay_composition_meta(buffer, one);
  }
  ASSERT_EQ(gst_harness_push(*stream, buffer), GST_FLOW_OK);
  GstBuffer* const out = gst_harness_pull(*stream);
  std::vector<GstVideoOverlayComposition*> after;
  gpointer state = nullptr;
  while (GstMeta* const meta = gst_buffer_iterate_meta_filtered(
             out, &state, GST_VIDEO_OVERLAY_COMPOSITION_META_API_TYPE))
    after.push_back(reinterpret_cast<GstVideoOverlayCompositionMeta*>(meta)->overlay);
  ASSERT_EQ(after.size(), 3u);
  EXPECT_EQ(after[0], before[0]);
  EXPECT_EQ(after[1], before[1]);
  ASSERT_EQ(gst_video_overlay_composition_n_rectangles(after[2]), 2u);
  const auto pixels_of = [](GstVideoOverlayComposition* composition, guint number) {
    return gst_video_overlay_rectangle_get_pixels_unscaled_raw(
        gst_video_overlay_composition_get_rectangle(composition, number),
        GST_VIDEO_OVERLAY_FORMAT_FLAG_NONE);
  };
  EXPECT_EQ(pixels_of(after[2], 0), pixels_of(before[2], 0));
  for (GstVideoOverlayComposition* one : before) {
    EXPECT_EQ(gst_video_overlay_composition_n_rectangles(one), 1u);
    EXPECT_NE(pixels_of(after[2], 1), pixels_of(one, 0));
  }
  gst_buffer_unref(out);
  for (GstVideoOverlayComposition* one : before)
    gst_video_overlay_composition_unref(one);
}

TEST(Overlay, IsBlendedWhereDownstreamAcceptsTheCapsButShowsNoComposition) {
  const std::string caps = video_caps("NV12", width, height);
  const std::vector<guint8> frame = random_frame(info_of("NV12"));
  Stream stream("videoscopeoverlay", placed, caps, ""); // any caps, no answer to ALLOCATION
  EXPECT_NE(stream.output(buffer_of(frame)), frame);
  EXPECT_EQ(stream.stat("blended"), 1u);
  GstCaps* const negotiated = gst_pad_get_current_caps((*stream)->sinkpad);
  EXPECT_FALSE(gst_caps_features_contains(gst_caps_get_features(negotiated, 0),
                                          GST_CAPS_FEATURE_META_GST_VIDEO_OVERLAY_COMPOSITION));
  gst_caps_unref(negotiated);

  // From now on downstream shows compositions.
  gst_harness_add_propose_allocation_meta(*stream, GST_VIDEO_OVERLAY_COMPOSITION_META_API_TYPE,
                                          nullptr);
  gst_harness_push_upstream_event(*stream, gst_event_new_reconfigure());
  EXPECT_EQ(stream.output(buffer_of(frame)), frame);
  EXPECT_EQ(stream.stat("attached"), 1u);
}

TEST(Overlay, UpstreamIsAskedForFramesWithoutACrop) {
  const std::string caps = video_caps("NV12", width, height);
  Stream stream("videoscopeoverlay", placed, caps, caps);
  for (const GType meta : {GST_VIDEO_CROP_META_API_TYPE, GST_VIDEO_META_API_TYPE})
    gst_harness_add_propose_allocation_meta(*stream, meta, nullptr);
  GstCaps* const asked = gst_caps_from_string(caps.c_str());
  GstQuery* const query = gst_query_new_allocation(asked, TRUE);
  EXPECT_TRUE(gst_pad_peer_query((*stream)->srcpad, query));
  EXPECT_TRUE(gst_query_find_allocation_meta(query, GST_VIDEO_META_API_TYPE, nullptr));
  EXPECT_FALSE(gst_query_find_allocation_meta(query, GST_VIDEO_CROP_META_API_TYPE, nullptr));
  gst_query_unref(query);
  gst_caps_unref(asked);
}
