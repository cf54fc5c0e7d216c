// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Buffers and metas that lie: nothing outside of the frame's bytes is read, the buffer passes as
// it is, and one WARNING tells of each run of them.
#include "tests/plugin/support/element_test.h"

#include <functional>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

constexpr guint width = 64, height = 48;
constexpr gsize frame_bytes = gsize{width} * height * 4;

Frame good_frame() {
  return make_plain_frame("RGBA", width, height, Content::noise);
}

void push_good(Stream& stream) {
  expect_counted(stream, good_frame());
}

/// Pushes a buffer that has to pass as it is, without a histogram.
void push_bad(Stream& stream, GstBuffer* buffer) {
  const gsize size = gst_buffer_get_size(buffer);
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  fail_unless(out == buffer);
  fail_unless(gst_buffer_get_size(out) == size);
  fail_unless_equals_int(count_metas(out), 0);
  gst_buffer_unref(out);
}

/// Fails unless one WARNING STREAM/FORMAT is on the bus, with `word` in its text.
void expect_one_format_warning(Stream& stream, const char* word) {
  expect_one_message(stream, GST_MESSAGE_WARNING, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT, word);
}

/// A buffer of `size` bytes, allocated to the byte so that a sanitizer sees any read beyond it.
GstBuffer* buffer_of(gsize size) {
  gpointer bytes = g_malloc0(size);
  return gst_buffer_new_wrapped(bytes, size);
}

/// A frame whose GstVideoMeta is right until `lie` has changed it.
GstBuffer* lying_buffer(const std::function<void(GstVideoMeta*)>& lie, gsize size = frame_bytes) {
  GstBuffer* buffer = buffer_of(size);
  lie(gst_buffer_add_video_meta(buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_RGBA, width,
                                height));
  return buffer;
}

/// Fails unless `bad` passes as it is, with one WARNING that has `word` in it, and the next frame
/// is counted.
void expect_refused(const char* format, GstBuffer* bad, const char* word = "buffer") {
  Stream stream("post-messages=true");
  stream.set_caps(raw_caps(format, width, height));
  push_bad(stream, bad);
  fail_unless_equals_uint64(stream.stat("skipped-invalid"), 1);
  expect_counted(stream, make_plain_frame(format, width, height, Content::noise));
  stream.drain();
  fail_unless_equals_uint64(stream.stat("counted"), 1);
  expect_one_format_warning(stream, word);
}

void expect_refused(const std::function<void(GstVideoMeta*)>& lie, gsize size = frame_bytes) {
  expect_refused("RGBA", lying_buffer(lie, size));
}

/// A frame of several planes whose GstVideoMeta lies about one of them.
void expect_plane_refused(const char* format, guint plane,
                          const std::function<void(GstVideoMeta*, guint)>& lie) {
  for (bool own_memories : {false, true}) {
    const Frame frame = make_plain_frame(format, width, height, Content::noise);
    const PlaneLayout layout = layout_of(frame);
    GstBuffer* buffer = make_buffer(frame);
    if (own_memories) {
      std::vector<gsize> cuts(layout.offset + 1, layout.offset + frame.view().format->n_planes);
      buffer = cut_into_memories(buffer, cuts);
    }
    lie(gst_buffer_get_video_meta(buffer), plane);
    expect_refused(format, buffer, ("of plane " + std::to_string(plane)).c_str());
  }
}

constexpr const char* planar_formats[] = {"NV12", "I420", "Y42B", "Y444", "P010_10LE", "I420_10LE"};

/// Calls with the format and the number of each plane, the first one too.
template <class Function>
void for_each_plane(const Function& function) {
  for (const char* format : planar_formats)
    for (guint plane = 0; plane < find_format(format)->n_planes; plane++)
      function(format, plane);
}

} // namespace

GST_START_TEST(empty_and_truncated_buffers_pass_without_a_result) {
  Stream stream;
  stream.set_caps(raw_caps("RGBA", width, height));
  for (gsize size : {gsize{0}, gsize{1}, frame_bytes / 2, frame_bytes - 1})
    push_bad(stream, size ? buffer_of(size) : gst_buffer_new());
  fail_unless_equals_uint64(stream.stat("skipped-invalid"), 4);
  fail_unless_equals_uint64(stream.stat("frames"), 4);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 1);
}
GST_END_TEST

GST_START_TEST(a_buffer_with_bytes_to_spare_is_counted_over_the_frame) {
  Stream stream;
  const Frame frame = good_frame();
  stream.set_caps(raw_caps("RGBA", width, height));
  GstBuffer* buffer = gst_buffer_append(make_plain_buffer(frame), buffer_of(5000));
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  fail_unless_equals_int(gst_buffer_get_size(out), frame_bytes + 5000);
  expect_histograms(out, frame, default_request(frame));
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(there_is_one_warning_for_each_run_of_bad_buffers) {
  Stream stream;
  stream.set_caps(raw_caps("RGBA", width, height));
  for (int episode = 1; episode <= 3; episode++) {
    for (int i = 0; i < 4; i++)
      push_bad(stream, buffer_of(100));
    push_good(stream);
    expect_one_format_warning(stream, "buffer");
  }
  fail_unless_equals_uint64(stream.stat("skipped-invalid"), 12);
}
GST_END_TEST

GST_START_TEST(a_stride_beyond_the_bytes_is_refused) {
  expect_refused([](GstVideoMeta* meta) { meta->stride[0] = 1 << 20; });
  expect_refused([](GstVideoMeta* meta) { meta->stride[0] = width * 4 + 1; });
  expect_refused([](GstVideoMeta* meta) { meta->stride[0] = G_MAXINT; });
}
GST_END_TEST

GST_START_TEST(a_stride_shorter_than_a_row_is_refused) {
  expect_refused([](GstVideoMeta* meta) { meta->stride[0] = width * 4 - 1; });
  expect_refused([](GstVideoMeta* meta) { meta->stride[0] = 0; });
}
GST_END_TEST

GST_START_TEST(a_negative_stride_beyond_the_start_is_refused) {
  expect_refused([](GstVideoMeta* meta) { meta->stride[0] = -static_cast<gint>(width) * 4; });
  expect_refused([](GstVideoMeta* meta) {
    meta->offset[0] = (height - 1) * width * 4 - 1;
    meta->stride[0] = -static_cast<gint>(width) * 4;
  });
  expect_refused([](GstVideoMeta* meta) { meta->stride[0] = G_MININT; });
  expect_refused([](GstVideoMeta* meta) {
    meta->offset[0] = G_MAXSIZE;
    meta->stride[0] = G_MININT;
  });
}
GST_END_TEST

GST_START_TEST(an_offset_beyond_the_bytes_is_refused) {
  expect_refused([](GstVideoMeta* meta) { meta->offset[0] = frame_bytes - 1; });
  expect_refused([](GstVideoMeta* meta) { meta->offset[0] = 1; });
  expect_refused([](GstVideoMeta* meta) { meta->offset[0] = G_MAXSIZE; });
  expect_refused([](GstVideoMeta* meta) { meta->offset[0] = G_MAXSIZE - width * 4; });
}
GST_END_TEST

GST_START_TEST(a_meta_of_another_size_is_refused_without_the_bytes) {
  expect_refused([](GstVideoMeta* meta) {
    meta->width = 2 * width;
    meta->height = 2 * height;
  });
  expect_refused([](GstVideoMeta* meta) { meta->height = height + 1; });
  expect_refused([](GstVideoMeta* meta) { meta->width = G_MAXUINT; });
  expect_refused([](GstVideoMeta* meta) {
    meta->width = G_MAXUINT;
    meta->height = G_MAXUINT;
  });
  expect_refused([](GstVideoMeta* meta) { meta->width = width - 1; });
  expect_refused([](GstVideoMeta* meta) { meta->height = 0; });
}
GST_END_TEST

GST_START_TEST(a_meta_of_another_shape_is_refused) {
  expect_refused([](GstVideoMeta* meta) { meta->n_planes = 5; });
  expect_refused([](GstVideoMeta* meta) { meta->n_planes = 0; });
  expect_refused([](GstVideoMeta* meta) { meta->n_planes = G_MAXUINT; });
  expect_refused([](GstVideoMeta* meta) { meta->format = GST_VIDEO_FORMAT_NV12; });
  expect_refused([](GstVideoMeta* meta) { meta->format = GST_VIDEO_FORMAT_BGRA; });
  expect_refused([](GstVideoMeta* meta) { meta->format = GST_VIDEO_FORMAT_UNKNOWN; });
  expect_refused([](GstVideoMeta* meta) { meta->format = static_cast<GstVideoFormat>(9999); });
}
GST_END_TEST

GST_START_TEST(a_meta_on_an_empty_buffer_is_refused) {
  expect_refused([](GstVideoMeta*) {}, 1);
  expect_refused([](GstVideoMeta* meta) { meta->stride[0] = 0; }, 1);
}
GST_END_TEST

GST_START_TEST(a_plane_with_an_offset_beyond_the_bytes_is_refused) {
  for_each_plane([](const char* format, guint p) {
    expect_plane_refused(format, p, [](GstVideoMeta* meta, guint plane) {
      meta->offset[plane] = gst_buffer_get_size(meta->buffer) - 1;
    });
    expect_plane_refused(format, p, [](GstVideoMeta* meta, guint plane) {
      meta->offset[plane] = gst_buffer_get_size(meta->buffer) + 1;
    });
    expect_plane_refused(
        format, p, [](GstVideoMeta* meta, guint plane) { meta->offset[plane] = G_MAXSIZE - 1; });
  });
}
GST_END_TEST

GST_START_TEST(a_plane_with_a_stride_that_is_too_short_or_too_long_is_refused) {
  for_each_plane([](const char* format, guint p) {
    expect_plane_refused(format, p, [](GstVideoMeta* meta, guint plane) { meta->stride[plane]--; });
    for (gint stride : {0, 1 << 20, G_MAXINT, G_MININT})
      expect_plane_refused(
          format, p, [stride](GstVideoMeta* meta, guint plane) { meta->stride[plane] = stride; });
    // A negative stride from plane 0 would read before the buffer. In later planes it would read an
    // earlier plane, which is inside the buffer and allowed.
    if (p == 0)
      expect_plane_refused(format, p, [](GstVideoMeta* meta, guint plane) {
        meta->stride[plane] = -meta->stride[plane];
      });
  });
}
GST_END_TEST

GST_START_TEST(a_last_plane_without_its_last_byte_is_refused) {
  for (const char* format : planar_formats) {
    const Frame frame = make_plain_frame(format, width, height, Content::noise);
    GstBuffer* plain = make_plain_buffer(frame); // nothing is padded at this width
    gst_buffer_set_size(plain, static_cast<gssize>(gst_buffer_get_size(plain)) - 1);
    expect_refused(format, plain);
    GstBuffer* with_meta = make_buffer(frame);
    gst_buffer_set_size(with_meta, static_cast<gssize>(gst_buffer_get_size(with_meta)) - 1);
    expect_refused(format, with_meta);
  }
}
GST_END_TEST

GST_START_TEST(a_meta_with_planes_of_another_format_is_refused) {
  for (const char* format : {"NV12", "NV21", "P010_10LE", "I420", "YV12", "YUY2"})
    for (GstVideoFormat other :
         {GST_VIDEO_FORMAT_RGBA, GST_VIDEO_FORMAT_NV12, GST_VIDEO_FORMAT_NV21,
          GST_VIDEO_FORMAT_I420, GST_VIDEO_FORMAT_YV12, GST_VIDEO_FORMAT_P010_10LE}) {
      if (gst_video_format_from_string(format) == other)
        continue;
      const Frame frame = make_plain_frame(format, width, height, Content::noise);
      GstBuffer* buffer = gst_buffer_append(make_plain_buffer(frame), buffer_of(frame_bytes));
      gst_buffer_add_video_meta(buffer, GST_VIDEO_FRAME_FLAG_NONE, other, width, height);
      expect_refused(format, buffer, "format");
    }
}
GST_END_TEST

GST_START_TEST(impossible_caps_are_refused_or_handled) {
  struct Case {
    const char *format, *width, *height;
  };
  const Case cases[] = {
      {"RGBA", "-5", "16"},
      {"RGBA", "16", "-5"},
      {"RGBA", "0", "16"},
      {"RGBA", "1073741696", "1"},
      {"GRAY8", "1073741696", "1"},
      {"RGB", "1", "1073741696"},
      {"RGBA", "32767", "32767"},
      {"GRAY8", "32767", "32767"},
      {"GRAY8", "16777216", "1"},
      {"RGBA", "2147483647", "2147483647"},
      {"GRAY8", "65535", "65535"},
      {"NV12", "32767", "32767"},
      {"I420", "1", "1073741696"},
      {"Y444_10LE", "65535", "65535"},
      {"RGBA64_LE", "32767", "32767"},
  };
  for (const Case& c : cases) {
    Stream stream;
    stream.set_caps(raw_caps("RGBA", width, height));
    push_good(stream);
    const std::string text = std::string("video/x-raw,format=") + c.format + ",width=" + c.width +
                             ",height=" + c.height + ",framerate=25/1";
    GstCaps* caps = gst_caps_from_string(text.c_str());
    stream.push_event(gst_event_new_caps(caps)); // a sticky event is kept even if it is refused
    gst_caps_unref(caps);
    // The buffer is far too small: either the stream is refused or the frame is.
    const GstFlowReturn flow = stream.push(buffer_of(1000));
    GstBuffer* out = stream.pull();
    if (flow == GST_FLOW_OK) {
      fail_unless(out != nullptr);
      fail_unless_equals_int(count_metas(out), 0);
      fail_unless_equals_uint64(stream.stat("skipped-invalid") + stream.stat("skipped-unplanned"),
                                1);
    } else {
      fail_unless_equals_int(flow, GST_FLOW_NOT_NEGOTIATED);
      fail_unless(out == nullptr);
    }
    gst_clear_buffer(&out);
    // Good frames are counted afterwards.
    stream.set_caps(raw_caps("RGBA", width, height));
    push_good(stream);
  }
}
GST_END_TEST

/// Random text of what settings are made of, and of what they are not.
static std::string random_text(std::mt19937& random) {
  static const char letters[] =
      "0123456789,,,,....::;;;;++++@@()  rgbyLUMAacbxinline-e\xff\xc3\n\"";
  std::string text;
  for (size_t n = random() % 40; n > 0; n--)
    text += letters[random() % (sizeof letters - 1)];
  return text;
}

GST_START_TEST(random_text_in_the_settings_is_taken_or_refused) {
  std::mt19937 random(1);
  Stream stream("post-messages=true projections=luma@0");
  stream.set_caps(raw_caps("RGBA", width, height));
  push_good(stream);
  guint refused = 0, taken = 0;
  for (int i = 0; i < 3000; i++) {
    static const char* const names[] = {"channels", "regions", "projections",
                                        "message-percentiles"};
    const char* const name = names[random() % G_N_ELEMENTS(names)];
    std::string text = random_text(random);
    if (random() % 50 == 0)
      text = std::string(100000, text.empty() ? ',' : text[0]);
    gchar *before = nullptr, *after = nullptr;
    g_object_get(stream.element(), name, &before, nullptr);
    g_object_set(stream.element(), name, text.c_str(), nullptr);
    g_object_get(stream.element(), name, &after, nullptr);
    const bool is_taken = text == after;
    fail_unless(is_taken || !g_strcmp0(before, after), "%s is neither", name);
    if (is_taken)
      taken++;
    else
      refused++;
    g_free(before);
    g_free(after);
    if (i % 20 == 0) {
      fail_unless_equals_int(stream.push(buffer_of(width * height * 4)), GST_FLOW_OK);
      GstBuffer* out = stream.pull();
      gst_clear_buffer(&out);
    }
    while (GstMessage* message = stream.message(GST_MESSAGE_WARNING)) {
      GError* error = nullptr;
      gst_message_parse_warning(message, &error, nullptr);
      fail_unless(g_utf8_validate(error->message, -1, nullptr));
      fail_unless(strlen(error->message) < 1000, "%s", error->message);
      g_error_free(error);
      gst_message_unref(message);
    }
  }
  fail_unless(taken > 50 && refused > 1000, "%u taken, %u refused", taken, refused);
  for (const char* name : {"channels", "regions", "projections", "message-percentiles"})
    g_object_set(stream.element(), name, "", nullptr);
  push_good(stream);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_ERROR), 0);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, random_text_in_the_settings_is_taken_or_refused);
  tcase_add_test(chain, empty_and_truncated_buffers_pass_without_a_result);
  tcase_add_test(chain, a_buffer_with_bytes_to_spare_is_counted_over_the_frame);
  tcase_add_test(chain, there_is_one_warning_for_each_run_of_bad_buffers);
  tcase_add_test(chain, a_stride_beyond_the_bytes_is_refused);
  tcase_add_test(chain, a_stride_shorter_than_a_row_is_refused);
  tcase_add_test(chain, a_negative_stride_beyond_the_start_is_refused);
  tcase_add_test(chain, an_offset_beyond_the_bytes_is_refused);
  tcase_add_test(chain, a_meta_of_another_size_is_refused_without_the_bytes);
  tcase_add_test(chain, a_meta_of_another_shape_is_refused);
  tcase_add_test(chain, a_meta_on_an_empty_buffer_is_refused);
  tcase_add_test(chain, a_plane_with_an_offset_beyond_the_bytes_is_refused);
  tcase_add_test(chain, a_plane_with_a_stride_that_is_too_short_or_too_long_is_refused);
  tcase_add_test(chain, a_last_plane_without_its_last_byte_is_refused);
  tcase_add_test(chain, a_meta_with_planes_of_another_format_is_refused);
  tcase_add_test(chain, impossible_caps_are_refused_or_handled);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "hostile", add_tests);
}
