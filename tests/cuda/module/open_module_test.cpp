// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The plugin's side of the module, with a module of an emulated GPU. This program has no backend of
// its own.
#include "cuda/module/open_module.h"
#include "tests/reference/frames.h"
#include "tests/reference/reference.h"

#include <gtest/gtest.h>

#include <dlfcn.h>

namespace videohistogram {

using cuda::open_module;
using namespace reference;

namespace {

/// The error of a module that cannot be used.
Error error_of(const std::vector<std::string>& files, bool has_gpu) {
  const Expected<const CudaModule*> module = open_module(files, has_gpu);
  EXPECT_FALSE(module.ok());
  return module.ok() ? Error{} : module.error();
}

bool has(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

void expect_misfit(const std::string& file) {
  for (const bool has_gpu : {false, true}) {
    const Error error = error_of({"/nonexistent/module.so", file}, has_gpu);
    EXPECT_EQ(error.kind, ErrorKind::device_unusable) << error.message;
    EXPECT_TRUE(has(error.message, file.c_str())) << error.message;
    EXPECT_TRUE(has(error.message, "from one release")) << error.message;
    EXPECT_FALSE(error.detail.empty());
  }
}

TEST(CudaModule, is_beside_the_folder_of_plugins_and_in_the_build_folder_of_cuda) {
  EXPECT_EQ(cuda::module_files("/usr/lib/x/gstreamer-1.0"),
            (std::vector<std::string>{"/usr/lib/x/gst-videohistogram-1.0/libvideohistogram-cuda.so",
                                      "/usr/lib/x/cuda/libvideohistogram-cuda.so"}));
}

TEST(CudaModule, that_is_missing_is_no_device_and_the_message_says_how_to_get_it) {
  const Error error = error_of({"/nonexistent/a.so", "/nonexistent/b.so"}, false);
  EXPECT_EQ(error.kind, ErrorKind::no_device);
  EXPECT_TRUE(has(error.message, "package gstreamer1.0-videohistogram-cuda")) << error.message;
  EXPECT_TRUE(has(error.detail, "/nonexistent/a.so")) << error.detail;
}

TEST(CudaModule, that_is_missing_beside_a_gpu_is_a_fault_that_the_user_can_mend) {
  const Error error = error_of({"/nonexistent/a.so"}, true);
  EXPECT_EQ(error.kind, ErrorKind::device_unusable);
  EXPECT_TRUE(has(error.message, "package gstreamer1.0-videohistogram-cuda")) << error.message;
}

TEST(CudaModule, of_another_release_is_refused) {
  expect_misfit(OTHER_RELEASE);
}

TEST(CudaModule, without_the_entry_point_is_refused) {
  expect_misfit(NO_ENTRY);
}

TEST(CudaModule, that_is_no_shared_object_is_refused) {
  expect_misfit(NO_OBJECT);
}

TEST(CudaModule, is_not_beside_this_program_so_there_is_no_device_and_none_is_lost) {
  EXPECT_FALSE(list_cuda_devices().ok());
  EXPECT_FALSE(create_cuda_backend({}).ok());
  EXPECT_FALSE(is_cuda_lost());
}

#ifdef EMULATED_MODULE
TEST(CudaModule, serves_its_own_release_and_layout_alone) {
  void* const handle = dlopen(EMULATED_MODULE, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  ASSERT_NE(handle, nullptr) << dlerror();
  auto* const entry = reinterpret_cast<CudaModuleEntry*>(dlsym(handle, cuda_module_entry));
  ASSERT_NE(entry, nullptr);
  EXPECT_NE(entry(VIDEOHISTOGRAM_RELEASE, cuda_module_layout), nullptr);
  EXPECT_EQ(entry("0.0.0", cuda_module_layout), nullptr);
  EXPECT_EQ(entry(VIDEOHISTOGRAM_RELEASE "1", cuda_module_layout), nullptr);
  EXPECT_EQ(entry(VIDEOHISTOGRAM_RELEASE, cuda_module_layout + 1), nullptr);
}

TEST(CudaModule, counts_as_the_reference_does) {
  Expected<const CudaModule*> opened =
      open_module({"/nonexistent/module.so", EMULATED_MODULE}, false);
  ASSERT_TRUE(opened.ok()) << opened.error().message << opened.error().detail;
  const CudaModule& module = **opened;
  Expected<std::vector<CudaDeviceInfo>> devices = module.list_devices();
  ASSERT_TRUE(devices.ok());
  EXPECT_EQ(describe(*devices), "0 (Emulated GPU), 1 (Emulated GPU)");
  EXPECT_FALSE(module.is_lost());

  CudaConfig config;
  config.device = 2;
  Expected<std::unique_ptr<Backend>> none = module.create_backend(config);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().kind, ErrorKind::no_device);
  EXPECT_TRUE(has(none.error().message, "this machine has 0 (Emulated GPU)"));

  config.device = 1;
  Expected<std::unique_ptr<Backend>> backend = module.create_backend(config);
  ASSERT_TRUE(backend.ok());
  EXPECT_EQ((*backend)->device(), "Emulated GPU (device 1)");
  for (const char* format : {"RGBA", "NV12", "P010_10LE", "GRAY16_LE"}) {
    const Frame frame = make_frame({format, 320, 180, 0, false, 0}, Content::noise);
    Request request;
    request.channels = select_plane_quantities(*frame.view().format, ~QuantitySet{0});
    request.regions = {{3, 5, 100, 60}};
    Expected<JobPtr> job = submit(**backend, frame.view(), request);
    ASSERT_TRUE(job.ok()) << format << job.error().message;
    std::vector<uint32_t> counts(request.total_counts());
    ASSERT_TRUE((*job)->wait(counts.data()).ok()) << format;
    EXPECT_EQ(counts, count(frame.view(), request)) << format;
  }
}
#endif

} // namespace

} // namespace videohistogram
