// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Channels that are computed from Y'CbCr samples, and RANGE: which matrix and range follow from the
// caps, and the counts on the buffers.
#include "tests/plugin/support/element_test.h"
#include "tests/reference/projection.h"

#include <iterator>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Computed;
using reference::Content;
using reference::Frame;

namespace {

/// A computed channel, and how the reference names it.
struct Channel {
  const char* name;
  Computed quantity;
};
constexpr Channel all_channels[] = {{"R", Computed::r},
                                    {"G", Computed::g},
                                    {"B", Computed::b},
                                    {"MAXRGB", Computed::maxrgb},
                                    {"SAT", Computed::sat},
                                    {"HUE", Computed::hue},
                                    {"RANGE", Computed::range_r103},
                                    {"BRNG", Computed::brng},
                                    {"R-G", Computed::r_minus_g},
                                    {"G-B", Computed::g_minus_b},
                                    {"CHROMA", Computed::chroma},
                                    {"CIE-X", Computed::cie_x},
                                    {"CIE-Y", Computed::cie_y},
                                    {"CIE-U", Computed::cie_u},
                                    {"CIE-V", Computed::cie_v}};
constexpr const char* names_of_all =
    "channels=r+g+b+maxrgb+sat+hue+range+brng+r-g+g-b+chroma+cie-x+cie-y+cie-u+cie-v";

/// Fails unless the histogram has these counts in a channel.
void expect_channel(GstVideoHistogram* histogram, const char* name,
                    const std::vector<uint32_t>& expected, const std::string& what) {
  GError* error = nullptr;
  fail_unless(gst_video_histogram_wait(histogram, 30 * GST_SECOND, &error), "not counted: %s",
              error ? error->message : "?");
  const gint channel = gst_video_histogram_find_channel(histogram, name);
  fail_unless(channel >= 0, "%s: no channel %s", what.c_str(), name);
  gsize n = 0;
  const guint64* counts =
      gst_video_histogram_get_counts(histogram, static_cast<guint>(channel), &n);
  fail_unless_equals_uint64(n, expected.size());
  for (gsize i = 0; i < n; i++)
    fail_unless(counts[i] == expected[i],
                "%s: %s bin %" G_GSIZE_FORMAT ": %" G_GUINT64_FORMAT " instead of %u", what.c_str(),
                name, i, counts[i], expected[i]);
}

/// Fails unless a projection of the histogram has these counts.
void expect_projection(GstVideoHistogram* histogram, guint index,
                       const std::vector<uint32_t>& expected) {
  GstVideoHistogramProjection* projection = gst_video_histogram_get_projection(histogram, index);
  gsize n = 0;
  const guint32* counts = gst_video_histogram_projection_get_counts(projection, &n);
  fail_unless(counts != nullptr);
  fail_unless_equals_uint64(n, expected.size());
  for (gsize i = 0; i < n; i++)
    fail_unless(counts[i] == expected[i],
                "projection %u, count %" G_GSIZE_FORMAT ": %u instead of %u", index, i, counts[i],
                expected[i]);
  gst_video_histogram_projection_unref(projection);
}

/// Number of bins of a channel with the property bins=256.
uint32_t bins_of(Computed quantity) {
  return quantity == Computed::hue     ? 360
         : quantity == Computed::brng  ? 2
         : quantity >= Computed::cie_x ? 512
                                       : 256;
}

/// Fails unless all computed channels have the reference's counts of a rectangle of the frame.
void expect_colours(GstVideoHistogram* histogram, const FrameView& frame,
                    const reference::ColourSpec& spec, const Rect& rect, const std::string& what,
                    bool legal = false) {
  const reference::ReadFrame read(frame);
  for (const Channel& channel : all_channels) {
    reference::ColourSpec used = spec;
    used.narrow = spec.narrow && channel.quantity != Computed::maxrgb;
    const Computed quantity = channel.quantity == Computed::range_r103 && legal
                                  ? Computed::range_legal
                                  : channel.quantity;
    expect_channel(histogram, channel.name,
                   reference::count_computed(read, quantity, used, bins_of(quantity), rect), what);
  }
}

Rect whole(const FrameView& frame) {
  return {0, 0, frame.width, frame.height};
}

/// Pushes a frame and returns what comes out.
GstBuffer* pass(Stream& stream, const Frame& frame, const std::string& more = "") {
  fail_unless_equals_int(stream.push(make_plain_buffer(frame, more)), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  fail_unless(out != nullptr);
  return out;
}

GstVideoHistogram* histogram_of(GstBuffer* buffer) {
  GstVideoHistogramMeta* meta = gst_buffer_get_video_histogram_meta(buffer);
  fail_unless(meta != nullptr);
  return meta->histogram;
}

/// Pushes a frame with these caps and compares all channels.
void expect_pass(Stream& stream, const Frame& frame, const reference::ColourSpec& spec,
                 const std::string& more, bool legal = false) {
  const reference::Layout& layout = frame.layout();
  stream.set_caps(raw_caps(layout.format, layout.width, layout.height, more));
  GstBuffer* out = pass(stream, frame, more);
  expect_colours(histogram_of(out), frame.view(), spec, whole(frame.view()), layout.format + more,
                 legal);
  gst_buffer_unref(out);
}

constexpr reference::ColourSpec bt709{reference::Matrix::bt709, true, false};

} // namespace

GST_START_TEST(the_matrix_and_the_range_are_those_of_the_caps) {
  struct Case {
    int number; ///< GStreamer's number of the matrix
    reference::Matrix matrix;
  };
  Stream stream(names_of_all);
  for (const char* format : {"NV12", "YV12", "UYVY", "Y444", "P010_10LE", "I422_12LE", "P016_LE"})
    for (const Case& c : {Case{2, reference::Matrix::fcc}, Case{3, reference::Matrix::bt709},
                          Case{4, reference::Matrix::bt601}, Case{5, reference::Matrix::smpte240m},
                          Case{6, reference::Matrix::bt2020}})
      for (bool limited : {true, false})
        expect_pass(stream, make_plain_frame(format, 35, 19, Content::noise),
                    {c.matrix, limited, false},
                    std::string(",colorimetry=(string)") + (limited ? "2:" : "1:") +
                        std::to_string(c.number) + ":5:1");
}
GST_END_TEST

GST_START_TEST(white_of_x_y_and_z_is_that_of_equal_energy) {
  Stream stream("channels=cie-x+cie-y");
  const char* const colorimetry = ",colorimetry=(string)1:1:5:9"; // primaries of SMPTE ST 428-1
  stream.set_caps(raw_caps("RGBA", 8, 4, colorimetry));
  GstBuffer* const out = pass(stream, make_plain_frame("RGBA", 8, 4, Content::white), colorimetry);
  std::vector<uint32_t> expected(512);
  expected[600 / 3] = 8 * 4;
  for (const char* name : {"CIE-X", "CIE-Y"})
    expect_channel(histogram_of(out), name, expected, "white");
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(colours_of_caps_without_colorimetry_follow_the_rows) {
  struct Case {
    guint height;
    const char* more;
    reference::Matrix matrix;
    guint flags;
  };
  constexpr guint computed = GST_VIDEO_HISTOGRAM_COLOR_COMPUTED,
                  declared = computed | GST_VIDEO_HISTOGRAM_COLOR_RANGE_DECLARED |
                             GST_VIDEO_HISTOGRAM_COLOR_MATRIX_DECLARED |
                             GST_VIDEO_HISTOGRAM_COLOR_TRANSFER_DECLARED |
                             GST_VIDEO_HISTOGRAM_COLOR_PRIMARIES_DECLARED;
  Stream stream(names_of_all);
  for (const Case& c : {Case{576, "", reference::Matrix::bt601, computed},
                        Case{720, "", reference::Matrix::bt709, computed},
                        Case{576, ",colorimetry=bt709", reference::Matrix::bt709, declared},
                        Case{720, ",colorimetry=bt601", reference::Matrix::bt601, declared}}) {
    const Frame frame = make_plain_frame("NV12", 32, c.height, Content::noise);
    stream.set_caps(raw_caps("NV12", 32, c.height, c.more));
    GstBuffer* out = pass(stream, frame, c.more);
    GstVideoHistogram* histogram = histogram_of(out);
    const reference::Gamut gamut = c.matrix == reference::Matrix::bt601
                                       ? reference::Gamut::bt601_525
                                       : reference::Gamut::bt709;
    expect_colours(histogram, frame.view(), {c.matrix, true, false, reference::Curve::sdr, gamut},
                   whole(frame.view()), c.more);
    fail_unless_equals_int(gst_video_histogram_get_color_flags(histogram), c.flags);
    gst_buffer_unref(out);
  }
}
GST_END_TEST

GST_START_TEST(codes_and_limits_may_change_with_every_frame) {
  const Frame frame = make_plain_frame("I420_10LE", 64, 36, Content::noise);
  Stream stream(std::string(names_of_all) + " rgb-range=narrow range-limits=legal");
  const std::string caps = ",colorimetry=bt709";
  reference::ColourSpec spec = bt709;
  spec.narrow = true;
  expect_pass(stream, frame, spec, caps, true);
  const auto expect_next = [&](bool narrow, bool legal) {
    g_object_set(stream.element(), "rgb-range", narrow ? 1 : 0, "range-limits", legal ? 1 : 0,
                 nullptr);
    GstBuffer* out = pass(stream, frame);
    spec.narrow = narrow;
    expect_colours(histogram_of(out), frame.view(), spec, whole(frame.view()), "next", legal);
    const guint flags = gst_video_histogram_get_color_flags(histogram_of(out));
    fail_unless_equals_int((flags & GST_VIDEO_HISTOGRAM_COLOR_NARROW_RGB) != 0, narrow);
    fail_unless_equals_int((flags & GST_VIDEO_HISTOGRAM_COLOR_LEGAL_LIMITS) != 0, legal);
    guint lowest = 0, highest = 0;
    fail_unless_equals_int(
        gst_video_histogram_get_legal_values(histogram_of(out), 0, &lowest, &highest), narrow);
    fail_unless_equals_int(lowest, narrow ? 256 : 0);
    fail_unless_equals_int(highest, narrow ? 3760 : 4095);
    gst_buffer_unref(out);
  };
  expect_next(false, true);
  expect_next(false, false);
  expect_next(true, false);
}
GST_END_TEST

GST_START_TEST(stored_and_computed_channels_come_in_one_order_with_bins_of_their_own) {
  const Frame frame = make_plain_frame("P010_10LE", 33, 17, Content::noise);
  Stream stream("channels=range+hue+sat+maxrgb+cr+y+b bins=0");
  stream.set_caps(raw_caps("P010_10LE", 33, 17, ",colorimetry=bt709"));
  GstBuffer* out = pass(stream, frame, ",colorimetry=bt709");
  GstVideoHistogram* histogram = histogram_of(out);
  const std::pair<const char*, guint> expected[] = {{"B", 4096},      {"Y", 1024},   {"Cr", 1024},
                                                    {"MAXRGB", 4096}, {"SAT", 1024}, {"HUE", 360},
                                                    {"RANGE", 256}};
  fail_unless_equals_int(gst_video_histogram_get_n_channels(histogram), G_N_ELEMENTS(expected));
  for (guint c = 0; c < G_N_ELEMENTS(expected); c++) {
    fail_unless_equals_string(gst_video_histogram_get_channel_name(histogram, c),
                              expected[c].first);
    fail_unless_equals_int(gst_video_histogram_get_bins(histogram, c), expected[c].second);
  }
  const Rect all = whole(frame.view());
  expect_channel(histogram, "B",
                 reference::count_computed(frame.view(), Computed::b, bt709, 4096, all), "");
  expect_channel(histogram, "MAXRGB",
                 reference::count_computed(frame.view(), Computed::maxrgb, bt709, 4096, all), "");
  expect_channel(histogram, "SAT",
                 reference::count_computed(frame.view(), Computed::sat, bt709, 1024, all), "");
  Request request;
  request.bins = 1024;
  request.channels = select_plane_quantities(*frame.view().format, quantity_bit(Quantity::y));
  expect_channel(histogram, "Y", reference::count(frame.view(), request), "");
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(regions_have_computed_channels_too) {
  const Frame frame = make_plain_frame("NV12", 61, 43, Content::noise);
  Stream stream(std::string(names_of_all) + " regions=a:3,5,20,11;b:0,0,1,1;c:60,42,9,9");
  stream.set_caps(raw_caps("NV12", 61, 43, ",colorimetry=bt709"));
  GstBuffer* out = pass(stream, frame, ",colorimetry=bt709");
  const Rect rects[] = {whole(frame.view()), {3, 5, 20, 11}, {0, 0, 1, 1}, {60, 42, 1, 1}};
  gpointer state = nullptr;
  for (const Rect& rect : rects) {
    GstMeta* meta =
        gst_buffer_iterate_meta_filtered(out, &state, GST_VIDEO_HISTOGRAM_META_API_TYPE);
    fail_unless(meta != nullptr);
    expect_colours(reinterpret_cast<GstVideoHistogramMeta*>(meta)->histogram, frame.view(), bt709,
                   rect, "a region");
  }
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(pixels_of_interlaced_frames_have_the_chroma_of_their_field) {
  Stream stream(names_of_all);
  for (const char* format : {"NV12", "I420_10LE", "NV16"})
    for (guint height : {2u, 4u, 6u, 22u, 64u}) {
      Frame frame = make_plain_frame(format, 18, height, Content::noise);
      FrameView view = frame.view();
      view.interlaced = true;
      const std::string more = ",colorimetry=bt709,interlace-mode=(string)interleaved";
      stream.set_caps(raw_caps(format, 18, height, more));
      GstBuffer* out = pass(stream, frame, more);
      expect_colours(histogram_of(out), view, bt709, whole(view), std::string(format) + more);
      gst_buffer_unref(out);
      // In a mixed stream, a flag of each buffer says whether it is interlaced.
      const std::string mixed = ",colorimetry=bt709,interlace-mode=(string)mixed";
      stream.set_caps(raw_caps(format, 18, height, mixed));
      for (bool interlaced : {false, true}) {
        GstBuffer* buffer = make_plain_buffer(frame, mixed);
        if (interlaced)
          GST_BUFFER_FLAG_SET(buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED);
        fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
        out = stream.pull();
        view.interlaced = interlaced;
        expect_colours(histogram_of(out), view, bt709, whole(view), mixed);
        gst_buffer_unref(out);
      }
    }
}
GST_END_TEST

GST_START_TEST(range_of_rgb_frames_needs_caps_of_limited_range) {
  Stream stream("channels=range");
  for (const char* format : {"RGBx", "BGR", "ARGB64_LE"})
    for (bool limited : {false, true}) {
      const Frame frame = make_plain_frame(format, 40, 30, Content::noise);
      const std::string more = limited ? ",colorimetry=(string)2:1:7:1" : "";
      stream.set_caps(raw_caps(format, 40, 30, more));
      GstBuffer* out = pass(stream, frame, more);
      reference::ColourSpec spec;
      spec.limited = limited;
      expect_channel(histogram_of(out), "RANGE",
                     reference::count_computed(frame.view(), Computed::range_r103, spec, 256,
                                               whole(frame.view())),
                     format);
      gst_buffer_unref(out);
    }
}
GST_END_TEST

GST_START_TEST(computed_quantities_have_projections) {
  struct Case {
    const char* text;
    Quantity quantity;
    double angle;
    uint32_t bins, depth, values;
  };
  const Case cases[] = {{"b@0", Quantity::b, 0, 256, 12, 4096},
                        {"maxrgb@90", Quantity::maxrgb, 90, 256, 12, 4096},
                        {"sat@20", Quantity::sat, 20, 256, 10, 1024},
                        {"hue@0", Quantity::hue, 0, 360, 9, 360},
                        {"range@45", Quantity::range, 45, 256, 8, 256}};
  std::string list;
  for (const Case& c : cases)
    list += std::string(c.text) + ";";
  Stream stream("channels=y projections=" + list);
  stream.set_caps(raw_caps("P010_10LE", 32, 16));
  const Frame frame = make_plain_frame("P010_10LE", 32, 16, Content::noise);
  GstBuffer* out = pass(stream, frame);
  GstVideoHistogram* histogram = histogram_of(out);
  fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram), std::size(cases));
  fail_unless(gst_video_histogram_get_color_flags(histogram) & GST_VIDEO_HISTOGRAM_COLOR_COMPUTED);
  const reference::Meaning meaning{luma_bt709, {reference::Matrix::bt601, true, false}, false};
  for (guint i = 0; i < std::size(cases); i++) {
    const Case& c = cases[i];
    const reference::PictureSize size = reference::size_of_values(frame.view(), c.quantity);
    expect_projection(histogram, i,
                      reference::count_projection(
                          frame.view(), c.quantity, c.bins, meaning,
                          reference::Positions::of_angle(c.angle, size.width, size.height)));
    GstVideoHistogramProjection* projection = gst_video_histogram_get_projection(histogram, i);
    fail_unless_equals_int(gst_video_histogram_projection_get_bins(projection), c.bins);
    fail_unless_equals_int(gst_video_histogram_projection_get_depth(projection), c.depth);
    fail_unless_equals_int(gst_video_histogram_projection_get_n_values(projection), c.values);
    gst_video_histogram_projection_unref(projection);
  }
  gst_buffer_unref(out);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, the_matrix_and_the_range_are_those_of_the_caps);
  tcase_add_test(chain, white_of_x_y_and_z_is_that_of_equal_energy);
  tcase_add_test(chain, colours_of_caps_without_colorimetry_follow_the_rows);
  tcase_add_test(chain, codes_and_limits_may_change_with_every_frame);
  tcase_add_test(chain, stored_and_computed_channels_come_in_one_order_with_bins_of_their_own);
  tcase_add_test(chain, regions_have_computed_channels_too);
  tcase_add_test(chain, pixels_of_interlaced_frames_have_the_chroma_of_their_field);
  tcase_add_test(chain, range_of_rgb_frames_needs_caps_of_limited_range);
  tcase_add_test(chain, computed_quantities_have_projections);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "colours", add_tests);
}
