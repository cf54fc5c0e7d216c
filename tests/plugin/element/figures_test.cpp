// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The property figures: which sums frames have, their values, and what interrupts them.
#include "tests/plugin/support/element_test.h"
#include "tests/plugin/support/fake_gpus.h"
#include "tests/reference/sums.h"

#include <algorithm>
#include <cmath>
#include <memory>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

constexpr const char* all_names =
    "tout+speckle+vrep+linerep+brng+rows+columns+activity+msef+ssimf+idet+light+rgb+iris+sobel+"
    "hstep+vstep";

Frame frame_of(guint number, const char* format = "NV12") {
  return make_plain_frame(format, 70, 41, number % 3 == 2 ? Content::runs : Content::noise,
                          number + 1);
}

/// The light of codes in milli-cd/m2.
LightTable table_of(uint32_t depth, double black, double white, bool pq) {
  std::vector<uint32_t> table(size_t{1} << depth);
  for (size_t code = 0; code < table.size(); code++) {
    const double signal =
        std::clamp((static_cast<double>(code) - black) / (white - black), 0.0, 1.0);
    // SMPTE ST 2084, and BT.1886 with a white of 200 cd/m2.
    const double root = std::pow(signal, 1 / 78.84375);
    const double light =
        pq ? 10000 * std::pow(std::max(root - 0.8359375, 0.0) / (18.8515625 - 18.6875 * root),
                              1 / 0.1593017578125)
           : 200 * std::pow(signal, 2.4);
    table[code] = static_cast<uint32_t>(std::lround(1000 * light));
  }
  return std::make_shared<const std::vector<uint32_t>>(std::move(table));
}

GstVideoHistogram* counted(GstBuffer* buffer) {
  GstVideoHistogram* histogram = gst_buffer_get_video_histogram_meta(buffer)->histogram;
  fail_unless(gst_video_histogram_wait(histogram, 30 * GST_SECOND, nullptr));
  return histogram;
}

/// Fails unless the histogram has exactly the sums of `spec`, those of the frame.
void expect_sums(GstVideoHistogram* histogram, const FrameView& frame, const SumsSpec& spec,
                 const reference::ColourSpec& colours) {
  guint index = 0;
  for (uint32_t s = 0; s < n_sums; s++) {
    if (!(spec.sums >> s & 1))
      continue;
    const auto sum = static_cast<Sum>(s);
    fail_unless_equals_int(gst_video_histogram_find_sum(histogram, info_of(sum).name),
                           static_cast<gint>(index));
    GstVideoHistogramSum* const found = gst_video_histogram_get_sum(histogram, index++);
    fail_unless_equals_string(gst_video_histogram_sum_get_unit(found), info_of(sum).unit);
    const std::vector<int64_t> expected = reference::sum(frame, sum, spec, colours);
    gsize n = 0;
    const gint64* const values = gst_video_histogram_sum_get_values(found, &n);
    fail_unless_equals_int(n, expected.size());
    for (gsize i = 0; i < n; i++)
      fail_unless(values[i] == expected[i], "value %" G_GSIZE_FORMAT " of %s of %s", i,
                  info_of(sum).name, frame.format->name);
    fail_unless_equals_uint64(gst_video_histogram_sum_get_n_compared(found),
                              info_of(sum).of_two_frames && frame.before ? 1 : 0);
    gst_video_histogram_sum_unref(found);
  }
  fail_unless_equals_int(gst_video_histogram_get_n_sums(histogram), index);
}

SumsSpec everything(uint32_t depth, bool pq) {
  const double scale = std::ldexp(1, static_cast<int>(depth) - 8);
  const uint32_t of_colours = reference::colour_depth(depth);
  return {all_sums, table_of(depth, 16 * scale, 235 * scale, pq),
          table_of(of_colours, 0, std::ldexp(1, static_cast<int>(of_colours)) - 1, pq)};
}

/// Pushes a frame and compares its sums.
void expect_next(Stream& stream, const Frame& frame, const Frame* before, const SumsSpec& spec,
                 GstClockTime time = GST_CLOCK_TIME_NONE) {
  GstBuffer* const buffer = make_plain_buffer(frame);
  GST_BUFFER_PTS(buffer) = time;
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  GstBuffer* const out = stream.pull();
  FrameView view = frame.view();
  if (before)
    view.before = std::make_shared<const FrameView>(before->view());
  expect_sums(counted(out), view, spec, {});
  gst_buffer_unref(out);
}

} // namespace

GST_START_TEST(all_sums_are_those_of_the_frame) {
  for (const char* format : {"NV12", "I420", "UYVY", "P010_10LE"})
    for (bool pq : {false, true}) {
      Stream stream(std::string("channels=y bins=0 figures=") + all_names);
      const uint32_t depth = g_str_has_prefix(format, "P010") ? 10 : 8;
      stream.set_caps(raw_caps(format, 70, 41) +
                      (pq ? ",colorimetry=2:3:14:1" : ",colorimetry=bt709"));
      const SumsSpec spec = everything(depth, pq);
      const Frame first = frame_of(0, format), second = frame_of(1, format);
      expect_next(stream, first, nullptr, spec);
      expect_next(stream, second, &first, spec);
    }
}
GST_END_TEST

GST_START_TEST(nothing_is_added_up_that_was_not_asked_for) {
  Stream stream("channels=y figures=VREP,tout");
  stream.set_caps(raw_caps("NV12", 70, 41));
  expect_next(stream, frame_of(0), nullptr, {sum_bit(Sum::tout) | sum_bit(Sum::vrep), {}, {}});
  g_object_set(stream.element(), "figures", "", nullptr);
  expect_next(stream, frame_of(1), nullptr, {});
}
GST_END_TEST

GST_START_TEST(what_interrupts_the_stream_leaves_the_next_frame_without_a_frame_before) {
  Stream stream("channels=y figures=idet");
  stream.set_caps(raw_caps("NV12", 70, 41));
  const SumsSpec spec{sum_bit(Sum::idet), {}, {}};
  const Frame first = frame_of(0), second = frame_of(1);
  expect_next(stream, first, nullptr, spec);
  expect_next(stream, second, &first, spec);
  stream.push_event(gst_event_new_flush_start());
  stream.push_event(gst_event_new_flush_stop(TRUE));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  stream.push_event(gst_event_new_segment(&segment));
  expect_next(stream, first, nullptr, spec);
  expect_next(stream, second, &first, spec);
  stream.push_event(gst_event_new_gap(0, GST_SECOND));
  expect_next(stream, first, nullptr, spec);
}
GST_END_TEST

GST_START_TEST(intervals_interrupt_nothing) {
  Stream stream("channels=y figures=idet+msef post-messages=true interval=100000000");
  stream.set_caps(raw_caps("NV12", 70, 41));
  const SumsSpec spec{sum_bit(Sum::idet) | sum_bit(Sum::msef), {}, {}};
  std::vector<Frame> frames;
  for (guint i = 0; i < 7; i++) // two or three to an interval
    frames.push_back(frame_of(i));
  for (guint i = 0; i < 7; i++)
    expect_next(stream, frames[i], i > 0 ? &frames[i - 1] : nullptr, spec, i * 40 * GST_MSECOND);
  stream.push_event(gst_event_new_eos());
  fail_unless_equals_int(stream.reports().size(), 3);
}
GST_END_TEST

GST_START_TEST(a_warning_names_what_frames_lack) {
  Stream stream("figures=tout+rgb+iris");
  stream.set_caps(raw_caps("GRAY8", 70, 41));
  const Frame gray = frame_of(0, "GRAY8");
  expect_next(stream, gray, nullptr, {sum_bit(Sum::tout), {}, {}});
  expect_warnings(stream, {"figures=\"tout+rgb+iris\": GRAY8 frames have no rgb+iris; convert them "
                           "to Y'CbCr. Counted are tout"});
  stream.set_caps(raw_caps("RGBA", 70, 41));
  fail_unless_equals_int(stream.push(make_plain_buffer(frame_of(1, "RGBA"))), GST_FLOW_OK);
  GstBuffer* const out = stream.pull();
  fail_unless_equals_int(gst_video_histogram_get_n_sums(counted(out)), 0);
  gst_buffer_unref(out);
  expect_warnings(stream, {"figures=\"tout+rgb+iris\": RGBA frames have no tout+rgb+iris"});
}
GST_END_TEST

GST_START_TEST(a_figure_that_does_not_exist_is_refused) {
  Stream stream("figures=tout");
  stream.set_caps(raw_caps("NV12", 70, 41));
  g_object_set(stream.element(), "figures", "tout+sharpness", nullptr);
  expect_warnings(stream, {"figures=\"tout+sharpness\" is impossible: there is no figure "
                           "\"sharpness\"; give some of tout+speckle+vrep"});
  expect_next(stream, frame_of(0), nullptr, {sum_bit(Sum::tout), {}, {}});
}
GST_END_TEST

GST_START_TEST(regions_have_no_sums) {
  Stream stream("figures=tout regions=a:1,1,9,9");
  stream.set_caps(raw_caps("NV12", 70, 41));
  fail_unless_equals_int(stream.push(make_plain_buffer(frame_of(0))), GST_FLOW_OK);
  GstBuffer* const out = stream.pull();
  gpointer state = nullptr;
  guint with_sums = 0, metas = 0;
  while (GstMeta* meta =
             gst_buffer_iterate_meta_filtered(out, &state, GST_VIDEO_HISTOGRAM_META_API_TYPE)) {
    GstVideoHistogram* const histogram = reinterpret_cast<GstVideoHistogramMeta*>(meta)->histogram;
    with_sums += gst_video_histogram_get_n_sums(histogram) > 0 ? 1 : 0;
    metas++;
  }
  fail_unless_equals_int(metas, 2);
  fail_unless_equals_int(with_sums, 1);
  gst_buffer_unref(out);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, all_sums_are_those_of_the_frame);
  tcase_add_test(chain, nothing_is_added_up_that_was_not_asked_for);
  tcase_add_test(chain, what_interrupts_the_stream_leaves_the_next_frame_without_a_frame_before);
  tcase_add_test(chain, intervals_interrupt_nothing);
  tcase_add_test(chain, a_warning_names_what_frames_lack);
  tcase_add_test(chain, a_figure_that_does_not_exist_is_refused);
  tcase_add_test(chain, regions_have_no_sums);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "figures", add_tests);
}
