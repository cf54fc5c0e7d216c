// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The stream passes through untouched: memory, times, flags, metas, queries.
#include "tests/plugin/support/element_test.h"

#include <map>
#include <mutex>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

Frame some_frame(guint seed = 1) {
  return make_plain_frame("RGBA", 48, 32, Content::noise, seed);
}

/// A buffer with something in every field and two metas of others.
GstBuffer* dressed_buffer(const Frame& frame) {
  GstBuffer* buffer = make_buffer(frame);
  GST_BUFFER_PTS(buffer) = 11;
  GST_BUFFER_DTS(buffer) = 12;
  GST_BUFFER_DURATION(buffer) = 13;
  GST_BUFFER_OFFSET(buffer) = 14;
  GST_BUFFER_OFFSET_END(buffer) = 15;
  GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DISCONT | GST_BUFFER_FLAG_MARKER |
                                  GST_BUFFER_FLAG_DELTA_UNIT | GST_VIDEO_BUFFER_FLAG_TFF);
  GstCaps* reference = gst_caps_new_empty_simple("timestamp/x-test");
  gst_buffer_add_reference_timestamp_meta(buffer, reference, 99, 100);
  gst_caps_unref(reference);
  return buffer;
}

void expect_dressed(GstBuffer* out, guint flags) {
  fail_unless_equals_uint64(GST_BUFFER_PTS(out), 11);
  fail_unless_equals_uint64(GST_BUFFER_DTS(out), 12);
  fail_unless_equals_uint64(GST_BUFFER_DURATION(out), 13);
  fail_unless_equals_uint64(GST_BUFFER_OFFSET(out), 14);
  fail_unless_equals_uint64(GST_BUFFER_OFFSET_END(out), 15);
  constexpr guint memory_tag = GST_BUFFER_FLAG_TAG_MEMORY;
  fail_unless_equals_int(GST_BUFFER_FLAGS(out) & ~memory_tag, flags & ~memory_tag);
  const GstVideoMeta* meta = gst_buffer_get_video_meta(out);
  fail_unless(meta && meta->width == 48 && meta->height == 32 && meta->stride[0] == 48 * 4);
  const GstReferenceTimestampMeta* time = gst_buffer_get_reference_timestamp_meta(out, nullptr);
  fail_unless(time && time->timestamp == 99 && time->duration == 100);
}

} // namespace

GST_START_TEST(a_writable_buffer_passes_as_itself) {
  Stream stream;
  const Frame frame = some_frame();
  stream.set_caps(raw_caps("RGBA", 48, 32));
  GstBuffer* in = dressed_buffer(frame);
  GstMemory* memory = gst_buffer_peek_memory(in, 0);
  const guint flags = GST_BUFFER_FLAGS(in);
  fail_unless_equals_int(stream.push(in), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  fail_unless(out == in);
  fail_unless(gst_buffer_peek_memory(out, 0) == memory);
  expect_dressed(out, flags);
  expect_histograms(out, frame, default_request(frame));
  gst_buffer_unref(out);
}
GST_END_TEST

GST_START_TEST(a_shared_buffer_is_copied_without_its_pixels) {
  Stream stream;
  const Frame frame = some_frame();
  stream.set_caps(raw_caps("RGBA", 48, 32));
  GstBuffer* in = dressed_buffer(frame);
  const guint flags = GST_BUFFER_FLAGS(in);
  fail_unless_equals_int(stream.push(gst_buffer_ref(in)), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  fail_if(out == in);
  fail_unless_equals_int(count_metas(in), 0);
  fail_unless(gst_buffer_peek_memory(out, 0) == gst_buffer_peek_memory(in, 0));
  fail_unless_equals_int(gst_buffer_n_memory(out), 1);
  expect_dressed(out, flags);
  expect_histograms(out, frame, default_request(frame));
  gst_buffer_unref(out);
  gst_buffer_unref(in);
}
GST_END_TEST

GST_START_TEST(without_attach_meta_even_a_shared_buffer_passes_as_itself) {
  Stream stream("attach-meta=false");
  stream.set_caps(raw_caps("RGBA", 48, 32));
  GstBuffer* in = dressed_buffer(some_frame());
  const guint flags = GST_BUFFER_FLAGS(in);
  fail_unless_equals_int(stream.push(gst_buffer_ref(in)), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  fail_unless(out == in);
  fail_unless_equals_int(count_metas(out), 0);
  expect_dressed(out, flags);
  stream.drain();
  fail_unless_equals_uint64(stream.stat("counted"), 1);
  gst_buffer_unref(out);
  gst_buffer_unref(in);
}
GST_END_TEST

/// Record of a pad: the memory of each frame and how many histograms were on it.
struct Seen {
  std::mutex mutex;
  std::map<GstClockTime, std::pair<GstMemory*, guint>> frames;
};

static GstPadProbeReturn see(GstPad*, GstPadProbeInfo* info, gpointer data) {
  auto& seen = *static_cast<Seen*>(data);
  GstBuffer* buffer = gst_pad_probe_info_get_buffer(info);
  std::lock_guard lock(seen.mutex);
  seen.frames[GST_BUFFER_PTS(buffer)] = {gst_buffer_peek_memory(buffer, 0), count_metas(buffer)};
  return GST_PAD_PROBE_OK;
}

static void watch(GstElement* pipeline, const char* name, Seen& seen) {
  GstElement* element = gst_bin_get_by_name(GST_BIN(pipeline), name);
  GstPad* pad = gst_element_get_static_pad(element, "sink");
  gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, see, &seen, nullptr);
  gst_object_unref(pad);
  gst_object_unref(element);
}

/// Plays frames of that format into a tee with our element in one branch.
static void expect_tee_without_copies(const char* format) {
  const std::string line = "videotestsrc num-buffers=20 pattern=snow ! " +
                           raw_caps(format, 64, 48) + " ! tee name=t t. ! queue ! " +
                           element_line() +
                           " ! fakesink name=ours t. ! queue ! fakesink name=other";
  GstElement* pipeline = gst_parse_launch(line.c_str(), nullptr);
  fail_unless(pipeline != nullptr);
  Seen ours, other;
  watch(pipeline, "ours", ours);
  watch(pipeline, "other", other);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  expect_end(pipeline, line, 30 * GST_SECOND);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(pipeline);

  fail_unless_equals_int(ours.frames.size(), 20);
  fail_unless_equals_int(other.frames.size(), 20);
  for (const auto& [pts, frame] : ours.frames) {
    fail_unless(frame.first == other.frames[pts].first, "the pixels were copied");
    fail_unless_equals_int(frame.second, 1);
    fail_unless_equals_int(other.frames[pts].second, 0);
  }
}

GST_START_TEST(behind_a_tee_only_our_branch_has_the_meta_and_no_pixel_is_copied) {
  for (const char* format : {"RGBA", "NV12", "I420_10LE"})
    expect_tee_without_copies(format);
}
GST_END_TEST

GST_START_TEST(a_gap_passes_without_a_result) {
  Stream stream("post-messages=true");
  stream.set_caps(raw_caps("RGBA", 48, 32));
  for (bool shared : {false, true}) {
    GstBuffer* in = make_plain_buffer(some_frame());
    GST_BUFFER_FLAG_SET(in, GST_BUFFER_FLAG_GAP);
    if (shared)
      gst_buffer_ref(in);
    fail_unless_equals_int(stream.push(in), GST_FLOW_OK);
    GstBuffer* out = stream.pull();
    fail_unless(out == in);
    fail_unless(GST_BUFFER_FLAG_IS_SET(out, GST_BUFFER_FLAG_GAP));
    fail_unless_equals_int(count_metas(out), 0);
    gst_buffer_unref(out);
    if (shared)
      gst_buffer_unref(in);
  }
  stream.drain();
  fail_unless_equals_uint64(stream.stat("skipped-gap"), 2);
  fail_unless_equals_uint64(stream.stat("counted"), 0);
  fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
}
GST_END_TEST

GST_START_TEST(a_corrupted_buffer_is_counted) {
  Stream stream;
  const Frame frame = some_frame();
  stream.set_caps(raw_caps("RGBA", 48, 32));
  GstBuffer* in = make_plain_buffer(frame);
  GST_BUFFER_FLAG_SET(in, GST_BUFFER_FLAG_CORRUPTED);
  fail_unless_equals_int(stream.push(in), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  fail_unless(GST_BUFFER_FLAG_IS_SET(out, GST_BUFFER_FLAG_CORRUPTED));
  expect_histograms(out, frame, default_request(frame));
  gst_buffer_unref(out);
}
GST_END_TEST

/// The proportion of the next QoS event that upstream gets; 0 if there is none.
static gdouble proportion_upstream(Stream& stream) {
  gdouble proportion = 0;
  while (GstEvent* event = gst_harness_try_pull_upstream_event(stream.harness())) {
    if (GST_EVENT_TYPE(event) == GST_EVENT_QOS)
      gst_event_parse_qos(event, nullptr, &proportion, nullptr, nullptr);
    gst_event_unref(event);
  }
  return proportion;
}

GST_START_TEST(late_buffers_are_counted_like_others) {
  for (const char* properties : {"", "qos=true"}) {
    Stream stream(properties);
    stream.set_caps(raw_caps("RGBA", 48, 32));
    gst_harness_push_upstream_event(
        stream.harness(),
        gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 2.0, GST_SECOND, 10 * GST_SECOND));
    fail_unless(proportion_upstream(stream) == 2.0);
    for (guint i = 0; i < 3; i++) {
      const Frame frame = some_frame(i);
      GstBuffer* in = make_plain_buffer(frame);
      GST_BUFFER_PTS(in) = i * GST_SECOND;
      fail_unless_equals_int(stream.push(in), GST_FLOW_OK);
      GstBuffer* out = stream.pull();
      fail_unless(out != nullptr);
      expect_histograms(out, frame, default_request(frame));
      gst_buffer_unref(out);
    }
    fail_unless_equals_int(stream.count_messages(GST_MESSAGE_QOS), 0);
  }
}
GST_END_TEST

GST_START_TEST(no_latency_is_added) {
  Stream stream;
  stream.set_caps(raw_caps("RGBA", 48, 32));
  gst_harness_set_upstream_latency(stream.harness(), 7 * GST_MSECOND);
  fail_unless_equals_uint64(gst_harness_query_latency(stream.harness()), 7 * GST_MSECOND);
}
GST_END_TEST

/// Downstream's answer to an allocation query.
struct Downstream {
  bool video_meta = false;
  bool pool = false;
  bool crop = false;
};

static GstPadProbeReturn answer_allocation(GstPad*, GstPadProbeInfo* info, gpointer data) {
  const auto& downstream = *static_cast<Downstream*>(data);
  GstQuery* query = gst_pad_probe_info_get_query(info);
  if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION)
    return GST_PAD_PROBE_OK;
  if (downstream.video_meta)
    gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, nullptr);
  if (downstream.crop)
    gst_query_add_allocation_meta(query, GST_VIDEO_CROP_META_API_TYPE, nullptr);
  if (downstream.pool)
    gst_query_add_allocation_pool(query, nullptr, 48 * 32 * 4, 3, 5);
  GstAllocationParams params = {};
  params.align = 63;
  gst_query_add_allocation_param(query, nullptr, &params);
  return GST_PAD_PROBE_HANDLED;
}

GST_START_TEST(an_allocation_query_is_answered_by_downstream_alone_but_for_crops) {
  // With a crop, the first pixel of a buffer, from which a frame is counted, may not be visible.
  for (const Downstream& answer :
       {Downstream{false, false}, Downstream{true, false}, Downstream{false, true},
        Downstream{true, true}, Downstream{true, true, true}}) {
    Stream stream;
    Downstream downstream = answer;
    gst_pad_add_probe(
        stream.harness()->sinkpad,
        static_cast<GstPadProbeType>(GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM | GST_PAD_PROBE_TYPE_PUSH),
        answer_allocation, &downstream, nullptr);
    stream.set_caps(raw_caps("RGBA", 48, 32));
    GstCaps* caps = gst_caps_from_string(raw_caps("RGBA", 48, 32).c_str());
    GstQuery* query = gst_query_new_allocation(caps, TRUE);
    fail_unless(gst_pad_peer_query(stream.harness()->srcpad, query));
    fail_unless_equals_int(gst_query_get_n_allocation_metas(query), answer.video_meta);
    fail_unless_equals_int(gst_query_find_allocation_meta(query, GST_VIDEO_META_API_TYPE, nullptr),
                           answer.video_meta);
    fail_unless_equals_int(gst_query_get_n_allocation_pools(query), answer.pool);
    if (answer.pool) {
      guint size = 0, min = 0, max = 0;
      gst_query_parse_nth_allocation_pool(query, 0, nullptr, &size, &min, &max);
      fail_unless(size == 48 * 32 * 4 && min == 3 && max == 5);
    }
    fail_unless_equals_int(gst_query_get_n_allocation_params(query), 1);
    gst_query_unref(query);
    gst_caps_unref(caps);
  }
}
GST_END_TEST

static GstPadProbeReturn offer_pool(GstPad*, GstPadProbeInfo* info, gpointer data) {
  GstQuery* query = gst_pad_probe_info_get_query(info);
  if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION)
    return GST_PAD_PROBE_OK;
  gst_query_add_allocation_pool(query, static_cast<GstBufferPool*>(data), 48 * 32 * 4, 8, 0);
  return GST_PAD_PROBE_HANDLED;
}

GST_START_TEST(a_pool_of_downstream_is_left_to_upstream) {
  // The element makes no buffers, so it must not have any allocated.
  GstBufferPool* pool = gst_buffer_pool_new();
  {
    Stream stream;
    gst_pad_add_probe(
        stream.harness()->sinkpad,
        static_cast<GstPadProbeType>(GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM | GST_PAD_PROBE_TYPE_PUSH),
        offer_pool, pool, nullptr);
    stream.set_caps(raw_caps("RGBA", 48, 32));
    stream.push(make_plain_buffer(some_frame()));
    gst_buffer_unref(stream.pull());
    fail_if(gst_buffer_pool_is_active(pool));
  }
  gst_object_unref(pool);
}
GST_END_TEST

GST_START_TEST(a_live_source_loses_no_frame) {
  const std::string line =
      "videotestsrc is-live=true num-buffers=25 ! " +
      std::string("video/x-raw,format=RGBA,width=48,height=32,framerate=100/1") + " ! " +
      element_line("name=it") + " ! fakesink sync=true qos=true";
  GstElement* pipeline = gst_parse_launch(line.c_str(), nullptr);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  expect_end(pipeline, line, 30 * GST_SECOND);
  GstElement* element = gst_bin_get_by_name(GST_BIN(pipeline), "it");
  fail_unless_equals_uint64(Stream::stat_of(element, "counted"), 25);
  gst_object_unref(element);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(pipeline);
}
GST_END_TEST

GST_START_TEST(a_drain_query_returns_all_frames) {
  FakeConfig config;
  config.delay = std::chrono::milliseconds(40);
  config.log = std::make_shared<FakeLog>();
  set_fake(config);
  Stream stream;
  stream.set_caps(raw_caps("RGBA", 48, 32));
  std::vector<GstBuffer*> out;
  for (guint i = 0; i < 3; i++) {
    stream.push(make_plain_buffer(some_frame(i)));
    out.push_back(stream.pull());
  }
  stream.drain();
  for (guint i = 0; i < 3; i++) {
    fail_unless(gst_buffer_is_writable(out[i]), "the frame is still held");
    fail_unless(
        gst_video_histogram_is_ready(gst_buffer_get_video_histogram_meta(out[i])->histogram));
    gst_buffer_unref(out[i]);
  }
  fail_unless_equals_uint64(config.log->pending, 0);
}
GST_END_TEST

GST_START_TEST(the_pixels_stay_as_they_were_while_downstream_writes) {
  // An in-place writer right after us gets a copy of a frame that is still being counted, of every
  // memory of it.
  FakeConfig config;
  config.delay = std::chrono::milliseconds(50);
  set_fake(config);
  Stream stream;
  for (const char* format : {"RGBA", "NV12", "I420", "P010_10LE"})
    for (bool own_memories : {false, true}) {
      const Frame frame = make_plain_frame(format, 48, 32, Content::noise);
      const PlaneLayout layout = layout_of(frame);
      const std::vector<gsize> cuts(layout.offset + 1,
                                    layout.offset + frame.view().format->n_planes);
      stream.set_caps(raw_caps(format, 48, 32));
      GstBuffer* in = make_buffer(frame);
      if (own_memories)
        in = cut_into_memories(in, cuts);
      fail_unless_equals_int(stream.push(in), GST_FLOW_OK);
      GstBuffer* out = gst_buffer_make_writable(stream.pull());
      GstVideoInfo info;
      gst_video_info_set_format(&info, gst_video_format_from_string(format), 48, 32);
      GstVideoFrame writer;
      fail_unless(gst_video_frame_map(&writer, &info, out, GST_MAP_READWRITE));
      for (guint p = 0; p < GST_VIDEO_FRAME_N_PLANES(&writer); p++)
        memset(GST_VIDEO_FRAME_PLANE_DATA(&writer, p), 0,
               frame.view().row_bytes(p) * frame.view().rows(p));
      gst_video_frame_unmap(&writer);
      expect_histograms(out, frame, default_request(frame));
      gst_buffer_unref(out);
    }
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, a_writable_buffer_passes_as_itself);
  tcase_add_test(chain, a_shared_buffer_is_copied_without_its_pixels);
  tcase_add_test(chain, without_attach_meta_even_a_shared_buffer_passes_as_itself);
  tcase_add_test(chain, behind_a_tee_only_our_branch_has_the_meta_and_no_pixel_is_copied);
  tcase_add_test(chain, a_gap_passes_without_a_result);
  tcase_add_test(chain, a_corrupted_buffer_is_counted);
  tcase_add_test(chain, late_buffers_are_counted_like_others);
  tcase_add_test(chain, no_latency_is_added);
  if (who() == Who::cpu) // allocation_test.cpp has the proposals of other backends
    tcase_add_test(chain, an_allocation_query_is_answered_by_downstream_alone_but_for_crops);
  tcase_add_test(chain, a_pool_of_downstream_is_left_to_upstream);
  tcase_add_test(chain, a_live_source_loses_no_frame);
  tcase_add_test(chain, a_drain_query_returns_all_frames);
  tcase_add_test(chain, the_pixels_stay_as_they_were_while_downstream_writes);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "passing", add_tests);
}
