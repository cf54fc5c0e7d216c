// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Memory that is not system memory and can be mapped. The memory of a buffer decides, not its caps.
#include "plugin/settings/drm_format.h"
#include "tests/plugin/support/element_test.h"

#include <gst/allocators/gstdmabuf.h>

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace videohistogram;
using namespace videohistogram::test;
using reference::Content;
using reference::Frame;

namespace {

constexpr guint width = 97, height = 61;
constexpr const char* formats[] = {"RGBA", "NV12", "I420", "P010_10LE", "YUY2", "GRAY8"};

std::string caps_with(const char* features, const char* format) {
  std::string caps = raw_caps(format, width, height);
  return *features ? caps.insert(caps.find(','), "(" + std::string(features) + ")") : caps;
}

/// A memory of GStreamer's DMABuf allocator with those bytes.
GstMemory* make_dmabuf(const guint8* bytes, gsize size) {
  const int file = memfd_create("frame", MFD_CLOEXEC);
  fail_unless(file >= 0 && write(file, bytes, size) == static_cast<ssize_t>(size));
  GstAllocator* allocator = gst_dmabuf_allocator_new();
  GstMemory* memory = gst_dmabuf_allocator_alloc(allocator, file, size); // takes the file
  gst_object_unref(allocator);
  fail_unless(memory && gst_is_dmabuf_memory(memory));
  return memory;
}

/// Moves the bytes of the buffer to DMABuf memories: one up to each cut, and one for the rest.
GstBuffer* in_dmabuf(GstBuffer* buffer, std::vector<gsize> cuts = {}) {
  std::vector<guint8> bytes(gst_buffer_get_size(buffer));
  gst_buffer_extract(buffer, 0, bytes.data(), bytes.size());
  gst_buffer_remove_all_memory(buffer);
  cuts.push_back(bytes.size());
  gsize begin = 0;
  for (gsize end : cuts) {
    gst_buffer_append_memory(buffer, make_dmabuf(&bytes[begin], end - begin));
    begin = end;
  }
  return buffer;
}

/// Pushes the buffer, which must come out with the memories that it came with.
void count_in_place(Stream& stream, GstBuffer* buffer, const Frame& frame) {
  std::vector<GstMemory*> memories;
  for (guint i = 0; i < gst_buffer_n_memory(buffer); i++)
    memories.push_back(gst_buffer_peek_memory(buffer, i));
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  expect_histograms(out, frame, default_request(frame));
  fail_unless_equals_int(gst_buffer_n_memory(out), memories.size());
  for (guint i = 0; i < memories.size(); i++)
    fail_unless(gst_buffer_peek_memory(out, i) == memories[i]);
  gst_buffer_unref(out);
}

} // namespace

GST_START_TEST(mapped_memory_is_counted_whatever_memory_the_caps_name) {
  for (const char* format : formats) {
    const Frame frame = make_plain_frame(format, width, height, Content::noise);
    const gsize size = default_layout(raw_caps(format, width, height)).size;
    for (const char* features : {"", "memory:DMABuf", "memory:VAMemory", "memory:SystemMemory",
                                 "memory:DMABuf, meta:GstVideoOverlayComposition",
                                 "memory:SystemMemory, meta:GstVideoOverlayComposition"}) {
      Stream stream;
      stream.set_caps(caps_with(features, format));
      count_in_place(stream, in_dmabuf(make_plain_buffer(frame)), frame);
      count_in_place(stream, in_dmabuf(make_buffer(frame)), frame); // with a GstVideoMeta
      count_in_place(stream, in_dmabuf(make_plain_buffer(frame), {size / 3, size / 2}), frame);
      count_in_place(stream, make_plain_buffer(frame), frame); // system memory
      fail_unless_equals_uint64(stream.stat("counted"), 4);
    }
  }
}
GST_END_TEST

/// An allocator of memory that cannot be mapped.
static GstMemory* no_map_alloc(GstAllocator* allocator, gsize size, GstAllocationParams*) {
  auto* memory = g_new0(GstMemory, 1);
  gst_memory_init(memory, static_cast<GstMemoryFlags>(0), allocator, nullptr, size, 0, 0, size);
  return memory;
}
static void no_map_free(GstAllocator*, GstMemory* memory) {
  g_free(memory);
}
static void no_map_class_init(gpointer klass, gpointer) {
  GST_ALLOCATOR_CLASS(klass)->alloc = no_map_alloc;
  GST_ALLOCATOR_CLASS(klass)->free = no_map_free;
}
static void no_map_init(GTypeInstance* instance, gpointer) {
  auto* allocator = reinterpret_cast<GstAllocator*>(instance);
  allocator->mem_type = "NoMap";
  allocator->mem_map = [](GstMemory*, gsize, GstMapFlags) -> gpointer { return nullptr; };
}

GST_START_TEST(memory_that_cannot_be_mapped_passes_uncounted_with_a_warning) {
  const GType type = g_type_register_static_simple(
      GST_TYPE_ALLOCATOR, "NoMapAllocator", sizeof(GstAllocatorClass), no_map_class_init,
      sizeof(GstAllocator), no_map_init, static_cast<GTypeFlags>(0));
  auto* allocator = static_cast<GstAllocator*>(gst_object_ref_sink(g_object_new(type, nullptr)));
  Stream stream;
  stream.set_caps(caps_with("memory:VAMemory", "NV12"));
  const Frame frame = make_plain_frame("NV12", width, height, Content::noise);
  const gsize size = default_layout(raw_caps("NV12", width, height)).size;
  count_in_place(stream, make_plain_buffer(frame), frame); // the first frame of a run must count
  for (int i = 0; i < 2; i++) {
    GstBuffer* buffer = gst_buffer_new();
    gst_buffer_append_memory(buffer, gst_allocator_alloc(allocator, size, nullptr));
    fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
    GstBuffer* out = stream.pull();
    fail_unless(out == buffer && count_metas(out) == 0);
    gst_buffer_unref(out);
  }
  expect_one_message(stream, GST_MESSAGE_WARNING, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
                     "cannot be mapped");
  fail_unless_equals_uint64(stream.stat("skipped-invalid"), 2);
  count_in_place(stream, in_dmabuf(make_plain_buffer(frame)), frame);
  gst_object_unref(allocator);
}
GST_END_TEST

/// Caps of GStreamer 1.24 and later.
static std::string drm_caps(const std::string& format) {
  return "video/x-raw(memory:DMABuf),format=DMA_DRM,drm-format=(string)\"" + format +
         "\",width=97,height=61,framerate=25/1";
}

/// The format of the caps of linear frames with that `drm-format`; empty: there is none.
static std::string plain_format(const std::string& format) {
  GstCaps* caps = gst_caps_from_string(drm_caps(format).c_str());
  GstCaps* plain = without_drm(caps);
  gst_caps_unref(caps);
  if (!plain)
    return {};
  const GstStructure* structure = gst_caps_get_structure(plain, 0);
  fail_if(gst_structure_has_field(structure, "drm-format"));
  const std::string name = gst_structure_get_string(structure, "format");
  gst_caps_unref(plain);
  return name;
}

GST_START_TEST(linear_frames_of_drm_formats_are_those_of_the_plain_format) {
  const GstVideoFormat dma_drm = gst_video_format_from_string("DMA_DRM"); // since GStreamer 1.24
  for (const auto& [drm, format] :
       std::initializer_list<std::pair<const char*, const char*>>{{"NV12", "NV12"},
                                                                  {"YU12", "I420"},
                                                                  {"AB24", "RGBA"},
                                                                  {"P010", "P010_10LE"},
                                                                  {"R8  ", "GRAY8"}}) {
    const Frame frame = make_plain_frame(format, width, height, Content::noise);
    Stream stream;
    stream.set_caps(drm_caps(drm));
    count_in_place(stream, in_dmabuf(make_plain_buffer(frame)), frame);
    count_in_place(stream, in_dmabuf(make_buffer(frame)), frame);
    if (dma_drm != GST_VIDEO_FORMAT_UNKNOWN) {
      GstBuffer* buffer = in_dmabuf(make_buffer(frame));
      gst_buffer_get_video_meta(buffer)->format = dma_drm;
      count_in_place(stream, buffer, frame);
    }
    GstCaps* passed = gst_pad_get_current_caps(stream.harness()->sinkpad);
    GstCaps* expected = gst_caps_from_string(drm_caps(drm).c_str());
    fail_unless(gst_caps_is_strictly_equal(passed, expected));
    gst_caps_unref(expected);
    gst_caps_unref(passed);
  }
}
GST_END_TEST

GST_START_TEST(frames_that_are_not_linear_are_refused) {
  for (const char* linear : {"NV12", "NV12:0", "NV12:0x0", "NV12:0x0000000000000000"})
    fail_unless(plain_format(linear) == "NV12", "%s", linear);
  for (const char* other :
       {"NV12:0x0100000000000002", "NV12:0x00ffffffffffffff", "NV12:", "NV12:0x", "NV12:x",
        "NV12:0x0 ", "XYZ1", "XYZ1:0x0", "", ":0x0", "NV12NV12", "R8", "nv12"})
    fail_unless(plain_format(other).empty(), "%s", other);
  Stream stream;
  stream.set_caps(drm_caps("NV12:0x0100000000000002"));
  const Frame frame = make_plain_frame("NV12", width, height, Content::noise);
  for (int i = 0; i < 2; i++)
    fail_unless_equals_int(stream.push(make_plain_buffer(frame)), GST_FLOW_NOT_NEGOTIATED);
  expect_one_message(stream, GST_MESSAGE_WARNING, GST_STREAM_ERROR, GST_STREAM_ERROR_FORMAT,
                     "NV12:0x0100000000000002 are not accepted");
  stream.set_caps(drm_caps("NV12"));
  count_in_place(stream, in_dmabuf(make_plain_buffer(frame)), frame);
}
GST_END_TEST

GST_START_TEST(drm_formats_are_those_of_gstreamer) {
  void* video = dlopen("libgstvideo-1.0.so.0", RTLD_LAZY | RTLD_NOLOAD);
  auto* from_string = reinterpret_cast<guint32 (*)(const gchar*, guint64*)>(
      dlsym(video, "gst_video_dma_drm_fourcc_from_string"));
  auto* to_format = reinterpret_cast<GstVideoFormat (*)(guint32)>(
      dlsym(video, "gst_video_dma_drm_fourcc_to_format"));
  const std::vector<std::string> codes = countable_drm_formats();
  fail_unless(codes.size() > 30);
  for (const std::string& code : codes) {
    fail_unless(find_format(plain_format(code)) != nullptr, "%s", code.c_str());
    if (!from_string || !to_format) // before GStreamer 1.24
      continue;
    guint64 modifier = 1;
    const guint32 fourcc = from_string(code.c_str(), &modifier);
    fail_unless_equals_uint64(modifier, 0);
    fail_unless(gst_video_format_to_string(to_format(fourcc)) == plain_format(code), "%s",
                code.c_str());
  }
}
GST_END_TEST

GST_START_TEST(compositions_pass_with_their_caps_and_their_meta) {
  Stream stream;
  const std::string caps =
      caps_with("memory:SystemMemory, meta:GstVideoOverlayComposition", "NV12");
  stream.set_caps(caps);
  const Frame frame = make_plain_frame("NV12", width, height, Content::noise);
  GstBuffer* pixels = gst_buffer_new_allocate(nullptr, 16, nullptr);
  gst_buffer_add_video_meta(pixels, GST_VIDEO_FRAME_FLAG_NONE,
                            GST_VIDEO_OVERLAY_COMPOSITION_FORMAT_RGB, 2, 2);
  GstVideoOverlayRectangle* rectangle =
      gst_video_overlay_rectangle_new_raw(pixels, 0, 0, 2, 2, GST_VIDEO_OVERLAY_FORMAT_FLAG_NONE);
  GstVideoOverlayComposition* composition = gst_video_overlay_composition_new(rectangle);
  GstBuffer* buffer = make_plain_buffer(frame);
  gst_buffer_add_video_overlay_composition_meta(buffer, composition);
  fail_unless_equals_int(stream.push(buffer), GST_FLOW_OK);
  GstBuffer* out = stream.pull();
  expect_histograms(out, frame, default_request(frame)); // without the pictures over the frame
  fail_unless(gst_buffer_get_video_overlay_composition_meta(out)->overlay == composition);
  GstCaps* passed = gst_pad_get_current_caps(stream.harness()->sinkpad);
  GstCaps* expected = gst_caps_from_string(caps.c_str());
  fail_unless(gst_caps_is_strictly_equal(passed, expected));
  gst_caps_unref(expected);
  gst_caps_unref(passed);
  gst_buffer_unref(out);
  gst_video_overlay_composition_unref(composition);
  gst_video_overlay_rectangle_unref(rectangle);
  gst_buffer_unref(pixels);
}
GST_END_TEST

static void add_tests(TCase* chain) {
  tcase_add_test(chain, mapped_memory_is_counted_whatever_memory_the_caps_name);
  tcase_add_test(chain, memory_that_cannot_be_mapped_passes_uncounted_with_a_warning);
  tcase_add_test(chain, linear_frames_of_drm_formats_are_those_of_the_plain_format);
  tcase_add_test(chain, frames_that_are_not_linear_are_refused);
  tcase_add_test(chain, drm_formats_are_those_of_gstreamer);
  tcase_add_test(chain, compositions_pass_with_their_caps_and_their_meta);
}

int main(int argc, char** argv) {
  return run_tests(argc, argv, "mapped-memory", add_tests);
}
