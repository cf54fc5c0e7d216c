// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/plugin/support/projection_check.h"

#include <algorithm>

namespace videohistogram::test {

using reference::Content;
using reference::Frame;
using reference::Positions;

Frame numbered(guint number) {
  return make_plain_frame("RGBA", width, height, Content::noise, number + 1);
}

void set(Stream& stream, const char* name, const std::string& value) {
  gst_util_set_object_arg(G_OBJECT(stream.element()), name, value.c_str());
}

Positions at_angle(const Frame& frame, double angle, Quantity channel) {
  const reference::PictureSize size = reference::picture_size(frame.view(), channel);
  return Positions::of_angle(angle, size.width, size.height);
}

Matrix32 matrix_of(const Frame& frame, const Positions& positions, Quantity channel, guint bins) {
  return reference::count_along(frame.view(), channel, bins, luma_bt709, positions);
}

GstVideoHistogram* histogram_of(GstBuffer* buffer) {
  fail_unless(buffer != nullptr);
  return gst_buffer_get_video_histogram_meta(buffer)->histogram;
}

GstVideoHistogramProjection* projection_of(GstVideoHistogram* histogram, guint index) {
  GstVideoHistogramProjection* projection = gst_video_histogram_get_projection(histogram, index);
  fail_unless(projection != nullptr);
  gst_video_histogram_projection_unref(projection);
  return projection;
}

GstBuffer* pass(Stream& stream, const Frame& frame) {
  fail_unless_equals_int(stream.push(make_plain_buffer(frame)), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  fail_unless(out != nullptr);
  return out;
}

void expect_matrix(GstVideoHistogramProjection* projection, const Matrix32& expected) {
  gsize n = 0;
  const guint32* counts = gst_video_histogram_projection_get_counts(projection, &n);
  fail_unless(counts != nullptr);
  fail_unless_equals_uint64(n, expected.size());
  // One check for all, as there may be 2^26 of them and libcheck notes each one in a file.
  const auto [right, wrong] = std::mismatch(expected.begin(), expected.end(), counts);
  if (right != expected.end())
    fail("count %" G_GSIZE_FORMAT ": %u instead of %u",
         static_cast<gsize>(right - expected.begin()), *wrong, *right);
}

void expect_matrix(GstVideoHistogram* histogram, const Matrix32& expected) {
  expect_matrix(projection_of(histogram), expected);
}

void expect_projection(Stream& stream, const Frame& frame, const Positions& positions,
                       Quantity channel, guint bins) {
  GstBuffer* out = pass(stream, frame);
  GstVideoHistogram* histogram = histogram_of(out);
  fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram), 1);
  GstVideoHistogramProjection* projection = projection_of(histogram);
  fail_unless_equals_string(gst_video_histogram_projection_get_channel(projection),
                            quantity_name(channel));
  fail_unless_equals_uint64(gst_video_histogram_projection_get_positions(projection),
                            positions.count());
  fail_unless_equals_int(gst_video_histogram_projection_get_bins(projection), bins);
  expect_matrix(projection, matrix_of(frame, positions, channel, bins));
  gst_buffer_unref(out);
}

void expect_no_projection(Stream& stream, const Frame& frame) {
  GstBuffer* out = pass(stream, frame);
  fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram_of(out)), 0);
  gst_buffer_unref(out);
}

} // namespace videohistogram::test
