// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// fields=apart: what messages say of the fields, and buffers that are one field each.
#include "tests/plugin/support/field_check.h"
#include "tests/plugin/support/report_check.h"

#include <cstring>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

constexpr reference::ColourSpec bt709{reference::Matrix::bt709, true, false};
constexpr gint of_frame = GST_VIDEO_HISTOGRAM_META_FRAME_ID;
const std::string interleaved = ",interlace-mode=(string)interleaved";

Frame frame_number(guint i) {
  return make_plain_frame("I420", 24, 22, Content::noise, i + 1);
}

FrameView interlaced_view(const Frame& frame) {
  FrameView view = frame.view();
  view.interlaced = true;
  return view;
}

void push_frame(Stream& stream, guint i, guint flags) {
  GstBuffer* const buffer = make_plain_buffer(frame_number(i), interleaved);
  GST_BUFFER_PTS(buffer) = i * 40 * GST_MSECOND;
  GST_BUFFER_DURATION(buffer) = 40 * GST_MSECOND;
  GST_BUFFER_FLAG_SET(buffer, flags);
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  gst_buffer_unref(stream.pull());
}

/// The histogram that gst_message_parse_video_histogram_field() finds in a report; null: none.
GstVideoHistogram* parse_field(const GstStructure* report, Rows rows, gint region) {
  GstMessage* const message = gst_message_new_element(nullptr, gst_structure_copy(report));
  GstVideoHistogram* histogram = nullptr;
  const bool found =
      gst_message_parse_video_histogram_field(message, field_of(rows), region, &histogram);
  fail_unless_equals_int(found, histogram != nullptr);
  fail_unless_equals_int(
      gst_message_parse_video_histogram_field(message, field_of(rows), region, nullptr), found);
  gst_message_unref(message);
  return histogram;
}

/// The structure of a field in a report, whose `fields` are as many.
const GstStructure* field_in(const GstStructure* report, guint index, guint n) {
  const GValue* const fields = gst_structure_get_value(report, "fields");
  fail_unless(fields && GST_VALUE_HOLDS_ARRAY(fields));
  fail_unless_equals_int(gst_value_array_get_size(fields), n);
  return gst_value_get_structure(gst_value_array_get_value(fields, index));
}

} // namespace

GST_START_TEST(a_message_has_an_entry_for_each_field) {
  Stream stream("fields=apart post-messages=true message-percentiles=50 regions=a:3,2,9,11");
  stream.set_caps(raw_caps("I420", 24, 22, interleaved));
  push_frame(stream, 0, GST_VIDEO_BUFFER_FLAG_TFF);
  push_frame(stream, 1, GST_VIDEO_BUFFER_FLAG_RFF);
  stream.drain();
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 2);
  for (guint i = 0; i < 2; i++) {
    fail_unless_equals_string(gst_structure_get_string(reports[i], "field-order"),
                              i == 0 ? "top-first" : "bottom-first");
    fail_unless_equals_uint64(uint64_field(reports[i], "repeated-fields"), i);
    const Frame frame = frame_number(i);
    for (guint f = 0; f < 2; f++) {
      const Rows rows = f == 0 ? Rows::top : Rows::bottom;
      const GstStructure* const field = field_in(reports[i], f, 2);
      fail_unless(gst_structure_has_name(field, "field"));
      fail_unless_equals_string(gst_structure_get_string(field, "field"),
                                f == 0 ? "top" : "bottom");
      for (const char* name : {"channels", "samples", "mean", "std-dev", "min", "max", "median",
                               "percents", "percentiles", "counts", "regions", "histogram"})
        fail_unless(gst_structure_has_field(field, name), "no %s", name);
      fail_unless_equals_int(gst_structure_n_fields(field), 13);
      const GValue* const counts =
          gst_value_array_get_value(gst_structure_get_value(field, "counts"), 0);
      GstVideoHistogram* const histogram = parse_field(reports[i], rows, -1);
      fail_unless(histogram != nullptr);
      expect_rows(histogram, interlaced_view(frame), {0, 0, 24, 22}, rows, bt709, "I420");
      for (guint bin = 0; bin < 256; bin++)
        fail_unless_equals_uint64(g_value_get_uint(gst_value_array_get_value(counts, bin)),
                                  gst_video_histogram_get_counts(histogram, 0, nullptr)[bin]);
      gst_video_histogram_unref(histogram);
      GstVideoHistogram* const region = parse_field(reports[i], rows, 0);
      fail_unless(region != nullptr);
      expect_rows(region, interlaced_view(frame), {3, 2, 9, 11}, rows, bt709, "I420");
      gst_video_histogram_unref(region);
      fail_unless(parse_field(reports[i], rows, 1) == nullptr);
    }
    fail_unless(parse_field(reports[i], Rows::all, -1) == nullptr);
    fail_if(gst_structure_has_field(reports[i], "field"));
  }
}
GST_END_TEST

GST_START_TEST(a_frame_that_shows_one_field_has_one_entry) {
  Stream stream("fields=apart post-messages=true message-counts=false");
  stream.set_caps(raw_caps("I420", 24, 22, interleaved));
  push_frame(stream, 0, GST_VIDEO_BUFFER_FLAG_BOTTOM_FIELD);
  stream.drain();
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  fail_unless_equals_string(gst_structure_get_string(field_in(reports[0], 0, 1), "field"),
                            "bottom");
  fail_if(gst_structure_has_field(field_in(reports[0], 0, 1), "counts"));
  fail_unless(parse_field(reports[0], Rows::top, -1) == nullptr);
  GstVideoHistogram* const histogram = parse_field(reports[0], Rows::bottom, -1);
  expect_rows(histogram, interlaced_view(frame_number(0)), {0, 0, 24, 22}, Rows::bottom, bt709,
              "I420");
  gst_video_histogram_unref(histogram);
}
GST_END_TEST

GST_START_TEST(caps_may_say_which_field_is_first) {
  for (const char* order : {"top-field-first", "bottom-field-first"})
    for (guint flags : {0u, static_cast<guint>(GST_VIDEO_BUFFER_FLAG_ONEFIELD)}) {
      const bool is_top = order[0] == 't';
      Stream stream("fields=apart post-messages=true");
      stream.set_caps(raw_caps("I420", 24, 22, interleaved + ",field-order=(string)" + order));
      push_frame(stream, 0, flags);
      stream.drain();
      const auto& reports = stream.reports();
      fail_unless_equals_int(reports.size(), 1);
      fail_unless_equals_string(gst_structure_get_string(reports[0], "field-order"),
                                is_top ? "top-first" : "bottom-first");
      for (Rows rows : {Rows::top, Rows::bottom}) {
        GstVideoHistogram* histogram = parse_field(reports[0], rows, -1);
        fail_unless_equals_int(histogram != nullptr, flags == 0 || is_top == (rows == Rows::top));
        g_clear_pointer(&histogram, gst_video_histogram_unref);
      }
    }
}
GST_END_TEST

GST_START_TEST(messages_are_as_before_without_fields) {
  for (const char* properties : {"", "fields=together"}) {
    Stream stream(std::string(properties) + " post-messages=true");
    stream.set_caps(raw_caps("I420", 24, 22, interleaved));
    push_frame(stream, 0, GST_VIDEO_BUFFER_FLAG_TFF | GST_VIDEO_BUFFER_FLAG_RFF);
    stream.drain();
    const auto& reports = stream.reports();
    fail_unless_equals_int(reports.size(), 1);
    for (const char* name : {"fields", "field", "field-order", "repeated-fields"})
      fail_if(gst_structure_has_field(reports[0], name), "%s", name);
  }
}
GST_END_TEST

GST_START_TEST(intervals_sum_each_field) {
  Stream stream("fields=apart post-messages=true interval=10000000000");
  stream.set_caps(raw_caps("I420", 24, 22, interleaved));
  const guint flags[] = {GST_VIDEO_BUFFER_FLAG_RFF, GST_VIDEO_BUFFER_FLAG_TOP_FIELD,
                         GST_VIDEO_BUFFER_FLAG_RFF | GST_VIDEO_BUFFER_FLAG_TFF};
  for (guint i = 0; i < 3; i++)
    push_frame(stream, i, flags[i]);
  stream.push_event(gst_event_new_eos());
  stream.drain();
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  fail_unless_equals_uint64(uint64_field(reports[0], "frames"), 3);
  fail_unless_equals_uint64(uint64_field(reports[0], "repeated-fields"), 2);
  fail_if(gst_structure_has_field(reports[0], "field-order"));
  for (Rows rows : {Rows::top, Rows::bottom}) {
    GstVideoHistogram* const sum = parse_field(reports[0], rows, -1);
    const guint n = rows == Rows::top ? 3 : 2;
    fail_unless_equals_uint64(gst_video_histogram_get_n_frames(sum), n);
    fail_unless_equals_int(gst_video_histogram_get_field(sum), field_of(rows));
    guint64 expected[256] = {};
    for (guint i = 0; i < 3; i++) {
      const Frame frame = frame_number(i);
      const reference::StoredSamples y = reference::stored_samples(frame.view(), Quantity::y);
      for (guint s = 0; s < y.samples.size() && (rows == Rows::top || i != 1); s++)
        expected[y.samples[s]] += s / 24 % 2 == (rows == Rows::top ? 0u : 1u);
    }
    fail_unless(
        memcmp(gst_video_histogram_get_counts(sum, 0, nullptr), expected, sizeof expected) == 0);
    gst_video_histogram_unref(sum);
  }
}
GST_END_TEST

/// The caps of buffers that are one field of frames of this height.
static std::string field_caps(const char* format, guint height, const char* memory = "") {
  return std::string("video/x-raw(") + memory + "format:Interlaced),format=(string)" + format +
         ",width=24,height=" + std::to_string(height) +
         ",framerate=25/1,interlace-mode=(string)alternate";
}

GST_START_TEST(a_buffer_that_is_a_field_is_counted_as_one) {
  for (const char* properties : {"fields=apart", ""})
    for (const char* format : {"I420", "NV12", "YUY2", "RGBA"})
      for (guint height : {1u, 7u, 12u}) {
        Stream stream(std::string(properties) + " post-messages=true regions=a:3,1,9,3");
        stream.set_caps(field_caps(format, height));
        const guint rows = (height + 1) / 2;
        for (guint flags : {GST_VIDEO_BUFFER_FLAG_TOP_FIELD, GST_VIDEO_BUFFER_FLAG_BOTTOM_FIELD,
                            GST_VIDEO_BUFFER_FLAG_TFF}) {
          const Frame frame = make_plain_frame(format, 24, rows, Content::noise, flags);
          GstBuffer* const buffer = lay_out(frame, default_layout(field_caps(format, height)));
          GST_BUFFER_FLAG_SET(buffer, flags);
          Request request = default_request(frame);
          request.regions.push_back(clip(3, 1, 9, 3, 24, rows));
          fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
          GstBuffer* const out = stream.pull();
          expect_histograms(out, frame, request);
          const gint field =
              flags == GST_VIDEO_BUFFER_FLAG_TOP_FIELD      ? GST_VIDEO_HISTOGRAM_FIELD_TOP
              : flags == GST_VIDEO_BUFFER_FLAG_BOTTOM_FIELD ? GST_VIDEO_HISTOGRAM_FIELD_BOTTOM
                                                            : GST_VIDEO_HISTOGRAM_FIELD_NONE;
          GstVideoHistogramMeta* const meta = gst_buffer_get_video_histogram_meta(out);
          fail_unless_equals_int(gst_video_histogram_meta_get_field(meta), field);
          fail_unless_equals_int(gst_video_histogram_get_height(meta->histogram), rows);
          gst_buffer_unref(out);
          stream.drain();
          const auto& reports = stream.reports();
          fail_unless_equals_int(reports.size(), 1);
          const gchar* const name = gst_structure_get_string(reports[0], "field");
          fail_unless(g_strcmp0(name, field == GST_VIDEO_HISTOGRAM_FIELD_TOP      ? "top"
                                      : field == GST_VIDEO_HISTOGRAM_FIELD_BOTTOM ? "bottom"
                                                                                  : nullptr) == 0);
          fail_if(gst_structure_has_field(reports[0], "fields"));
        }
      }
}
GST_END_TEST

GST_START_TEST(metas_of_fields_have_the_height_of_the_field_or_of_the_frame) {
  for (const guint height : {10u, 11u}) {
    const guint rows = (height + 1) / 2;
    reference::Layout layout;
    layout.format = "NV12";
    layout.width = 24;
    layout.height = rows;
    layout.padding = 8;
    const Frame frame = make_frame(layout, Content::noise);
    Stream stream;
    stream.set_caps(field_caps("NV12", height));
    for (guint of_meta : {rows, height, rows - 1}) {
      GstBuffer* const buffer = make_buffer(frame);
      gst_buffer_get_video_meta(buffer)->height = of_meta;
      GST_BUFFER_FLAG_SET(buffer, GST_VIDEO_BUFFER_FLAG_TOP_FIELD);
      if (of_meta >= rows) {
        expect_counted(stream, buffer, frame, default_request(frame));
        continue;
      }
      fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
      GstBuffer* const out = stream.pull();
      fail_unless_equals_int(count_metas(out), 0);
      gst_buffer_unref(out);
      fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 1);
    }
  }
}
GST_END_TEST

GST_START_TEST(projections_of_fields_have_their_rows) {
  Stream stream("projections=gray@90 post-messages=true");
  stream.set_caps(field_caps("GRAY8", 9, "memory:SystemMemory,"));
  const Frame frame = make_plain_frame("GRAY8", 24, 5, Content::noise);
  GstBuffer* const buffer = make_plain_buffer(frame);
  GST_BUFFER_FLAG_SET(buffer, GST_VIDEO_BUFFER_FLAG_TOP_FIELD);
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  GstBuffer* const out = stream.pull();
  GstVideoHistogramProjection* const projection =
      gst_video_histogram_get_projection(gst_buffer_get_video_histogram_meta(out)->histogram, 0);
  fail_unless_equals_int(gst_video_histogram_projection_get_positions(projection), 5);
  gst_video_histogram_projection_unref(projection);
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(an_interval_sums_the_buffers_of_both_fields) {
  Stream stream("post-messages=true interval=10000000000");
  stream.set_caps(field_caps("GRAY8", 8));
  for (guint flags : {GST_VIDEO_BUFFER_FLAG_TOP_FIELD, GST_VIDEO_BUFFER_FLAG_BOTTOM_FIELD}) {
    GstBuffer* const buffer =
        make_plain_buffer(make_plain_frame("GRAY8", 24, 4, Content::noise, flags));
    GST_BUFFER_PTS(buffer) = 0;
    GST_BUFFER_FLAG_SET(buffer, flags);
    fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
    gst_buffer_unref(stream.pull());
  }
  stream.push_event(gst_event_new_eos());
  stream.drain();
  const auto& reports = stream.reports();
  fail_unless_equals_int(reports.size(), 1);
  fail_unless_equals_uint64(uint64_field(reports[0], "frames"), 2);
  fail_if(gst_structure_has_field(reports[0], "field"));
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, a_message_has_an_entry_for_each_field);
  tcase_add_test(chain, a_frame_that_shows_one_field_has_one_entry);
  tcase_add_test(chain, caps_may_say_which_field_is_first);
  tcase_add_test(chain, messages_are_as_before_without_fields);
  tcase_add_test(chain, intervals_sum_each_field);
  tcase_add_test(chain, a_buffer_that_is_a_field_is_counted_as_one);
  tcase_add_test(chain, metas_of_fields_have_the_height_of_the_field_or_of_the_frame);
  tcase_add_test(chain, projections_of_fields_have_their_rows);
  tcase_add_test(chain, an_interval_sums_the_buffers_of_both_fields);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "field_reports", add_tests);
}
