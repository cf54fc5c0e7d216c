// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames in GstCudaMemory, counted where they are.
#include "tests/plugin/support/element_test.h"

#include <gst/cuda/gstcudabufferpool.h>
#include <gst/cuda/gstcudacontext.h>
#include <gst/cuda/gstcudaloader.h>
#include <gst/cuda/gstcudamemory.h>
#include <gst/cuda/gstcudautils.h>

#include <cuda.h>
#include <gmodule.h>

#include <cstring>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

// Formats that GStreamer 1.22 itself puts into CUDA memory. Planes of subsampled chroma overlap
// there if the height is odd.
constexpr const char* formats[] = {"RGBA", "BGRx", "RGB",       "BGR",      "NV12",
                                   "NV21", "I420", "YV12",      "Y42B",     "Y444",
                                   "YUY2", "UYVY", "P010_10LE", "I420_10LE"};

std::string device_caps(const std::string& format, guint width, guint height) {
  return "video/x-raw(memory:CUDAMemory),format=" + format + ",width=" + std::to_string(width) +
         ",height=" + std::to_string(height) + ",framerate=25/1";
}

GstCudaContext* new_context() {
  GstCudaContext* context = gst_cuda_context_new(0);
  fail_unless(context != nullptr);
  return context;
}

/// A pool of such buffers; `most` of them, 0 for any number.
GstBufferPool* new_pool(GstCudaContext* context, const std::string& caps_text, guint most = 0) {
  GstCaps* caps = gst_caps_from_string(caps_text.c_str());
  GstVideoInfo info;
  fail_unless(gst_video_info_from_caps(&info, caps));
  GstBufferPool* pool = gst_cuda_buffer_pool_new(context);
  GstStructure* config = gst_buffer_pool_get_config(pool);
  gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  gst_buffer_pool_config_set_params(config, caps, static_cast<guint>(info.size), 0, most);
  fail_unless(gst_buffer_pool_set_config(pool, config));
  fail_unless(gst_buffer_pool_set_active(pool, TRUE));
  gst_caps_unref(caps);
  return pool;
}

/// Writes a frame into a buffer of a GPU's memory through GStreamer.
void write(GstBuffer* buffer, const Frame& frame) {
  const FrameView view = frame.view();
  GstVideoInfo info;
  fail_unless(gst_video_info_set_format(&info, gst_video_format_from_string(view.format->name),
                                        view.width, view.height));
  GstVideoFrame target;
  fail_unless(gst_video_frame_map(&target, &info, buffer, GST_MAP_WRITE));
  for (uint32_t p = 0; p < view.format->n_planes; p++)
    for (uint32_t y = 0; y < view.rows(p); y++)
      std::memcpy(static_cast<guint8*>(GST_VIDEO_FRAME_PLANE_DATA(&target, p)) +
                      static_cast<gssize>(y) * GST_VIDEO_FRAME_PLANE_STRIDE(&target, p),
                  view.planes[p].row(y), view.row_bytes(p));
  gst_video_frame_unmap(&target);
  // Brings it to the GPU.
  GstMapInfo map;
  fail_unless(gst_buffer_map(buffer, &map, static_cast<GstMapFlags>(GST_MAP_READ | GST_MAP_CUDA)));
  gst_buffer_unmap(buffer, &map);
}

GstBuffer* acquire(GstBufferPool* pool, const Frame& frame) {
  GstBuffer* buffer = nullptr;
  fail_unless_equals_int(gst_buffer_pool_acquire_buffer(pool, &buffer, nullptr), GST_FLOW_OK);
  write(buffer, frame);
  return buffer;
}

void close_pool(GstBufferPool* pool) {
  gst_buffer_pool_set_active(pool, FALSE);
  gst_object_unref(pool);
}

/// Pushes a buffer with the frame in it, which must come out with the frame's histogram.
void push_exact(Stream& stream, GstBuffer* buffer, const Frame& frame) {
  expect_counted(stream, buffer, frame, default_request(frame));
}

void expect_nothing_copied(Stream& stream, guint64 frames) {
  stream.drain();
  fail_unless_equals_uint64(stream.stat("counted"), frames);
  fail_unless_equals_uint64(stream.stat("counted-cuda"), frames);
  fail_unless_equals_uint64(stream.stat("zero-copy-frames"), frames);
  fail_unless_equals_uint64(stream.stat("bytes-uploaded"), 0);
  fail_unless_equals_uint64(stream.stat("bytes-staged"), 0);
}

/// Pushes frames of 800x600 from the pools in turn, all of which must be counted where they are.
void push_in_turn(Stream& stream, const std::vector<GstBufferPool*>& pools) {
  stream.set_caps(device_caps("RGBA", 800, 600));
  std::vector<GstBuffer*> out;
  for (guint i = 0; i < 30; i++) {
    const Frame frame = make_plain_frame("RGBA", 800, 600, Content::noise, i);
    fail_unless_equals_int(stream.push(acquire(pools[i % pools.size()], frame)), GST_FLOW_OK);
    out.push_back(stream.pull());
  }
  for (guint i = 0; i < 30; i++) {
    const Frame frame = make_plain_frame("RGBA", 800, 600, Content::noise, i);
    expect_histograms(out[i], frame, default_request(frame));
    gst_buffer_unref(out[i]);
  }
  expect_nothing_copied(stream, 30);
}

bool primary_context_active() {
  // The driver is in the process, and nothing links it.
  static CUresult (*get_state)(CUdevice, unsigned int*, int*) = nullptr;
  if (!get_state) {
    GModule* driver = g_module_open("libcuda.so.1", G_MODULE_BIND_LAZY);
    fail_unless(driver && g_module_symbol(driver, "cuDevicePrimaryCtxGetState",
                                          reinterpret_cast<gpointer*>(&get_state)));
  }
  unsigned int flags = 0;
  int active = -1;
  fail_unless_equals_int(get_state(0, &flags, &active), CUDA_SUCCESS);
  return active != 0;
}

void init_cuda() {
  fail_unless(gst_cuda_load_library());
  gst_cuda_memory_init_once();
}

} // namespace

// First of all, before a test has used the host's frames.
GST_START_TEST(device_frames_need_no_other_context) {
  GstCudaContext* context = new_context();
  GstBufferPool* pool = new_pool(context, device_caps("NV12", 640, 480));
  {
    Stream stream;
    stream.set_caps(device_caps("NV12", 640, 480));
    for (guint i = 0; i < 20; i++) {
      const Frame frame = make_plain_frame("NV12", 640, 480, Content::noise, i);
      push_exact(stream, acquire(pool, frame), frame);
    }
    expect_nothing_copied(stream, 20);
    fail_if(primary_context_active());
  }
  close_pool(pool);
  gst_object_unref(context);
}
GST_END_TEST

GST_START_TEST(every_format_is_counted_where_it_lies) {
  GstCudaContext* context = new_context();
  for (const char* format : formats)
    for (auto [width, height] : {std::pair<guint, guint>{640, 480}, {322, 242}, {1920, 1080}}) {
      GstBufferPool* pool = new_pool(context, device_caps(format, width, height));
      {
        Stream stream;
        stream.set_caps(device_caps(format, width, height));
        for (Content content : {Content::noise, Content::horizontal, Content::white}) {
          const Frame frame = make_plain_frame(format, width, height, content, 3);
          GstBuffer* buffer = acquire(pool, frame);
          Request request = default_request(frame);
          request.regions = {{11, 7, 101, 51}, {0, 0, 1, 1}};
          for (size_t i = 0; i < request.regions.size(); i++) {
            const Rect& r = request.regions[i];
            gst_buffer_add_video_region_of_interest_meta(buffer, "box", r.x, r.y, r.width, r.height)
                ->id = static_cast<gint>(i);
          }
          fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
          GstBuffer* out = stream.pull();
          expect_histograms(out, frame, request);
          gst_buffer_unref(out);
        }
        expect_nothing_copied(stream, 3);
      }
      close_pool(pool);
    }
  gst_object_unref(context);
}
GST_END_TEST

GST_START_TEST(a_pool_of_one_buffer_is_never_starved) {
  GstCudaContext* context = new_context();
  GstBufferPool* pool = new_pool(context, device_caps("NV12", 1280, 720), 1);
  {
    Stream stream;
    stream.set_caps(device_caps("NV12", 1280, 720));
    for (guint i = 0; i < 50; i++) {
      const Frame frame = make_plain_frame("NV12", 1280, 720, Content::noise, i % 5);
      fail_unless_equals_int(stream.push(acquire(pool, frame)), GST_FLOW_OK);
      gst_buffer_unref(stream.pull()); // the count may still hold it
    }
    expect_nothing_copied(stream, 50);
  }
  close_pool(pool);
  gst_object_unref(context);
}
GST_END_TEST

GST_START_TEST(frames_of_several_contexts_are_counted_in_their_own) {
  GstCudaContext* contexts[] = {new_context(), new_context(), new_context()};
  std::vector<GstBufferPool*> pools;
  for (GstCudaContext* context : contexts)
    pools.push_back(new_pool(context, device_caps("RGBA", 800, 600)));
  {
    Stream stream;
    push_in_turn(stream, pools);
  }
  for (GstBufferPool* pool : pools)
    close_pool(pool);
  for (GstCudaContext* context : contexts)
    gst_object_unref(context);
}
GST_END_TEST

GST_START_TEST(frames_of_several_gpus_are_counted_where_they_are) {
  GstCudaContext* contexts[] = {gst_cuda_context_new(0), gst_cuda_context_new(1)};
  if (!contexts[1]) {
    g_print("SKIP: this takes two GPUs\n");
    gst_object_unref(contexts[0]);
    return;
  }
  std::vector<GstBufferPool*> pools;
  for (GstCudaContext* context : contexts)
    pools.push_back(new_pool(context, device_caps("RGBA", 800, 600)));
  for (const char* properties : {"devices=0", "devices=1", "devices=0,1 split=rows",
                                 "devices=0,1 split=frames", "devices=0 projections=luma@0"}) {
    Stream stream(properties);
    push_in_turn(stream, pools);
    const std::vector<DeviceFields> devices = devices_of(stream);
    fail_unless_equals_int(devices.size(), 2);
    for (const DeviceFields& device : devices)
      fail_unless_equals_uint64(device.frames, 15);
  }
  for (int i = 0; i < 2; i++) {
    close_pool(pools[i]);
    gst_object_unref(contexts[i]);
  }
}
GST_END_TEST

GST_START_TEST(caps_change_between_host_and_device_in_mid_stream) {
  GstCudaContext* context = new_context();
  GstBufferPool* pool = new_pool(context, device_caps("NV12", 640, 360));
  {
    Stream stream;
    guint i = 0;
    for (int round = 0; round < 6; round++) {
      const bool on_device = round % 2 == 0;
      stream.set_caps(on_device ? device_caps("NV12", 640, 360) : raw_caps("NV12", 640, 360));
      for (int k = 0; k < 5; k++, i++) {
        const Frame frame = make_plain_frame("NV12", 640, 360, Content::noise, i);
        push_exact(stream, on_device ? acquire(pool, frame) : make_plain_buffer(frame), frame);
      }
    }
    fail_unless_equals_uint64(stream.stat("zero-copy-frames"), 15);
    fail_unless_equals_uint64(stream.stat("counted-cuda"), 30);
  }
  close_pool(pool);
  gst_object_unref(context);
}
GST_END_TEST

GST_START_TEST(device_memory_under_system_caps_is_found_by_the_buffer) {
  GstCudaContext* context = new_context();
  GstBufferPool* pool = new_pool(context, device_caps("NV12", 640, 360));
  {
    Stream stream;
    stream.set_caps(raw_caps("NV12", 640, 360));
    const Frame frame = make_plain_frame("NV12", 640, 360, Content::noise);
    push_exact(stream, acquire(pool, frame), frame);
    expect_nothing_copied(stream, 1);
  }
  close_pool(pool);
  gst_object_unref(context);
}
GST_END_TEST

GST_START_TEST(host_frames_under_device_caps_are_uploaded) {
  Stream stream;
  stream.set_caps(device_caps("NV12", 640, 360));
  const Frame frame = make_plain_frame("NV12", 640, 360, Content::noise);
  push_exact(stream, make_plain_buffer(frame), frame);
  fail_unless_equals_uint64(stream.stat("zero-copy-frames"), 0);
  fail_unless_equals_uint64(stream.stat("counted-cuda"), 1);
}
GST_END_TEST

GST_START_TEST(a_context_that_the_application_gives_is_used_for_host_frames) {
  GstCudaContext* context = new_context();
  GstContext* wrapped = gst_context_new_cuda_context(context);
  const gint references = GST_OBJECT_REFCOUNT_VALUE(context);
  {
    Stream stream;
    gst_element_set_context(stream.element(), wrapped);
    fail_unless(GST_OBJECT_REFCOUNT_VALUE(context) > references);
    stream.set_caps(raw_caps("RGBA", 640, 360));
    for (guint i = 0; i < 10; i++) {
      const Frame frame = make_plain_frame("RGBA", 640, 360, Content::noise, i);
      push_exact(stream, make_plain_buffer(frame), frame);
    }
    fail_unless_equals_uint64(stream.stat("counted-cuda"), 10);
    // Neighbours of the element can have the context, too.
    GstQuery* query = gst_query_new_context("gst.cuda.context");
    fail_unless(gst_element_query(stream.element(), query));
    gst_query_unref(query);
  }
  gst_context_unref(wrapped);
  fail_unless_equals_int(GST_OBJECT_REFCOUNT_VALUE(context), 1);
  gst_object_unref(context);
}
GST_END_TEST

static GstBusSyncReply give_context(GstBus*, GstMessage* message, gpointer user_data) {
  const gchar* type = nullptr;
  if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_NEED_CONTEXT &&
      gst_message_parse_context_type(message, &type) && !std::strcmp(type, "gst.cuda.context"))
    gst_element_set_context(GST_ELEMENT(GST_MESSAGE_SRC(message)),
                            static_cast<GstContext*>(user_data));
  return GST_BUS_PASS;
}

GST_START_TEST(an_application_that_is_asked_for_a_context_gives_its_own) {
  GstCudaContext* context = new_context();
  GstContext* wrapped = gst_context_new_cuda_context(context);
  const gint references = GST_OBJECT_REFCOUNT_VALUE(context);
  {
    Stream stream;
    gst_bus_set_sync_handler(stream.bus(), give_context, wrapped, nullptr);
    stream.set_caps(raw_caps("RGBA", 640, 360));
    fail_unless(GST_OBJECT_REFCOUNT_VALUE(context) > references);
    const Frame frame = make_plain_frame("RGBA", 640, 360, Content::noise);
    push_exact(stream, make_plain_buffer(frame), frame);
    fail_unless_equals_uint64(stream.stat("counted-cuda"), 1);
    gst_bus_set_sync_handler(stream.bus(), nullptr, nullptr, nullptr);
  }
  gst_context_unref(wrapped);
  fail_unless_equals_int(GST_OBJECT_REFCOUNT_VALUE(context), 1);
  gst_object_unref(context);
}
GST_END_TEST

GST_START_TEST(a_cpu_element_counts_device_frames_by_a_download) {
  GstCudaContext* context = new_context();
  GstBufferPool* pool = new_pool(context, device_caps("NV12", 640, 360));
  {
    Stream stream("backend=cpu");
    stream.set_caps(device_caps("NV12", 640, 360));
    for (guint i = 0; i < 5; i++) {
      const Frame frame = make_plain_frame("NV12", 640, 360, Content::noise, i);
      push_exact(stream, acquire(pool, frame), frame);
    }
    fail_unless_equals_uint64(stream.stat("counted-cpu"), 5);
    fail_unless_equals_int(stream.count_messages(GST_MESSAGE_WARNING), 0);
  }
  close_pool(pool);
  gst_object_unref(context);
}
GST_END_TEST

GST_START_TEST(buffers_and_histograms_outlive_the_pipeline) {
  GstCudaContext* context = new_context();
  GstBufferPool* pool = new_pool(context, device_caps("NV12", 640, 360));
  std::vector<GstBuffer*> out;
  {
    Stream stream;
    stream.set_caps(device_caps("NV12", 640, 360));
    for (guint i = 0; i < 8; i++) {
      stream.push(acquire(pool, make_plain_frame("NV12", 640, 360, Content::noise, i)));
      out.push_back(stream.pull());
    }
  }
  close_pool(pool);
  gst_object_unref(context);
  for (guint i = 0; i < out.size(); i++) {
    const Frame frame = make_plain_frame("NV12", 640, 360, Content::noise, i);
    expect_histograms(out[i], frame, default_request(frame));
    gst_buffer_unref(out[i]);
  }
}
GST_END_TEST

GST_START_TEST(a_flush_with_frames_in_flight_gives_every_buffer_back) {
  GstCudaContext* context = new_context();
  GstBufferPool* pool = new_pool(context, device_caps("NV12", 1920, 1080), 4);
  {
    Stream stream;
    stream.set_caps(device_caps("NV12", 1920, 1080));
    const Frame frame = make_plain_frame("NV12", 1920, 1080, Content::noise);
    for (int round = 0; round < 10; round++) {
      for (int k = 0; k < 3; k++) {
        fail_unless_equals_int(stream.push(acquire(pool, frame)), GST_FLOW_OK);
        gst_buffer_unref(stream.pull());
      }
      fail_unless(stream.push_event(gst_event_new_flush_start()));
      fail_unless(stream.push_event(gst_event_new_flush_stop(TRUE)));
      // All four are there again.
      std::vector<GstBuffer*> all;
      for (int k = 0; k < 4; k++) {
        GstBufferPoolAcquireParams params{};
        params.flags = GST_BUFFER_POOL_ACQUIRE_FLAG_DONTWAIT;
        GstBuffer* buffer = nullptr;
        fail_unless_equals_int(gst_buffer_pool_acquire_buffer(pool, &buffer, &params), GST_FLOW_OK);
        all.push_back(buffer);
      }
      for (GstBuffer* buffer : all)
        gst_buffer_unref(buffer);
      GstSegment segment;
      gst_segment_init(&segment, GST_FORMAT_TIME);
      fail_unless(stream.push_event(gst_event_new_segment(&segment)));
    }
  }
  close_pool(pool);
  gst_object_unref(context);
}
GST_END_TEST

/// The context with which an element answers a neighbour. Owned by the caller.
static GstCudaContext* context_of(GstElement* element) {
  GstQuery* query = gst_query_new_context("gst.cuda.context");
  fail_unless(gst_element_query(element, query));
  GstContext* answer = nullptr;
  gst_query_parse_context(query, &answer);
  GstCudaContext* context = nullptr;
  fail_unless(gst_cuda_handle_set_context(element, answer, 0, &context) && context);
  gst_query_unref(query);
  return context;
}

GST_START_TEST(elements_of_one_pipeline_count_in_one_context) {
  // cudaupload makes it; the frames bring it to one of ours, and neighbours tell the other of it.
  GError* error = nullptr;
  GstElement* pipeline = gst_parse_launch(
      "videotestsrc num-buffers=20 ! video/x-raw,format=NV12,width=640,height=360 ! cudaupload ! "
      "video/x-raw(memory:CUDAMemory) ! videohistogram name=a backend=cuda ! cudadownload ! "
      "video/x-raw ! videohistogram name=b backend=cuda ! fakesink",
      &error);
  fail_unless(pipeline && !error, "%s", error ? error->message : "?");
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  expect_end(pipeline);
  GstElement* elements[2] = {};
  GstCudaContext* contexts[2] = {};
  for (int i = 0; i < 2; i++) {
    elements[i] = gst_bin_get_by_name(GST_BIN(pipeline), i == 0 ? "a" : "b");
    contexts[i] = context_of(elements[i]);
    fail_unless_equals_uint64(Stream::stat_of(elements[i], "counted-cuda"), 20);
    fail_unless_equals_uint64(Stream::stat_of(elements[i], "zero-copy-frames"), i == 0 ? 20 : 0);
  }
  fail_unless(contexts[0] == contexts[1]);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  for (int i = 0; i < 2; i++) {
    gst_object_unref(contexts[i]);
    gst_object_unref(elements[i]);
  }
  gst_object_unref(pipeline);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_unchecked_fixture(chain, init_cuda, nullptr);
  tcase_add_test(chain, device_frames_need_no_other_context);
  tcase_add_test(chain, every_format_is_counted_where_it_lies);
  tcase_add_test(chain, a_pool_of_one_buffer_is_never_starved);
  tcase_add_test(chain, frames_of_several_contexts_are_counted_in_their_own);
  tcase_add_test(chain, frames_of_several_gpus_are_counted_where_they_are);
  tcase_add_test(chain, caps_change_between_host_and_device_in_mid_stream);
  tcase_add_test(chain, device_memory_under_system_caps_is_found_by_the_buffer);
  tcase_add_test(chain, host_frames_under_device_caps_are_uploaded);
  tcase_add_test(chain, a_context_that_the_application_gives_is_used_for_host_frames);
  tcase_add_test(chain, an_application_that_is_asked_for_a_context_gives_its_own);
  tcase_add_test(chain, a_cpu_element_counts_device_frames_by_a_download);
  tcase_add_test(chain, buffers_and_histograms_outlive_the_pipeline);
  tcase_add_test(chain, a_flush_with_frames_in_flight_gives_every_buffer_back);
  tcase_add_test(chain, elements_of_one_pipeline_count_in_one_context);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "device_frames", add_tests);
}
