// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The memory of the stand-in for libcuda, also with GStreamer's library of CUDA.
#include "tests/tools/nvdec/fake_context.h"

#include <gst/gst.h>
#include <gst/video/video.h>

#include <dlfcn.h>
#include <utility>

namespace videohistogram {

TEST(FakeCuda, RefusesWhatIsOutsideOfItsMemory) {
  const FakeDriver& driver = load_fake_driver();
  const auto allocate = fake_cuda_function<int(uintptr_t*, size_t)>("cuMemAlloc_v2");
  const auto release = fake_cuda_function<int(uintptr_t)>("cuMemFree_v2");
  const auto upload = fake_cuda_function<int(uintptr_t, const void*, size_t)>("cuMemcpyHtoD_v2");
  const auto fill = fake_cuda_function<int(uintptr_t, uint8_t, size_t)>("cuMemsetD8_v2");
  const uint8_t bytes[16] = {};
  uintptr_t block = 0;
  EXPECT_NE(allocate(&block, 8), 0);
  EXPECT_EQ(std::exchange(driver.cuda_misuse, 0), 1) << "no context is current";
  {
    const FakeContext context;
    const CurrentContext current(context);
    ASSERT_EQ(allocate(&block, 16), 0);
    EXPECT_EQ(driver.device_blocks, 1);
    EXPECT_EQ(upload(block, bytes, 16), 0);
    EXPECT_EQ(upload(block + 1, bytes, 15), 0);
    EXPECT_EQ(fill(block, 1, 16), 0);
    EXPECT_EQ(driver.cuda_misuse, 0);
    EXPECT_NE(upload(block + 1, bytes, 16), 0);
    EXPECT_NE(fill(block, 1, 17), 0);
    EXPECT_NE(release(block + 1), 0);
    EXPECT_EQ(release(block), 0);
    EXPECT_NE(upload(block, bytes, 1), 0);
    EXPECT_EQ(std::exchange(driver.cuda_misuse, 0), 4);
  }
  expect_clean(driver);
}

TEST(FakeCuda, HasMemoryForGStreamer) {
  const FakeDriver& driver = load_fake_driver();
  void* const library = dlopen("libgstcuda-1.0.so.0", RTLD_NOW);
  if (!library)
    GTEST_SKIP() << dlerror();
  gst_init(nullptr, nullptr);
  const auto load = reinterpret_cast<gboolean (*)()>(dlsym(library, "gst_cuda_load_library"));
  const auto init_memory =
      reinterpret_cast<void (*)()>(dlsym(library, "gst_cuda_memory_init_once"));
  const auto make_context =
      reinterpret_cast<GstObject* (*)(guint device)>(dlsym(library, "gst_cuda_context_new"));
  const auto make_pool = reinterpret_cast<GstBufferPool* (*)(GstObject * context)>(
      dlsym(library, "gst_cuda_buffer_pool_new"));
  ASSERT_TRUE(load && init_memory && make_context && make_pool);
  ASSERT_TRUE(load());
  init_memory(); // which GStreamer 1.22 does not do by itself
  GstObject* const context = make_context(0);
  ASSERT_TRUE(context);
  GstBufferPool* const pool = make_pool(context);
  GstStructure* const config = gst_buffer_pool_get_config(pool);
  GstCaps* const caps = gst_caps_from_string(
      "video/x-raw(memory:CUDAMemory), format=NV12, width=64, height=48, framerate=25/1");
  gst_buffer_pool_config_set_params(config, caps, 64 * 48 * 3 / 2, 0, 0);
  gst_caps_unref(caps);
  ASSERT_TRUE(gst_buffer_pool_set_config(pool, config));
  ASSERT_TRUE(gst_buffer_pool_set_active(pool, TRUE));
  GstBuffer* buffer = nullptr;
  ASSERT_EQ(gst_buffer_pool_acquire_buffer(pool, &buffer, nullptr), GST_FLOW_OK);
  EXPECT_GT(driver.device_blocks, 0);

  const GstVideoMeta* const meta = gst_buffer_get_video_meta(buffer);
  ASSERT_TRUE(meta);
  ASSERT_EQ(meta->n_planes, 2u);
  const auto sample = [](guint plane, guint x, guint y) {
    return static_cast<uint8_t>(100 * plane + 3 * x + 7 * y);
  };
  const auto map_cuda = static_cast<GstMapFlags>(GST_MAP_FLAG_LAST << 1); // GST_MAP_CUDA
  GstMapInfo map;
  ASSERT_TRUE(gst_buffer_map(buffer, &map, static_cast<GstMapFlags>(GST_MAP_WRITE | map_cuda)));
  uint8_t* const written = map.data;
  for (guint plane = 0; plane < 2; plane++)
    for (guint y = 0; y < 48 / (plane + 1); y++)
      for (guint x = 0; x < 64; x++)
        map.data[meta->offset[plane] + y * meta->stride[plane] + x] = sample(plane, x, y);
  gst_buffer_unmap(buffer, &map);

  ASSERT_TRUE(gst_buffer_map(buffer, &map, static_cast<GstMapFlags>(GST_MAP_READ | map_cuda)));
  EXPECT_EQ(map.data, written);
  gst_buffer_unmap(buffer, &map);

  // GStreamer copies it to the host.
  ASSERT_TRUE(gst_buffer_map(buffer, &map, GST_MAP_READ));
  EXPECT_NE(map.data, written);
  for (guint plane = 0; plane < 2; plane++)
    for (guint y = 0; y < 48 / (plane + 1); y++)
      for (guint x = 0; x < 64; x++)
        ASSERT_EQ(map.data[meta->offset[plane] + y * meta->stride[plane] + x], sample(plane, x, y))
            << plane << ' ' << x << ' ' << y;
  gst_buffer_unmap(buffer, &map);

  gst_buffer_unref(buffer);
  gst_buffer_pool_set_active(pool, FALSE);
  gst_object_unref(pool);
  gst_object_unref(context);
  expect_clean(driver);
}

} // namespace videohistogram
