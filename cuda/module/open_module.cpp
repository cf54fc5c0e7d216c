// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Implements cuda_backend.h for the plugin: every call goes to the module of the GPU backend.
#include "cuda/module/open_module.h"

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <unistd.h>

namespace videohistogram {

namespace cuda {

namespace {

constexpr const char* file_name = "libvideohistogram-cuda.so";
constexpr const char* package = "gstreamer1.0-videohistogram-cuda";

/// Set once the module is open, so that is_cuda_lost() opens nothing.
std::atomic<const CudaModule*> opened{nullptr};

Error missing(const std::vector<std::string>& files, bool has_gpu) {
  return {has_gpu ? ErrorKind::device_unusable : ErrorKind::no_device,
          std::string("the GPU backend is not installed; install the package ") + package +
              ", or build gst-videohistogram where nvcc is",
          files.empty() ? std::string() : "no file " + files.front()};
}

Error misfit(const std::string& file, const char* why) {
  return {ErrorKind::device_unusable,
          file +
              " is not the GPU backend of this release (" VIDEOHISTOGRAM_RELEASE
              "); install plugin and " +
              package + " from one release",
          why};
}

/// Whether NVIDIA's driver has a GPU that this process may use.
bool find_gpu() {
  const char* const visible = std::getenv("CUDA_VISIBLE_DEVICES");
  const bool hidden = visible && (*visible == '\0' || *visible == '-');
  return access("/dev/nvidiactl", F_OK) == 0 && !hidden;
}

/// The folder of the object file that has this code, without symbolic links. Empty if unknown.
std::string own_folder() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<const void*>(&own_folder), &info) || !info.dli_fname)
    return {};
  std::error_code error;
  const std::filesystem::path file = std::filesystem::canonical(info.dli_fname, error);
  return error ? std::string() : file.parent_path().string();
}

/// The module beside this plugin. It is looked for once per process.
Expected<const CudaModule*> module() {
  static const Expected<const CudaModule*> found = [] {
    const std::string folder = own_folder();
    Expected<const CudaModule*> module =
        open_module(folder.empty() ? std::vector<std::string>() : module_files(folder), find_gpu());
    if (module.ok())
      opened.store(*module, std::memory_order_release);
    return module;
  }();
  return found;
}

} // namespace

std::vector<std::string> module_files(const std::string& folder) {
  const std::filesystem::path above = std::filesystem::path(folder).parent_path();
  return {above / "gst-videohistogram-1.0" / file_name, above / "cuda" / file_name};
}

Expected<const CudaModule*> open_module(const std::vector<std::string>& files, bool has_gpu) {
  for (const std::string& file : files) {
    if (access(file.c_str(), F_OK) != 0)
      continue;
    // Never closed: CUDA's runtime has threads and exit handlers. Local: nobody else sees its code.
    void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle)
      return misfit(file, dlerror());
    auto* const entry = reinterpret_cast<CudaModuleEntry*>(dlsym(handle, cuda_module_entry));
    if (!entry)
      return misfit(file, "it has no entry point");
    const CudaModule* const module = entry(VIDEOHISTOGRAM_RELEASE, cuda_module_layout);
    if (!module)
      return misfit(file, "it is of another release or layout");
    return module;
  }
  return missing(files, has_gpu);
}

} // namespace cuda

Expected<std::vector<CudaDeviceInfo>> list_cuda_devices() {
  Expected<const CudaModule*> module = cuda::module();
  return module.ok() ? (*module)->list_devices() : module.error();
}

bool is_cuda_lost() {
  const CudaModule* const module = cuda::opened.load(std::memory_order_acquire);
  return module && module->is_lost();
}

Error cuda_lost_error() {
  return cuda::opened.load(std::memory_order_acquire)->lost_error();
}

Expected<std::unique_ptr<Backend>> create_cuda_backend(const CudaConfig& config) {
  Expected<const CudaModule*> module = cuda::module();
  return module.ok() ? (*module)->create_backend(config) : module.error();
}

} // namespace videohistogram
