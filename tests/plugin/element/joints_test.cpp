// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Joint histograms as the element has them counted: of frames and regions, in messages and sums,
// and settings that frames cannot have.
#include "tests/plugin/support/projection_check.h"
#include "tests/reference/joint.h"

#include <algorithm>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;
using reference::JointAxis;

namespace {

constexpr Quantity R = Quantity::r, G = Quantity::g, Y = Quantity::y, Cb = Quantity::cb,
                   Cr = Quantity::cr, Luma = Quantity::luma, Sat = Quantity::sat,
                   Hue = Quantity::hue, MaxRgb = Quantity::maxrgb;

/// Small frames without colorimetry in their caps are those of BT.601 of 525 lines, in limited
/// range, if they are Y'CbCr, else those of BT.709.
reference::Meaning meaning_of(const Frame& frame) {
  const bool is_ycbcr = frame.view().format->is_ycbcr();
  return {luma_bt709,
          {reference::Matrix::bt601, is_ycbcr, false, reference::Curve::sdr,
           is_ycbcr ? reference::Gamut::bt601_525 : reference::Gamut::bt709},
          false};
}

/// Borrowed; valid as long as the histogram.
GstVideoHistogramJoint* joint_of(GstVideoHistogram* histogram, guint index = 0) {
  GstVideoHistogramJoint* joint = gst_video_histogram_get_joint(histogram, index);
  fail_unless(joint != nullptr);
  gst_video_histogram_joint_unref(joint);
  return joint;
}

/// Fails unless the joint histogram has the counts of a rectangle of the frame, `times` times.
void expect_joint(GstVideoHistogramJoint* joint, const Frame& frame, const JointAxis& x,
                  const JointAxis& y, const Rect& rect, guint64 times = 1) {
  const JointAxis axes[2] = {x, y};
  for (const GstVideoHistogramAxis axis :
       {GST_VIDEO_HISTOGRAM_AXIS_X, GST_VIDEO_HISTOGRAM_AXIS_Y}) {
    fail_unless_equals_string(gst_video_histogram_joint_get_channel(joint, axis),
                              quantity_name(axes[axis].quantity));
    fail_unless_equals_int(gst_video_histogram_joint_get_bins(joint, axis), axes[axis].bins);
  }
  const std::vector<uint32_t> expected =
      reference::count_joint(frame.view(), x, y, meaning_of(frame), rect);
  gsize n = 0;
  const guint64* counts = gst_video_histogram_joint_get_counts(joint, &n);
  fail_unless(counts != nullptr);
  fail_unless_equals_uint64(n, expected.size());
  for (gsize i = 0; i < n; i++)
    if (counts[i] != expected[i] * times)
      fail("count %" G_GSIZE_FORMAT ": %" G_GUINT64_FORMAT " instead of %" G_GUINT64_FORMAT, i,
           counts[i], expected[i] * times);
}

Rect whole(const Frame& frame) {
  return {0, 0, frame.view().width, frame.view().height};
}

/// Pushes a frame and fails unless its histogram has that joint histogram alone.
void expect_only_joint(Stream& stream, const Frame& frame, const JointAxis& x, const JointAxis& y) {
  GstBuffer* out = pass(stream, frame);
  GstVideoHistogram* histogram = histogram_of(out);
  fail_unless_equals_int(gst_video_histogram_get_n_joints(histogram), 1);
  expect_joint(joint_of(histogram), frame, x, y, whole(frame));
  gst_buffer_unref(out);
}

void expect_no_joint(Stream& stream, const Frame& frame) {
  GstBuffer* out = pass(stream, frame);
  fail_unless_equals_int(gst_video_histogram_get_n_joints(histogram_of(out)), 0);
  gst_buffer_unref(out);
}

/// A frame that is different for each number.
Frame nv12(guint number) {
  return make_plain_frame("NV12", width, height, Content::noise, number + 1);
}

/// The only `videohistogram` message on the bus, which this takes off it.
const GstStructure* only_report(Stream& stream) {
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  return reports[0];
}

/// Fails unless there is one WARNING about settings with that text.
void expect_warning(Stream& stream, const char* text) {
  expect_one_message(stream, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_SETTINGS,
                     text);
}

} // namespace

GST_START_TEST(pairs_of_every_kind_are_counted_exactly) {
  struct Case {
    const char* format;
    const char* joint;
    JointAxis x, y;
  };
  Stream stream("joint-bins=100");
  for (const Case& c :
       {Case{"NV12", "cb*cr", {Cb, 100}, {Cr, 100}},
        Case{"I420", " Y * Hue ; ", {Y, 100}, {Hue, 360}},
        Case{"UYVY", "r*sat", {R, 100}, {Sat, 100}},
        Case{"P010_10LE", "MAXRGB*cb", {MaxRgb, 100}, {Cb, 100}},
        Case{"I422_12LE", "y*r", {Y, 100}, {R, 100}}, Case{"RGBA", "r*g", {R, 100}, {G, 100}},
        Case{"NV12", "g-b*r-g", {Quantity::g_minus_b, 100}, {Quantity::r_minus_g, 100}},
        Case{"I420_10LE", "chroma*y", {Quantity::chroma, 100}, {Y, 100}},
        Case{"NV12", "cie-x*cie-y", {Quantity::cie_x, 512}, {Quantity::cie_y, 512}},
        Case{"RGBA", "cie-u*CIE-V", {Quantity::cie_u, 512}, {Quantity::cie_v, 512}},
        Case{"I420_10LE", "cie-v*y", {Quantity::cie_v, 512}, {Y, 100}},
        Case{"BGR", "G-B*R-G", {Quantity::g_minus_b, 100}, {Quantity::r_minus_g, 100}},
        Case{"BGRx", "luma*maxrgb", {Luma, 100}, {MaxRgb, 100}},
        Case{"ARGB64", "a*g", {Quantity::a, 100}, {G, 100}}}) {
    const Frame frame = make_plain_frame(c.format, width, height, Content::noise);
    stream.set_caps(raw_caps(c.format, width, height));
    set(stream, "joint", c.joint);
    expect_only_joint(stream, frame, c.x, c.y);
  }
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}
GST_END_TEST

GST_START_TEST(frames_and_regions_have_all_joint_histograms_in_order) {
  for (const bool regions_only : {false, true}) {
    Stream stream("joint=\"cb*cr; y*sat\" joint-bins=16 regions=\"a:3,5,20,11;b:0,0,1,1\"");
    g_object_set(stream.element(), "regions-only", regions_only, nullptr);
    const Frame frame = nv12(0);
    stream.set_caps(raw_caps("NV12", width, height));
    GstBuffer* out = pass(stream, frame);
    const Rect rects[] = {whole(frame), {3, 5, 20, 11}, {0, 0, 1, 1}};
    gpointer state = nullptr;
    guint i = regions_only ? 1 : 0;
    while (GstMeta* meta =
               gst_buffer_iterate_meta_filtered(out, &state, GST_VIDEO_HISTOGRAM_META_API_TYPE)) {
      GstVideoHistogram* histogram = reinterpret_cast<GstVideoHistogramMeta*>(meta)->histogram;
      fail_unless_equals_int(gst_video_histogram_get_n_joints(histogram), 2);
      expect_joint(joint_of(histogram, 0), frame, {Cb, 16}, {Cr, 16}, rects[i]);
      expect_joint(joint_of(histogram, 1), frame, {Y, 16}, {Sat, 16}, rects[i]);
      i++;
    }
    fail_unless_equals_int(i, 3);
    gst_buffer_unref(out);
  }
}
GST_END_TEST

GST_START_TEST(joint_histograms_lie_beside_projections) {
  Stream stream("joint=\"y*cb; cb*cr\" projections=\"y@0; cr@90\" bins=32 joint-bins=32 "
                "regions=r:1,2,30,9");
  stream.set_caps(raw_caps("NV12", width, height));
  for (guint number = 0; number < 5; number++) {
    const Frame frame = nv12(number);
    GstBuffer* out = pass(stream, frame);
    GstVideoHistogram* histogram = histogram_of(out);
    expect_matrix(projection_of(histogram, 1), matrix_of(frame, at_angle(frame, 90, Cr), Cr, 32));
    expect_joint(joint_of(histogram, 1), frame, {Cb, 32}, {Cr, 32}, whole(frame));
    GstVideoHistogramMeta* region = gst_buffer_get_video_histogram_meta_id(out, -2);
    fail_unless(region != nullptr);
    fail_unless_equals_int(gst_video_histogram_get_n_projections(region->histogram), 0);
    expect_joint(joint_of(region->histogram, 0), frame, {Y, 32}, {Cb, 32}, {1, 2, 30, 9});
    gst_buffer_unref(out);
  }
}
GST_END_TEST

GST_START_TEST(messages_have_them_if_asked_and_intervals_sum_them) {
  Stream stream("joint=cb*cr joint-bins=4 post-messages=true message-joint=true "
                "attach-meta=false regions=r:0,0,8,8");
  const Frame frame = nv12(0);
  stream.set_caps(raw_caps("NV12", width, height));
  gst_buffer_unref(pass(stream, frame));
  stream.drain();
  const GstStructure* const report = only_report(stream);
  const auto check = [&](const GstStructure* holder, const Rect& rect) {
    const GValue* joints = gst_structure_get_value(holder, "joint");
    fail_unless(joints && gst_value_array_get_size(joints) == 1);
    const GstStructure* joint = gst_value_get_structure(gst_value_array_get_value(joints, 0));
    fail_unless_equals_string(gst_structure_get_string(joint, "x"), "Cb");
    fail_unless_equals_string(gst_structure_get_string(joint, "y"), "Cr");
    const std::vector<uint32_t> expected =
        reference::count_joint(frame.view(), {Cb, 4}, {Cr, 4}, meaning_of(frame), rect);
    const GValue* matrix = gst_structure_get_value(joint, "counts");
    for (guint i = 0; i < 16; i++)
      fail_unless_equals_int(g_value_get_uint(gst_value_array_get_value(
                                 gst_value_array_get_value(matrix, i / 4), i % 4)),
                             expected[i]);
  };
  check(report, whole(frame));
  const GValue* regions = gst_structure_get_value(report, "regions");
  check(gst_value_get_structure(gst_value_array_get_value(regions, 0)), {0, 0, 8, 8});

  g_object_set(stream.element(), "message-joint", FALSE, nullptr);
  gst_buffer_unref(pass(stream, frame));
  stream.drain();
  fail_if(gst_structure_has_field(only_report(stream), "joint"));
}
GST_END_TEST

GST_START_TEST(an_interval_has_the_sum) {
  Stream stream("joint=y*cr joint-bins=8 post-messages=true interval=3600000000000");
  const Frame frame = nv12(3);
  stream.set_caps(raw_caps("NV12", width, height));
  for (guint i = 0; i < 7; i++)
    gst_buffer_unref(pass(stream, frame));
  stream.push_event(gst_event_new_eos());
  GstVideoHistogram* sum = nullptr;
  fail_unless(
      gst_structure_get(only_report(stream), "histogram", GST_TYPE_VIDEO_HISTOGRAM, &sum, nullptr));
  expect_joint(joint_of(sum), frame, {Y, 8}, {Cr, 8}, whole(frame), 7);
  gst_video_histogram_unref(sum);
}
GST_END_TEST

GST_START_TEST(what_frames_cannot_have_warns_and_leaves_what_was_there) {
  Stream stream("joint=cb*cr joint-bins=8");
  stream.set_caps(raw_caps("NV12", width, height));
  expect_only_joint(stream, nv12(0), {Cb, 8}, {Cr, 8});
  set(stream, "joint", "luma*y");
  expect_only_joint(stream, nv12(1), {Cb, 8}, {Cr, 8});
  expect_warning(
      stream,
      "the joint histogram luma*y is impossible: NV12 frames have no LUMA; give "
      "some of r+g+b+y+cb+cr+maxrgb+sat+hue+range+brng+r-g+g-b+chroma+cie-x+cie-y+cie-u+cie-v. The "
      "joint histograms stay as "
      "they were");
  set(stream, "joint", "a*y;y*sat");
  expect_only_joint(stream, nv12(2), {Y, 8}, {Sat, 8});
  expect_warning(stream, "1 of 2 joint histograms are counted");

  stream.set_caps(raw_caps("GRAY8", width, height));
  expect_no_joint(stream, make_plain_frame("GRAY8", width, height, Content::noise));
  expect_warning(stream, "No joint histogram is counted until one is possible");
  stream.set_caps(raw_caps("NV12", width, height));
  set(stream, "joint", "");
  expect_no_joint(stream, nv12(3));
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}
GST_END_TEST

GST_START_TEST(text_that_cannot_be_parsed_is_refused_at_once) {
  Stream stream("joint=y*cb joint-bins=8");
  stream.set_caps(raw_caps("NV12", width, height));
  for (const char* text : {"y", "y*", "*y", "y*cb*cr", "y+cb*cr", "y*x", "y*y", "diff*y", "y@0"})
    set(stream, "joint", text);
  expect_only_joint(stream, nv12(0), {Y, 8}, {Cb, 8});
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 9);
}
GST_END_TEST

GST_START_TEST(a_memory_bound_leaves_them_out_before_projections) {
  Stream stream("joint=\"cb*cr;y*cb\" joint-bins=256 projections=y@0 max-memory=1");
  stream.set_caps(raw_caps("NV12", width, height));
  GstBuffer* out = pass(stream, nv12(0));
  fail_unless_equals_int(gst_video_histogram_get_n_joints(histogram_of(out)), 0);
  fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram_of(out)), 0);
  gst_buffer_unref(out);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 2);
}
GST_END_TEST

GST_START_TEST(colours_of_pairs_say_how_they_were_computed) {
  Stream stream("joint=r*y channels=y");
  stream.set_caps(raw_caps("NV12", width, height));
  GstBuffer* out = pass(stream, nv12(0));
  fail_unless_equals_int(gst_video_histogram_get_color_flags(histogram_of(out)),
                         GST_VIDEO_HISTOGRAM_COLOR_COMPUTED);
  gst_buffer_unref(out);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, pairs_of_every_kind_are_counted_exactly);
  tcase_add_test(chain, frames_and_regions_have_all_joint_histograms_in_order);
  tcase_add_test(chain, joint_histograms_lie_beside_projections);
  tcase_add_test(chain, messages_have_them_if_asked_and_intervals_sum_them);
  tcase_add_test(chain, an_interval_has_the_sum);
  tcase_add_test(chain, what_frames_cannot_have_warns_and_leaves_what_was_there);
  tcase_add_test(chain, text_that_cannot_be_parsed_is_refused_at_once);
  tcase_add_test(chain, a_memory_bound_leaves_them_out_before_projections);
  tcase_add_test(chain, colours_of_pairs_say_how_they_were_computed);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "joints", add_tests);
}
