// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Streams whose frames lie in the pinned memory that the element hands out.
#include "plugin/memory/pinned_allocator.h"
#include "plugin/memory/pinned_pool.h"
#include "tests/fake/fake_memory.h"
#include "tests/plugin/support/element_test.h"

#include <atomic>
#include <cstring>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

constexpr guint width = 50, height = 31;

/// Lets the fake hand out memory of its own; with CUDA, which does so anyway, its counters stay 0.
std::shared_ptr<FakeMemory> use_fake_memory(uint64_t fails_from = 0,
                                            ErrorKind fails_with = ErrorKind::transient,
                                            std::chrono::microseconds delay = {}) {
  FakeConfig config;
  auto memory = std::make_shared<FakeMemory>();
  memory->fails_from = fails_from;
  memory->fails_with = fails_with;
  config.memory = memory;
  config.delay = delay;
  set_fake(config);
  return memory;
}

Frame noise(const char* format, guint seed) {
  reference::Layout layout;
  layout.format = format;
  layout.width = width;
  layout.height = height;
  return reference::make_frame(layout, Content::noise, seed);
}

const std::string rgba = raw_caps("RGBA", width, height);

bool is_pinned(GstBuffer* buffer) {
  return gst_buffer_n_memory(buffer) == 1 &&
         gst_memory_is_type(gst_buffer_peek_memory(buffer, 0), VIDEO_HISTOGRAM_PINNED_MEMORY);
}

/// Decisions of a source beyond the pool that it is offered.
struct Decision {
  guint more_buffers = 0;
  guint max = 0;
  GstAllocator* allocator = nullptr;
  guint padding = 0; ///< pixels to the right of each row
};

/// Asks for a pool as a source does, configures it and starts it. Owned by the caller.
GstBufferPool* start_pool(Stream& stream, const std::string& caps, const Decision& decision = {}) {
  GstCaps* parsed = gst_caps_from_string(caps.c_str());
  GstQuery* query = gst_query_new_allocation(parsed, TRUE);
  fail_unless(gst_pad_peer_query(stream.harness()->srcpad, query));
  GstBufferPool* pool = nullptr;
  guint size = 0, min = 0;
  gst_query_parse_nth_allocation_pool(query, 0, &pool, &size, &min, nullptr);
  fail_unless(pool != nullptr);
  GstStructure* config = gst_buffer_pool_get_config(pool);
  const guint wanted = decision.max ? decision.max : min + decision.more_buffers;
  gst_buffer_pool_config_set_params(config, parsed, size, wanted, decision.max);
  GstAllocationParams params;
  gst_allocation_params_init(&params);
  gst_buffer_pool_config_set_allocator(config, decision.allocator, &params);
  if (decision.padding) {
    GstVideoAlignment alignment;
    gst_video_alignment_reset(&alignment);
    alignment.padding_right = decision.padding;
    gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_META);
    gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_ALIGNMENT);
    gst_buffer_pool_config_set_video_alignment(config, &alignment);
  }
  fail_unless(gst_buffer_pool_set_config(pool, config));
  fail_unless(gst_buffer_pool_set_active(pool, TRUE));
  gst_query_unref(query);
  gst_caps_unref(parsed);
  return pool;
}

void stop_pool(GstBufferPool* pool) {
  fail_unless(gst_buffer_pool_set_active(pool, FALSE));
  gst_object_unref(pool);
}

GstBuffer* acquire(GstBufferPool* pool) {
  GstBuffer* buffer = nullptr;
  fail_unless_equals_int(gst_buffer_pool_acquire_buffer(pool, &buffer, nullptr), GST_FLOW_OK);
  return buffer;
}

/// A buffer of the pool with the frame in it. Its rows may be padded.
GstBuffer* filled(GstBufferPool* pool, const std::string& caps, const Frame& frame) {
  GstBuffer* buffer = acquire(pool);
  GstCaps* parsed = gst_caps_from_string(caps.c_str());
  GstVideoInfo info;
  fail_unless(gst_video_info_from_caps(&info, parsed));
  gst_caps_unref(parsed);
  GstVideoFrame mapped;
  fail_unless(gst_video_frame_map(&mapped, &info, buffer, GST_MAP_WRITE));
  const FrameView view = frame.view();
  for (guint p = 0; p < view.format->n_planes; p++)
    for (guint y = 0; y < view.rows(p); y++)
      std::memcpy(static_cast<uint8_t*>(GST_VIDEO_FRAME_PLANE_DATA(&mapped, p)) +
                      y * GST_VIDEO_FRAME_PLANE_STRIDE(&mapped, p),
                  view.planes[p].row(y), view.row_bytes(p));
  gst_video_frame_unmap(&mapped);
  return buffer;
}

void push_and_compare(Stream& stream, GstBuffer* buffer, const Frame& frame) {
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  fail_unless(out == buffer);
  expect_histograms(out, frame, default_request(frame));
  gst_buffer_unref(out);
}

/// All frames were read where they lay. Only CUDA tells.
void expect_none_staged(GstElement* element, guint64 frames) {
  if (who() != Who::cuda)
    return;
  fail_unless_equals_uint64(Stream::stat_of(element, "pinned-frames"), frames);
  fail_unless_equals_uint64(Stream::stat_of(element, "bytes-staged"), 0);
}

guint warnings = 0;
void count_warnings(GstDebugCategory* category, GstDebugLevel level, const gchar*, const gchar*,
                    gint, GObject*, GstDebugMessage*, gpointer) {
  if (level == GST_LEVEL_WARNING && !strcmp(category->name, "videohistogram"))
    warnings++;
}

} // namespace

GST_START_TEST(frames_of_the_pool_are_counted_where_they_lie) {
  const auto memory = use_fake_memory();
  {
    Stream stream("max-in-flight=3");
    for (const char* format : {"RGBA", "RGB", "I420", "NV12"}) {
      const std::string caps = raw_caps(format, width, height);
      stream.set_caps(caps);
      GstBufferPool* pool = start_pool(stream, caps);
      for (guint i = 0; i < 10; i++) {
        const Frame frame = noise(format, i);
        GstBuffer* buffer = filled(pool, caps, frame);
        fail_unless(is_pinned(buffer));
        push_and_compare(stream, buffer, frame);
      }
      stream.drain();
      stop_pool(pool);
    }
    expect_none_staged(stream.element(), 40);
    fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
  }
  fail_unless_equals_uint64(memory->freed, memory->allocated);
}
GST_END_TEST

GST_START_TEST(the_pool_takes_its_memory_when_it_starts_and_reuses_it) {
  const auto memory = use_fake_memory();
  {
    Stream stream("max-in-flight=3");
    stream.set_caps(rgba);
    GstBufferPool* pool = start_pool(stream, rgba, {2});
    const guint64 at_start = memory->allocated;
    if (who() == Who::fake)
      fail_unless_equals_uint64(at_start, 3 + 2);
    for (guint i = 0; i < 30; i++) {
      const Frame frame = noise("RGBA", i);
      push_and_compare(stream, filled(pool, rgba, frame), frame);
    }
    fail_unless_equals_uint64(memory->allocated, at_start);
    stop_pool(pool);
  }
  fail_unless_equals_uint64(memory->freed, memory->allocated);
}
GST_END_TEST

GST_START_TEST(upstream_may_ignore_the_pool) {
  const auto memory = use_fake_memory();
  Stream stream;
  stream.set_caps(rgba);
  for (guint i = 0; i < 5; i++) {
    const Frame frame = make_plain_frame("RGBA", width, height, Content::noise, i);
    push_and_compare(stream, make_plain_buffer(frame), frame);
  }
  fail_unless_equals_uint64(memory->calls, 0);
  if (who() == Who::cuda)
    fail_unless_equals_uint64(stream.stat("staged-frames"), 5);
}
GST_END_TEST

GST_START_TEST(upstream_may_put_an_allocator_of_its_own_into_the_pool) {
  const auto memory = use_fake_memory();
  Stream stream;
  stream.set_caps(rgba);
  Decision decision;
  decision.allocator = gst_allocator_find(GST_ALLOCATOR_SYSMEM);
  GstBufferPool* pool = start_pool(stream, rgba, decision);
  const Frame frame = noise("RGBA", 1);
  GstBuffer* buffer = filled(pool, rgba, frame);
  fail_if(is_pinned(buffer));
  push_and_compare(stream, buffer, frame);
  fail_unless_equals_uint64(memory->calls, 0);
  stream.drain();
  stop_pool(pool);
  gst_object_unref(decision.allocator);
}
GST_END_TEST

static GstPadProbeReturn list_video_meta(GstPad*, GstPadProbeInfo* info, gpointer) {
  GstQuery* query = gst_pad_probe_info_get_query(info);
  if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION)
    return GST_PAD_PROBE_OK;
  gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, nullptr);
  return GST_PAD_PROBE_HANDLED;
}

GST_START_TEST(upstream_may_pad_rows_where_downstream_understands_it) {
  use_fake_memory();
  Stream stream;
  gst_pad_add_probe(
      stream.harness()->sinkpad,
      static_cast<GstPadProbeType>(GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM | GST_PAD_PROBE_TYPE_PUSH),
      list_video_meta, nullptr, nullptr);
  for (const char* format : {"RGBA", "I420"}) {
    const std::string caps = raw_caps(format, width, height);
    stream.set_caps(caps);
    Decision decision;
    decision.padding = 64;
    GstBufferPool* pool = start_pool(stream, caps, decision);
    const Frame frame = noise(format, 1);
    GstBuffer* buffer = filled(pool, caps, frame);
    fail_unless(is_pinned(buffer));
    const GstVideoMeta* meta = gst_buffer_get_video_meta(buffer);
    fail_unless(meta && meta->stride[0] >= static_cast<gint>(width + 64));
    push_and_compare(stream, buffer, frame);
    stream.drain();
    stop_pool(pool);
  }
  expect_none_staged(stream.element(), 2);
}
GST_END_TEST

GST_START_TEST(a_pool_of_one_buffer_stalls_nothing) {
  use_fake_memory(0, ErrorKind::transient, std::chrono::milliseconds(5));
  for (guint most : {1, 2}) {
    Stream stream("max-in-flight=3");
    stream.set_caps(rgba);
    Decision decision;
    decision.max = most;
    GstBufferPool* pool = start_pool(stream, rgba, decision);
    for (guint i = 0; i < 20; i++) {
      fail_unless_equals_int(stream.push(filled(pool, rgba, noise("RGBA", i))), GST_FLOW_OK);
      gst_buffer_unref(stream.pull()); // downstream is done with the buffer; the count may go on
    }
    stream.drain();
    fail_unless_equals_uint64(stream.stat("counted"), 20);
    stop_pool(pool);
  }
}
GST_END_TEST

GST_START_TEST(new_caps_bring_a_new_pool_and_the_old_one_goes) {
  const auto memory = use_fake_memory();
  {
    Stream stream;
    GstBufferPool* old = nullptr;
    for (guint scale : {1, 3, 2}) {
      const std::string caps = raw_caps("GRAY8", 16 * scale, 9 * scale);
      stream.set_caps(caps);
      GstBufferPool* pool = start_pool(stream, caps);
      if (old)
        stop_pool(old);
      old = pool;
      const Frame frame = make_plain_frame("GRAY8", 16 * scale, 9 * scale, Content::noise, scale);
      GstBuffer* buffer = filled(pool, caps, frame);
      fail_unless(is_pinned(buffer));
      push_and_compare(stream, buffer, frame);
    }
    stream.drain();
    stop_pool(old);
    expect_none_staged(stream.element(), 3);
  }
  fail_unless_equals_uint64(memory->freed, memory->allocated);
}
GST_END_TEST

GST_START_TEST(buffers_outlive_pool_and_element) {
  const auto memory = use_fake_memory();
  const Frame frame = noise("RGBA", 7);
  GstBuffer* kept = nullptr;
  {
    Stream stream;
    stream.set_caps(rgba);
    GstBufferPool* pool = start_pool(stream, rgba);
    fail_unless_equals_int(stream.push(filled(pool, rgba, frame)), GST_FLOW_OK);
    kept = stream.pull();
    stream.drain();
    gst_buffer_pool_set_active(pool, FALSE);
    gst_object_unref(pool);
  }
  if (who() == Who::fake)
    fail_unless(memory->freed < memory->allocated);
  expect_histograms(kept, frame, default_request(frame));
  GstMapInfo map;
  fail_unless(gst_buffer_map(kept, &map, GST_MAP_READWRITE));
  fail_unless(!memcmp(map.data, frame.view().planes[0].data, map.size));
  std::memset(map.data, 1, map.size);
  gst_buffer_unmap(kept, &map);
  gst_buffer_unref(kept);
  fail_unless_equals_uint64(memory->freed, memory->allocated);
}
GST_END_TEST

GST_START_TEST(where_no_memory_can_be_pinned_the_pool_hands_out_ordinary_memory) {
  gst_debug_set_threshold_for_name("videohistogram", GST_LEVEL_WARNING);
  gst_debug_add_log_function(count_warnings, nullptr, nullptr);
  for (ErrorKind kind : {ErrorKind::transient, ErrorKind::device_lost})
    for (guint64 fails_from : {1, 3}) {
      warnings = 0;
      const auto memory = use_fake_memory(fails_from, kind);
      {
        Stream stream("max-in-flight=3");
        stream.set_caps(rgba);
        GstBufferPool* pool = start_pool(stream, rgba, {3});
        GstBuffer* buffers[6];
        guint pinned = 0;
        for (guint i = 0; i < 6; i++) {
          buffers[i] = filled(pool, rgba, noise("RGBA", i));
          pinned += is_pinned(buffers[i]);
        }
        fail_unless_equals_int(pinned, fails_from - 1);
        for (guint i = 0; i < 6; i++)
          push_and_compare(stream, buffers[i], noise("RGBA", i));
        fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
        fail_unless_equals_int(stream.count_messages(GST_MESSAGE_ERROR), 0);
        stream.drain();
        stop_pool(pool);
      }
      fail_unless_equals_int(warnings, 1);
      fail_unless_equals_uint64(memory->freed, memory->allocated);
    }
  gst_debug_remove_log_function(count_warnings);
}
GST_END_TEST

/// Frames that arrived after the element, by memory.
struct Arrived {
  std::atomic<guint> pinned{0}, other{0};
};

static GstPadProbeReturn note_memory(GstPad*, GstPadProbeInfo* info, gpointer data) {
  auto& arrived = *static_cast<Arrived*>(data);
  (is_pinned(gst_pad_probe_info_get_buffer(info)) ? arrived.pinned : arrived.other)++;
  return GST_PAD_PROBE_OK;
}

GST_START_TEST(sources_and_decoders_use_the_pool_through_renegotiation_to_the_end) {
  for (const char* upstream :
       {"videotestsrc num-buffers=24 pattern=snow", "videotestsrc num-buffers=24 ! queue",
        "videotestsrc num-buffers=24 ! videoconvert ! videoscale",
        "videotestsrc num-buffers=24 ! theoraenc ! theoradec",
        "videotestsrc num-buffers=24 ! jpegenc ! jpegdec"}) {
    const auto memory = use_fake_memory();
    {
      GError* error = nullptr;
      GstElement* pipeline =
          gst_parse_launch((std::string(upstream) + " ! capsfilter name=filter ! " +
                            element_line("name=it max-in-flight=3") + " ! fakesink name=sink")
                               .c_str(),
                           &error);
      if (!pipeline || error) {
        g_print("SKIP: %s: %s\n", upstream, error->message);
        g_clear_error(&error);
        gst_clear_object(&pipeline);
        continue;
      }
      GstElement* element = gst_bin_get_by_name(GST_BIN(pipeline), "it");
      GstElement* sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
      GstPad* pad = gst_element_get_static_pad(sink, "sink");
      Arrived arrived;
      gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, note_memory, &arrived, nullptr);
      gst_element_set_state(pipeline, GST_STATE_PLAYING);
      gst_pad_push_event(pad, gst_event_new_reconfigure());
      expect_end(pipeline, upstream);
      fail_unless_equals_uint64(Stream::stat_of(element, "counted"), 24);
      fail_unless(arrived.pinned == 24 && arrived.other == 0, "%s: %u of 24 frames in our memory",
                  upstream, arrived.pinned.load());
      expect_none_staged(element, 24);
      gst_element_set_state(pipeline, GST_STATE_NULL);
      gst_object_unref(pad);
      gst_object_unref(sink);
      gst_object_unref(element);
      gst_object_unref(pipeline);
    }
    fail_unless_equals_uint64(memory->freed, memory->allocated);
  }
}
GST_END_TEST

/// Writes to a buffer that came out of the element, as an overlay after it does.
static void write_to(GstBuffer*& buffer) {
  buffer = gst_buffer_make_writable(buffer);
  GstMapInfo map;
  fail_unless(gst_buffer_map(buffer, &map, GST_MAP_WRITE));
  std::memset(map.data, 0x55, map.size);
  gst_buffer_unmap(buffer, &map);
}

GST_START_TEST(a_writer_behind_gets_a_few_copies_and_then_the_frames_themselves) {
  const auto memory = use_fake_memory(0, ErrorKind::transient, std::chrono::milliseconds(10));
  Stream stream;
  stream.set_caps(rgba);
  GstBufferPool* pool = start_pool(stream, rgba);
  constexpr guint n = 40;
  for (guint i = 0; i < n; i++) {
    const Frame frame = noise("RGBA", i);
    fail_unless_equals_int(stream.push(filled(pool, rgba, frame)), GST_FLOW_OK);
    GstBuffer* out = stream.pull();
    write_to(out);
    expect_histograms(out, frame, default_request(frame));
    gst_buffer_unref(out);
  }
  stream.drain();
  const guint64 copied = stream.stat("copied-by-writer");
  if (who() == Who::fake) // a GPU may now and then have counted before the writer comes
    fail_unless(copied >= 3 && copied <= 6, "%" G_GUINT64_FORMAT " of %u frames were copied",
                copied, n);
  fail_unless_equals_uint64(stream.stat("counted"), n);
  stop_pool(pool);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, a_writer_behind_gets_a_few_copies_and_then_the_frames_themselves);
  tcase_add_test(chain, frames_of_the_pool_are_counted_where_they_lie);
  tcase_add_test(chain, the_pool_takes_its_memory_when_it_starts_and_reuses_it);
  tcase_add_test(chain, upstream_may_ignore_the_pool);
  tcase_add_test(chain, upstream_may_put_an_allocator_of_its_own_into_the_pool);
  tcase_add_test(chain, upstream_may_pad_rows_where_downstream_understands_it);
  tcase_add_test(chain, a_pool_of_one_buffer_stalls_nothing);
  tcase_add_test(chain, new_caps_bring_a_new_pool_and_the_old_one_goes);
  tcase_add_test(chain, buffers_outlive_pool_and_element);
  tcase_add_test(chain, sources_and_decoders_use_the_pool_through_renegotiation_to_the_end);
  if (who() == Who::fake)
    tcase_add_test(chain, where_no_memory_can_be_pinned_the_pool_hands_out_ordinary_memory);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "pinned_pool", add_tests);
}
