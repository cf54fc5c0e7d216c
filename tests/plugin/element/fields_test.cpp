// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// fields=apart: the fields of interlaced frames have histograms of their own, which sum to the
// frame's.
#include "tests/plugin/support/fake_gpus.h"
#include "tests/plugin/support/field_check.h"

#include <chrono>
#include <thread>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

constexpr reference::ColourSpec bt709{reference::Matrix::bt709, true, false};
constexpr gint of_frame = GST_VIDEO_HISTOGRAM_META_FRAME_ID;
const std::string interleaved = ",colorimetry=bt709,interlace-mode=(string)interleaved";
const std::string mixed = ",colorimetry=bt709,interlace-mode=(string)mixed";

/// Pushes a buffer and returns what comes out.
GstBuffer* pass(Stream& stream, GstBuffer* buffer) {
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  GstBuffer* const out = stream.pull();
  fail_unless(out != nullptr);
  return out;
}

FrameView interlaced_view(const Frame& frame) {
  FrameView view = frame.view();
  view.interlaced = true;
  return view;
}

Rect whole(const FrameView& frame) {
  return {0, 0, frame.width, frame.height};
}

/// Fails unless the frame and its fields have their counts.
void expect_fields(GstBuffer* buffer, const FrameView& view, const std::string& what) {
  for (Rows rows : all_rows)
    expect_rows(histogram_of(buffer, of_frame, field_of(rows)), view, whole(view), rows, bt709,
                what);
}

/// Fails unless counts of both fields sum to those of the frame.
void expect_sums(GstBuffer* buffer, gint id) {
  GstVideoHistogram* const frame = histogram_of(buffer, id, GST_VIDEO_HISTOGRAM_FIELD_NONE);
  GstVideoHistogram* const sum =
      gst_video_histogram_add(histogram_of(buffer, id, GST_VIDEO_HISTOGRAM_FIELD_TOP),
                              histogram_of(buffer, id, GST_VIDEO_HISTOGRAM_FIELD_BOTTOM), nullptr);
  fail_unless(sum != nullptr);
  fail_unless_equals_int(gst_video_histogram_get_field(sum), GST_VIDEO_HISTOGRAM_FIELD_NONE);
  for (guint c = 0; c < gst_video_histogram_get_n_channels(sum); c++) {
    const gint same =
        gst_video_histogram_find_channel(frame, gst_video_histogram_get_channel_name(sum, c));
    fail_unless(same >= 0);
    gsize n = 0, n_frame = 0;
    const guint64* const summed = gst_video_histogram_get_counts(sum, c, &n);
    const guint64* const counts =
        gst_video_histogram_get_counts(frame, static_cast<guint>(same), &n_frame);
    fail_unless_equals_uint64(n, n_frame);
    fail_unless(memcmp(summed, counts, n * sizeof *counts) == 0);
  }
  gst_video_histogram_unref(sum);
}

/// Fails unless the frame and its fields could not be counted.
void expect_failures(GstBuffer* buffer, gint id) {
  for (Rows rows : all_rows) {
    GError* error = nullptr;
    fail_if(gst_video_histogram_wait(histogram_of(buffer, id, field_of(rows)), GST_SECOND, &error));
    fail_unless(
        g_error_matches(error, GST_VIDEO_HISTOGRAM_ERROR, GST_VIDEO_HISTOGRAM_ERROR_NO_RESOURCES));
    g_error_free(error);
  }
}

/// All channels of Y'CbCr frames but differences.
constexpr const char* all_channels = "channels=r+g+b+y+cb+cr+maxrgb+sat+hue+range+brng+r-g+chroma";

} // namespace

GST_START_TEST(fields_of_every_format_are_counted_exactly) {
  Stream stream("fields=apart");
  for (const FormatInfo* const* format = all_formats(); *format; format++) {
    if ((*format)->unpacked ||
        gst_video_format_from_string((*format)->name) == GST_VIDEO_FORMAT_UNKNOWN)
      continue; // packed, or of a later GStreamer
    for (guint height : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 21u, 30u}) {
      const Frame frame = make_plain_frame((*format)->name, 18, height, Content::noise);
      stream.set_caps(raw_caps((*format)->name, 18, height, interleaved));
      GstBuffer* const out = pass(stream, make_plain_buffer(frame, interleaved));
      fail_unless_equals_int(count_metas(out), 3);
      expect_fields(out, interlaced_view(frame), (*format)->name);
      expect_sums(out, of_frame);
      gst_buffer_unref(out);
    }
  }
}
GST_END_TEST

GST_START_TEST(fields_of_packed_frames_are_counted_unless_they_are_tiled) {
  for (const FormatInfo* const* format = all_formats(); *format; format++) {
    if (!(*format)->unpacked ||
        gst_video_format_from_string((*format)->name) == GST_VIDEO_FORMAT_UNKNOWN)
      continue;
    Stream stream("fields=apart");
    const std::string caps = raw_caps((*format)->name, 34, 22, interleaved);
    stream.set_caps(caps);
    std::vector<guint8> bytes(default_layout(caps).size);
    guint32 state = 1;
    for (guint8& byte : bytes)
      byte = static_cast<guint8>((state = state * 1664525 + 1013904223) >> 24);
    GstBuffer* const out = pass(stream, gst_buffer_new_memdup(bytes.data(), bytes.size()));
    const bool is_counted = !is_tiled((*format)->packing);
    fail_unless(count_metas(out) == (is_counted ? 3 : 1), "%s", (*format)->name);
    fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), !is_counted);
    if (is_counted)
      expect_sums(out, of_frame);
    gst_buffer_unref(out);
  }
}
GST_END_TEST

GST_START_TEST(fields_of_padded_and_bottom_up_frames_are_counted) {
  Stream stream("fields=apart");
  for (const char* format : {"I420", "NV12", "P010_10LE", "YUY2", "RGBA", "GRAY8"})
    for (bool bottom_up : {false, true})
      for (guint height : {9u, 10u}) {
        reference::Layout layout;
        layout.format = format;
        layout.width = 22;
        layout.height = height;
        layout.padding = 12;
        layout.bottom_up = bottom_up;
        layout.offset = 4;
        const Frame frame = make_frame(layout, Content::noise);
        stream.set_caps(raw_caps(format, 22, height, interleaved));
        GstBuffer* const out = pass(stream, make_buffer(frame));
        expect_fields(out, interlaced_view(frame), format);
        gst_buffer_unref(out);
      }
}
GST_END_TEST

GST_START_TEST(computed_channels_are_counted_by_field) {
  Stream stream(std::string(all_channels) + " fields=apart");
  for (const char* format : {"NV12", "I420_10LE", "P010_10LE", "YUY2", "Y444", "YUV9"})
    for (guint height : {2u, 5u, 6u, 8u, 22u}) {
      const Frame frame = make_plain_frame(format, 34, height, Content::noise);
      stream.set_caps(raw_caps(format, 34, height, interleaved));
      GstBuffer* const out = pass(stream, make_plain_buffer(frame, interleaved));
      expect_fields(out, interlaced_view(frame), format);
      gst_buffer_unref(out);
    }
}
GST_END_TEST

GST_START_TEST(rows_of_regions_are_divided_between_the_fields) {
  std::string list;
  std::vector<Rect> rects;
  for (guint y = 0; y < 9; y++)
    for (guint height : {1u, 2u, 3u, 5u, 8u, 30u}) {
      rects.push_back({3, y, 7, std::min(height, 21 - y)});
      list += "r:3," + std::to_string(y) + ",7," + std::to_string(height) + ";";
    }
  rects.push_back({});
  list += "outside:40,40,2,2";
  Stream stream("channels=y+cb+cr+sat+range+gray+r fields=apart regions=\"" + list + "\"");
  for (const char* format : {"I420", "NV12", "P010_10LE", "YUY2", "YUV9", "RGBA", "GRAY8"}) {
    const Frame frame = make_plain_frame(format, 18, 21, Content::noise);
    const FrameView view = interlaced_view(frame);
    stream.set_caps(raw_caps(format, 18, 21, interleaved));
    GstBuffer* const out = pass(stream, make_plain_buffer(frame, interleaved));
    fail_unless_equals_int(count_metas(out), 3 * (1 + rects.size()));
    expect_sums(out, of_frame);
    for (guint i = 0; i < rects.size(); i++) {
      const gint id = -2 - static_cast<gint>(i);
      for (Rows rows : all_rows)
        if (!frame.view().format->is_rgb() || rects[i].width > 0)
          expect_rows(histogram_of(out, id, field_of(rows)), view, rects[i], rows, bt709, format);
      expect_sums(out, id);
    }
    gst_buffer_unref(out);
  }
}
GST_END_TEST

GST_START_TEST(as_many_regions_as_frames_may_have_are_counted_by_field) {
  Stream stream("fields=apart regions-only=true");
  const Frame frame = make_plain_frame("NV12", 64, 48, Content::noise);
  GstBuffer* const buffer = make_plain_buffer(frame, interleaved);
  std::vector<Rect> rects;
  for (guint i = 0; i < max_regions; i++) {
    rects.push_back({i % 32, 2 + i % 8 * 4, 1 + i % 30, 1 + i % 7});
    gst_buffer_add_video_region_of_interest_meta(buffer, "thing", rects[i].x, rects[i].y,
                                                 rects[i].width, rects[i].height)
        ->id = static_cast<gint>(i);
  }
  stream.set_caps(raw_caps("NV12", 64, 48, interleaved));
  GstBuffer* const out = pass(stream, buffer);
  fail_unless_equals_int(count_metas(out), 3 * max_regions);
  for (guint i = 0; i < max_regions; i++)
    for (Rows rows : all_rows) {
      GstVideoHistogramMeta* const meta =
          gst_buffer_get_video_histogram_meta_field(out, static_cast<gint>(i), field_of(rows));
      fail_unless(meta != nullptr);
      fail_unless_equals_int(meta->roi.y, static_cast<gint>(rects[i].y));
      fail_unless_equals_int(meta->roi.h, static_cast<gint>(rects[i].height));
      fail_unless_equals_string(gst_video_histogram_meta_get_roi_type(meta), "thing");
      expect_rows(meta->histogram, interlaced_view(frame), rects[i], rows, bt709, "NV12");
    }
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(flags_of_mixed_streams_say_which_fields_there_are) {
  struct Case {
    guint flags;
    bool interlaced, top, bottom;
  };
  constexpr guint i = GST_VIDEO_BUFFER_FLAG_INTERLACED, tff = GST_VIDEO_BUFFER_FLAG_TFF,
                  rff = GST_VIDEO_BUFFER_FLAG_RFF, one = GST_VIDEO_BUFFER_FLAG_ONEFIELD;
  Stream stream("channels=y+cb+brng fields=apart");
  const Frame frame = make_plain_frame("I420", 18, 22, Content::noise);
  for (const Case& c : {Case{0, false, false, false}, Case{tff, false, false, false},
                        Case{i, true, true, true}, Case{i | tff, true, true, true},
                        Case{i | rff, true, true, true}, Case{i | tff | rff, true, true, true},
                        Case{i | one, true, false, true}, Case{i | one | tff, true, true, false}}) {
    stream.set_caps(raw_caps("I420", 18, 22, mixed));
    GstBuffer* const buffer = make_plain_buffer(frame, mixed);
    GST_BUFFER_FLAG_SET(buffer, c.flags);
    GstBuffer* const out = pass(stream, buffer);
    FrameView view = frame.view();
    view.interlaced = c.interlaced;
    fail_unless_equals_int(count_metas(out), 1 + c.top + c.bottom);
    const bool there[] = {true, c.top, c.bottom};
    for (Rows rows : all_rows)
      if (there[static_cast<guint>(rows)])
        expect_rows(histogram_of(out, of_frame, field_of(rows)), view, whole(view), rows, bt709,
                    std::to_string(c.flags));
    fail_unless(gst_video_histogram_meta_get_field(gst_buffer_get_video_histogram_meta(out)) ==
                GST_VIDEO_HISTOGRAM_FIELD_NONE);
    gst_buffer_unref(out);
  }
}
GST_END_TEST

GST_START_TEST(frames_without_fields_have_one_histogram) {
  const Frame frame = make_plain_frame("NV12", 16, 12, Content::noise);
  for (const char* properties : {"fields=apart", "fields=together", ""})
    for (const std::string& more :
         {std::string(), std::string(",interlace-mode=(string)progressive"), interleaved}) {
      if (std::string(properties) == "fields=apart" && more == interleaved)
        continue;
      Stream stream(properties);
      stream.set_caps(raw_caps("NV12", 16, 12, more));
      GstBuffer* const out = pass(stream, make_plain_buffer(frame, more));
      fail_unless_equals_int(count_metas(out), 1);
      gst_buffer_unref(out);
    }
}
GST_END_TEST

GST_START_TEST(tables_with_two_axes_and_differences_are_those_of_the_frame) {
  Stream stream("channels=y+diff-y fields=apart projections=y@0 joint=cb*cr regions=a:3,2,9,9");
  stream.set_caps(raw_caps("NV12", 32, 22, interleaved));
  for (guint i = 0; i < 3; i++) {
    const Frame frame = make_plain_frame("NV12", 32, 22, Content::noise, i + 1);
    GstBuffer* const out = pass(stream, make_plain_buffer(frame, interleaved));
    GstVideoHistogram* const histogram =
        histogram_of(out, of_frame, GST_VIDEO_HISTOGRAM_FIELD_NONE);
    fail_unless_equals_int(gst_video_histogram_get_n_channels(histogram), 2);
    fail_unless_equals_int(gst_video_histogram_get_n_projections(histogram), 1);
    fail_unless_equals_int(gst_video_histogram_get_n_joints(histogram), 1);
    fail_unless_equals_uint64(gst_video_histogram_get_samples(histogram, 1), i == 0 ? 0 : 32 * 22);
    GstVideoHistogramProjection* const projection =
        gst_video_histogram_get_projection(histogram, 0);
    fail_unless(gst_video_histogram_projection_wait(projection, GST_SECOND, nullptr));
    for (Rows rows : {Rows::top, Rows::bottom})
      for (gint id : {of_frame, -2}) {
        GstVideoHistogram* const field = histogram_of(out, id, field_of(rows));
        expect_rows(field, interlaced_view(frame), id == -2 ? Rect{3, 2, 9, 9} : Rect{0, 0, 32, 22},
                    rows, bt709, "NV12");
        fail_unless_equals_int(gst_video_histogram_get_n_channels(field), 1);
        fail_unless_equals_int(gst_video_histogram_get_n_projections(field), 0);
        fail_unless_equals_int(gst_video_histogram_get_n_joints(field), 0);
      }
    gst_video_histogram_projection_unref(projection);
    gst_buffer_unref(out);
  }
}
GST_END_TEST

GST_START_TEST(a_stream_of_differences_alone_has_no_fields) {
  Stream stream("channels=diff fields=apart");
  stream.set_caps(raw_caps("NV12", 32, 22, interleaved));
  const Frame frame = make_plain_frame("NV12", 32, 22, Content::noise);
  GstBuffer* const out = pass(stream, make_plain_buffer(frame, interleaved));
  fail_unless_equals_int(count_metas(out), 1);
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(a_field_that_cannot_be_counted_takes_its_frame_along) {
  // Of the second frame, submission 3 is the frame. The top field follows: rows of regions that
  // have some of the channels only, since there are too many rectangles for one job, and then all.
  // The device fails once.
  for (FaultStage stage : {FaultStage::wait, FaultStage::memory})
    for (uint64_t submission : {3, 4, 5}) {
      FakeConfig config = failing({fault(submission, stage, ErrorKind::transient)});
      config.host_pixels = false; // the CPU cannot count it instead
      set_fake(config);
      Stream stream("fields=apart");
      stream.set_caps(raw_caps("NV12", 32, 22, interleaved));
      const Frame frame = make_plain_frame("NV12", 32, 22, Content::noise);
      for (guint i = 0; i < 3; i++) {
        GstBuffer* const buffer = make_plain_buffer(frame, interleaved);
        for (guint r = 0; r < 200 && i == 1; r++)
          gst_buffer_add_video_region_of_interest_meta(buffer, "thing", 0, 2, 9, 9)->id = 7;
        GstBuffer* const out = pass(stream, buffer);
        stream.drain();
        if (i == 1)
          for (gint id : {of_frame, 7})
            expect_failures(out, id);
        else
          expect_fields(out, interlaced_view(frame), "NV12");
        gst_buffer_unref(out);
      }
      fail_unless_equals_uint64(stream.stat("failed"), 1);
      fail_unless_equals_uint64(stream.stat("counted"), 2);
      stream.count_messages(GST_MESSAGE_WARNING);
    }
}
GST_END_TEST

GST_START_TEST(no_region_makes_the_stream_wait_for_a_field) {
  for (guint y : {1u, 2u, 3u}) { // rows of chroma begin in the other field than those of Y
    Fakes fakes(1);
    fakes.use();
    Stream stream("fields=apart max-in-flight=2");
    stream.set_caps(raw_caps("NV12", 32, 22, interleaved));
    const Frame frame = make_plain_frame("NV12", 32, 22, Content::noise);
    GstBuffer* const buffer = make_plain_buffer(frame, interleaved);
    gst_buffer_add_video_region_of_interest_meta(buffer, "thing", 0, y, 9, 9)->id = 7;
    fakes.log(0).held = true; // the device counts nothing yet
    GstBuffer* const out = pass(stream, buffer);
    fail_unless_equals_uint64(fakes.log(0).submits, 2);
    fakes.log(0).held = false;
    for (Rows rows : all_rows)
      expect_rows(histogram_of(out, 7, field_of(rows)), interlaced_view(frame), {0, y, 9, 9}, rows,
                  bt709, "NV12");
    gst_buffer_unref(out);
    stream.drain();
    fail_unless_equals_uint64(stream.stat("counted-cuda"), 1);
  }
}
GST_END_TEST

GST_START_TEST(no_more_jobs_are_in_flight_than_several_gpus_take) {
  constexpr guint most = 64, frames = 40;
  Fakes fakes(2);
  for (FakeConfig& config : fakes.configs)
    config.depth = most;
  fakes.use();
  Stream stream("devices=all split=rows fields=apart max-in-flight=" + std::to_string(frames));
  stream.set_caps(raw_caps("NV12", 32, 22, interleaved));
  for (guint d = 0; d < 2; d++)
    fakes.log(d).held = true;
  std::thread devices([&fakes] {
    using namespace std::chrono;
    const auto end = steady_clock::now() + 5s;
    while (fakes.log(0).pending < most && steady_clock::now() < end)
      std::this_thread::sleep_for(1ms);
    std::this_thread::sleep_for(20ms); // in which more could come
    for (guint d = 0; d < 2; d++)
      fakes.log(d).held = false;
  });
  const Frame frame = make_plain_frame("NV12", 32, 22, Content::noise);
  for (guint i = 0; i < frames; i++) {
    GstBuffer* const out = pass(stream, make_plain_buffer(frame, interleaved));
    if (i + 1 == frames)
      expect_fields(out, interlaced_view(frame), "NV12");
    gst_buffer_unref(out);
  }
  devices.join();
  stream.drain();
  fail_unless_equals_uint64(fakes.log(0).max_pending, most);
  fail_unless_equals_uint64(stream.stat("counted-cuda"), frames);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, fields_of_every_format_are_counted_exactly);
  tcase_add_test(chain, fields_of_packed_frames_are_counted_unless_they_are_tiled);
  tcase_add_test(chain, fields_of_padded_and_bottom_up_frames_are_counted);
  tcase_add_test(chain, computed_channels_are_counted_by_field);
  tcase_add_test(chain, rows_of_regions_are_divided_between_the_fields);
  tcase_add_test(chain, as_many_regions_as_frames_may_have_are_counted_by_field);
  tcase_add_test(chain, flags_of_mixed_streams_say_which_fields_there_are);
  tcase_add_test(chain, frames_without_fields_have_one_histogram);
  tcase_add_test(chain, tables_with_two_axes_and_differences_are_those_of_the_frame);
  tcase_add_test(chain, a_stream_of_differences_alone_has_no_fields);
  if (who() != Who::fake)
    return;
  tcase_add_test(chain, a_field_that_cannot_be_counted_takes_its_frame_along);
  tcase_add_test(chain, no_region_makes_the_stream_wait_for_a_field);
  tcase_add_test(chain, no_more_jobs_are_in_flight_than_several_gpus_take);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "fields", add_tests);
}
