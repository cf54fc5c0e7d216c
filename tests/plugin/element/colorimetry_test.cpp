// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Colours that caps state in part, the property `colorimetry`, and matrices that R, G and B cannot
// be computed with: what is counted, and what results say of it.
#include "tests/plugin/support/report_check.h"
#include "tests/reference/projection.h"

#include <cmath>
#include <string>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Computed;
using reference::Content;
using reference::Frame;

namespace {

constexpr guint all_declared =
    GST_VIDEO_HISTOGRAM_COLOR_RANGE_DECLARED | GST_VIDEO_HISTOGRAM_COLOR_MATRIX_DECLARED |
    GST_VIDEO_HISTOGRAM_COLOR_TRANSFER_DECLARED | GST_VIDEO_HISTOGRAM_COLOR_PRIMARIES_DECLARED;

/// Pushes the frame, which has the caps `more`; returns its histogram, owned by the caller.
GstVideoHistogram* count(Stream& stream, const Frame& frame, const std::string& more) {
  fail_unless_equals_int(stream.push(make_plain_buffer(frame, more)), GST_FLOW_OK);
  GstBuffer* const out = stream.pull();
  fail_unless(out != nullptr);
  GstVideoHistogramMeta* const meta = gst_buffer_get_video_histogram_meta(out);
  fail_unless(meta != nullptr);
  GstVideoHistogram* const histogram = gst_video_histogram_ref(meta->histogram);
  fail_unless(gst_video_histogram_wait(histogram, 30 * GST_SECOND, nullptr));
  gst_buffer_unref(out);
  return histogram;
}

void expect_channel(GstVideoHistogram* histogram, const char* name,
                    const std::vector<uint32_t>& expected, const std::string& what) {
  const gint channel = gst_video_histogram_find_channel(histogram, name);
  fail_unless(channel >= 0, "%s: no channel %s", what.c_str(), name);
  gsize n = 0;
  const guint64* const counts =
      gst_video_histogram_get_counts(histogram, static_cast<guint>(channel), &n);
  fail_unless_equals_uint64(n, expected.size());
  for (gsize i = 0; i < n; i++)
    fail_unless(counts[i] == expected[i], "%s: %s, bin %" G_GSIZE_FORMAT, what.c_str(), name, i);
}

/// Fails unless R and RANGE are those of the matrix and the range.
void expect_colours(GstVideoHistogram* histogram, const Frame& frame, reference::Matrix matrix,
                    bool limited, const std::string& what) {
  const FrameView& view = frame.view();
  const Rect all = {0, 0, view.width, view.height};
  const reference::ColourSpec spec = {matrix, limited, false};
  expect_channel(histogram, "R", reference::count_computed(view, Computed::r, spec, 256, all),
                 what);
  expect_channel(histogram, "RANGE",
                 reference::count_computed(view, Computed::range_r103, spec, 256, all), what);
}

void expect_colorimetry(GstVideoHistogram* histogram, const std::string& expected) {
  GstVideoColorimetry colorimetry;
  gst_video_histogram_get_colorimetry(histogram, &colorimetry);
  const std::string read =
      std::to_string(colorimetry.range) + ":" + std::to_string(colorimetry.matrix) + ":" +
      std::to_string(colorimetry.transfer) + ":" + std::to_string(colorimetry.primaries);
  fail_unless(read == expected, "%s instead of %s", read.c_str(), expected.c_str());
}

void expect_text(const GstStructure* report, const char* field, const char* expected) {
  const gchar* const text = gst_structure_get_string(report, field);
  fail_unless(g_strcmp0(text, expected) == 0, "%s is %s instead of %s", field, text, expected);
}

} // namespace

GST_START_TEST(parts_that_caps_state_are_kept_and_missing_ones_are_told) {
  struct Case {
    const char* colorimetry; ///< of the caps
    reference::Matrix matrix;
    bool limited;
    const char* read;     ///< GStreamer's numbers
    const char* declared; ///< as messages tell it
    guint flags;
  };
  constexpr guint range = GST_VIDEO_HISTOGRAM_COLOR_RANGE_DECLARED,
                  matrix = GST_VIDEO_HISTOGRAM_COLOR_MATRIX_DECLARED,
                  transfer = GST_VIDEO_HISTOGRAM_COLOR_TRANSFER_DECLARED,
                  primaries = GST_VIDEO_HISTOGRAM_COLOR_PRIMARIES_DECLARED;
  Stream stream("channels=r+range post-messages=true message-counts=false");
  for (const Case& c :
       {Case{"", reference::Matrix::bt601, true, "2:4:16:4", "none", 0},
        Case{"1:0:0:0", reference::Matrix::bt601, false, "1:4:16:4", "range", range},
        Case{"1:1:0:0", reference::Matrix::bt601, false, "1:4:16:4", "range", range},
        Case{"0:3:5:1", reference::Matrix::bt709, true, "2:3:5:1", "matrix+transfer+primaries",
             matrix | transfer | primaries},
        Case{"2:0:14:7", reference::Matrix::bt2020, true, "2:6:14:7", "range+transfer+primaries",
             range | transfer | primaries},
        Case{"2:1:14:7", reference::Matrix::bt2020, true, "2:6:14:7", "range+transfer+primaries",
             range | transfer | primaries},
        Case{"1:3:5:1", reference::Matrix::bt709, false, "1:3:5:1",
             "range+matrix+transfer+primaries", all_declared}})
    for (const char* format : {"NV12", "P010_10LE", "Y444"}) {
      const std::string more =
          *c.colorimetry ? std::string(",colorimetry=(string)") + c.colorimetry : "";
      const Frame frame = make_plain_frame(format, 32, 24, Content::noise);
      stream.set_caps(raw_caps(format, 32, 24, more));
      GstVideoHistogram* const histogram = count(stream, frame, more);
      expect_colours(histogram, frame, c.matrix, c.limited, format + more);
      expect_colorimetry(histogram, c.read);
      fail_unless_equals_int(gst_video_histogram_get_color_flags(histogram),
                             GST_VIDEO_HISTOGRAM_COLOR_COMPUTED | c.flags);
      stream.drain();
      const GstStructure* const report = stream.reports().back();
      expect_text(report, "colorimetry-declared", c.declared);
      expect_text(report, "color-flags", "computed");
      expect_text(report, "range", c.limited ? "limited" : "full");
      gst_video_histogram_unref(histogram);
    }
}
GST_END_TEST

GST_START_TEST(pq_without_a_matrix_has_light) {
  for (const char* colorimetry : {"2:0:14:7", "2:1:14:7"}) {
    Stream stream("channels=maxrgb bins=0");
    const std::string more = std::string(",colorimetry=(string)") + colorimetry;
    stream.set_caps(raw_caps("I420_10LE", 16, 16, more));
    // Y = 722 is a gray of some 994 nits: ST 2084 of (722 - 64) / 876.
    GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, 16 * 16 * 3, nullptr);
    GstMapInfo map;
    fail_unless(gst_buffer_map(buffer, &map, GST_MAP_WRITE));
    for (guint i = 0; i < map.size / 2; i++)
      GST_WRITE_UINT16_LE(map.data + 2 * i, i < 256 ? 722 : 512);
    gst_buffer_unmap(buffer, &map);
    fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
    GstBuffer* const out = stream.pull();
    GstVideoHistogram* const histogram = gst_buffer_get_video_histogram_meta(out)->histogram;
    fail_unless(gst_video_histogram_wait(histogram, 30 * GST_SECOND, nullptr));
    const double signal = std::pow((722 - 64) / 876.0, 32 / 2523.0);
    const double nits = 10000 * std::pow(std::max(signal - 3424 / 4096.0, 0.0) /
                                             (2413 / 128.0 - 2392 / 128.0 * signal),
                                         16384 / 2610.0);
    fail_unless(std::fabs(nits - 994) < 1, "%f", nits);
    const double peak = gst_video_histogram_get_peak_light(histogram, 1000);
    fail_unless(std::fabs(peak - nits) < 3, "%f instead of %f", peak, nits); // 12 bits per code
    gst_buffer_unref(out);
  }
}
GST_END_TEST

GST_START_TEST(the_property_overrides_parts_from_the_next_frame_on) {
  struct Case {
    const char* property;
    reference::Matrix matrix;
    bool limited;
    const char* read;
  };
  Stream stream("channels=r+range");
  const std::string more = ",colorimetry=(string)2:3:5:1";
  stream.set_caps(raw_caps("NV12", 32, 24, more));
  const Frame frame = make_plain_frame("NV12", 32, 24, Content::noise);
  for (const Case& c : {Case{"", reference::Matrix::bt709, true, "2:3:5:1"},
                        Case{"1:0:0:0", reference::Matrix::bt709, false, "1:3:5:1"},
                        Case{"0:4:0:0", reference::Matrix::bt601, true, "2:4:5:1"},
                        Case{"bt2020", reference::Matrix::bt2020, true, "2:6:11:7"},
                        Case{"0:0:14:7", reference::Matrix::bt709, true, "2:3:14:7"},
                        Case{"", reference::Matrix::bt709, true, "2:3:5:1"}}) {
    g_object_set(stream.element(), "colorimetry", c.property, nullptr);
    GstVideoHistogram* const histogram = count(stream, frame, more);
    expect_colours(histogram, frame, c.matrix, c.limited, c.property);
    expect_colorimetry(histogram, c.read);
    fail_unless_equals_int(gst_video_histogram_get_color_flags(histogram),
                           GST_VIDEO_HISTOGRAM_COLOR_COMPUTED | all_declared);
    gst_video_histogram_unref(histogram);
  }
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}
GST_END_TEST

GST_START_TEST(an_override_ends_the_interval) {
  Stream stream("channels=r post-messages=true interval=3600000000000");
  const std::string more = ",colorimetry=bt709";
  stream.set_caps(raw_caps("NV12", 32, 24, more));
  const Frame frame = make_plain_frame("NV12", 32, 24, Content::noise);
  gst_video_histogram_unref(count(stream, frame, more));
  g_object_set(stream.element(), "colorimetry", "0:0:14:7", nullptr); // R is counted as before
  gst_video_histogram_unref(count(stream, frame, more));
  fail_unless(stream.push_event(gst_event_new_eos()));
  const std::vector<const GstStructure*>& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 2);
  expect_text(reports[0], "colorimetry", "bt709");
  expect_text(reports[1], "colorimetry", "2:3:14:7");
}
GST_END_TEST

GST_START_TEST(an_impossible_override_warns_and_changes_nothing) {
  Stream stream("channels=r+range colorimetry=sRGB");
  const std::string more = ",colorimetry=bt709";
  stream.set_caps(raw_caps("NV12", 32, 24, more));
  const Frame frame = make_plain_frame("NV12", 32, 24, Content::noise);
  GstVideoHistogram* histogram = count(stream, frame, more);
  expect_one_warning(stream, "the matrix of RGB");
  expect_colours(histogram, frame, reference::Matrix::bt709, false,
                 "sRGB"); // its range is possible
  gst_video_histogram_unref(histogram);

  // In RGB frames it is not: their matrix is ignored.
  const Frame rgb = make_plain_frame("RGBA", 32, 24, Content::noise);
  Stream of_rgb("colorimetry=bt709 channels=range");
  of_rgb.set_caps(raw_caps("RGBA", 32, 24, ""));
  histogram = count(of_rgb, rgb, "");
  expect_colorimetry(histogram, "2:1:5:1");
  fail_unless_equals_int(of_rgb.count_messages(GST_MESSAGE_WARNING), 0);
  gst_video_histogram_unref(histogram);
}
GST_END_TEST

GST_START_TEST(text_that_is_no_colorimetry_is_refused_when_it_is_set) {
  Stream stream("colorimetry=1:0:0:0");
  for (const char* text : {"nonsense", "1:0:0", "1:99:0:0", "9:0:0:0", "-1:0:0:0", "bt709 x"}) {
    g_object_set(stream.element(), "colorimetry", text, nullptr);
    expect_one_warning(stream, "give a name as in caps");
    gchar* value = nullptr;
    g_object_get(stream.element(), "colorimetry", &value, nullptr);
    fail_unless_equals_string(value, "1:0:0:0");
    g_free(value);
  }
}
GST_END_TEST

GST_START_TEST(channels_that_need_an_unknown_matrix_are_named_and_not_counted) {
  const std::string more = ",colorimetry=(string)2:0:14:7,x-matrix-h273=(int)14";
  const Frame frame = make_plain_frame("P010_10LE", 32, 24, Content::noise);
  Stream stream("channels=y+r+b+maxrgb+range+sat+cb");
  stream.set_caps(raw_caps("P010_10LE", 32, 24, more));
  GstVideoHistogram* histogram = count(stream, frame, more);
  GstMessage* const warning = stream.message(GST_MESSAGE_WARNING);
  fail_unless(warning != nullptr);
  GError* error = nullptr;
  gst_message_parse_warning(warning, &error, nullptr);
  fail_unless(strstr(error->message, "r+b+maxrgb+range") != nullptr, "%s", error->message);
  fail_unless(strstr(error->message, "14") != nullptr, "%s", error->message);
  g_clear_error(&error);
  gst_message_unref(warning);
  fail_unless_equals_int(gst_video_histogram_get_n_channels(histogram), 3);
  for (const char* name : {"Y", "Cb", "SAT"})
    fail_unless(gst_video_histogram_find_channel(histogram, name) >= 0);
  expect_colorimetry(histogram, "2:0:14:7");
  fail_unless_equals_int(gst_video_histogram_get_color_flags(histogram), all_declared);
  gst_video_histogram_unref(histogram);
  gst_video_histogram_unref(count(stream, frame, more));
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0); // once per caps

  g_object_set(stream.element(), "colorimetry", "0:6:0:0", nullptr);
  histogram = count(stream, frame, more);
  fail_unless_equals_int(gst_video_histogram_get_n_channels(histogram), 7);
  expect_colours(histogram, frame, reference::Matrix::bt2020, true, "overridden");
  gst_video_histogram_unref(histogram);
}
GST_END_TEST

GST_START_TEST(tables_that_need_an_unknown_matrix_are_refused_singly) {
  const std::string more = ",colorimetry=(string)2:0:14:7,x-matrix-h273=(int)10";
  const Frame frame = make_plain_frame("NV12", 32, 24, Content::noise);
  Stream stream("channels=y projections=r@0;y@0 joint=cb*cr;r*b");
  stream.set_caps(raw_caps("NV12", 32, 24, more));
  GstVideoHistogram* const histogram = count(stream, frame, more);
  fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram), 1);
  fail_unless_equals_int(gst_video_histogram_get_n_joints(histogram), 1);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 2);
  gst_video_histogram_unref(histogram);

  // Alone, such channels end the stream, as those do that a format lacks.
  Stream nothing("channels=r+maxrgb");
  nothing.set_caps(raw_caps("NV12", 32, 24, more));
  fail_unless_equals_int(nothing.push(make_plain_buffer(frame, more)), GST_FLOW_NOT_NEGOTIATED);
  GstMessage* const error = nothing.message(GST_MESSAGE_ERROR);
  fail_unless(error != nullptr);
  gst_message_unref(error);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, parts_that_caps_state_are_kept_and_missing_ones_are_told);
  tcase_add_test(chain, pq_without_a_matrix_has_light);
  tcase_add_test(chain, the_property_overrides_parts_from_the_next_frame_on);
  tcase_add_test(chain, an_override_ends_the_interval);
  tcase_add_test(chain, an_impossible_override_warns_and_changes_nothing);
  tcase_add_test(chain, text_that_is_no_colorimetry_is_refused_when_it_is_set);
  tcase_add_test(chain, channels_that_need_an_unknown_matrix_are_named_and_not_counted);
  tcase_add_test(chain, tables_that_need_an_unknown_matrix_are_refused_singly);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "colorimetry", add_tests);
}
