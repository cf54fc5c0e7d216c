// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/device/context.h"

#include "cuda/device/errors.h"

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <map>
#include <mutex>

namespace videohistogram::cuda {

namespace {

/// The driver functions that have no equivalent in the runtime. The runtime looks them up, so that
/// nothing links libcuda and this code loads on a machine without a driver.
struct Driver {
  CUresult (*init)(unsigned int) = nullptr;
  CUresult (*device_get)(CUdevice*, int) = nullptr;
  CUresult (*primary_ctx_retain)(CUcontext*, CUdevice) = nullptr;
  CUresult (*ctx_push_current)(CUcontext) = nullptr;
  CUresult (*ctx_pop_current)(CUcontext*) = nullptr;
  CUresult (*exchange_capture_mode)(CUstreamCaptureMode*) = nullptr;
};

template <class Function>
Status look_up(const char* name, Function& function) {
  void* address = nullptr;
#if CUDART_VERSION >= 12050
  // The requested version of the interface: all of these functions are older than CUDA 11.3.
  const cudaError_t code =
      cudaGetDriverEntryPointByVersion(name, &address, 11030, cudaEnableDefault, nullptr);
#else
  const cudaError_t code = cudaGetDriverEntryPoint(name, &address, cudaEnableDefault);
#endif
  if (code != cudaSuccess)
    return cuda_error(code, "looking up the driver's functions");
  if (!address)
    return {ErrorKind::device_unusable,
            std::string("the NVIDIA driver has no ") + name + "; update the driver"};
  function = reinterpret_cast<Function>(address);
  return {};
}

Status load(Driver& driver) {
  Status status;
  const auto find = [&](const char* name, auto& function) {
    if (status.ok())
      status = look_up(name, function);
  };
  find("cuInit", driver.init);
  find("cuDeviceGet", driver.device_get);
  find("cuDevicePrimaryCtxRetain", driver.primary_ctx_retain);
  find("cuCtxPushCurrent", driver.ctx_push_current);
  find("cuCtxPopCurrent", driver.ctx_pop_current);
  find("cuThreadExchangeStreamCaptureMode", driver.exchange_capture_mode);
  return status;
}

/// CUresult and cudaError_t share their numbers.
Status check_driver(CUresult result, const char* doing) {
  return check(static_cast<cudaError_t>(result), doing);
}

struct Registry {
  std::mutex mutex;
  bool loaded = false; ///< `driver` is complete and no longer changes
  Driver driver;
  std::map<int, MemoryPlace> contexts;
};

// Never destroyed: scopes may still be open on other threads while the process exits.
Registry& registry() {
  static Registry* const instance = new Registry;
  return *instance;
}

} // namespace

Status load_driver() {
  if (is_lost())
    return lost_error();
  Registry& r = registry();
  std::lock_guard lock(r.mutex);
  if (r.loaded)
    return {};
  Status status = load(r.driver);
  if (status.ok())
    status = check_driver(r.driver.init(0), "starting the NVIDIA driver");
  r.loaded = status.ok();
  return status;
}

Expected<MemoryPlace> primary_context(int device) {
  if (Status status = load_driver(); !status.ok())
    return status.error();
  Registry& r = registry();
  std::lock_guard lock(r.mutex);
  auto found = r.contexts.find(device);
  if (found != r.contexts.end())
    return found->second;

  CUdevice handle = 0;
  CUcontext context = nullptr;
  Status status = check_driver(r.driver.device_get(&handle, device), "opening the GPU");
  if (status.ok())
    status = check_driver(r.driver.primary_ctx_retain(&context, handle),
                          "creating the GPU's primary context");
  if (!status.ok())
    return status.error();
  return r.contexts[device] = {MemoryKind::device, device, nullptr, context, nullptr};
}

ContextScope::ContextScope(const MemoryPlace& context)
    : status_(is_lost() ? Status(lost_error()) : enter(context)) {}

Status ContextScope::enter(const MemoryPlace& context) {
  const Driver& driver = registry().driver;
  const CUresult pushed = driver.ctx_push_current(static_cast<CUcontext>(context.handle));
  if (pushed == CUDA_SUCCESS) {
    // While another thread captures a graph, calls such as an event query are forbidden to all
    // threads whose capture mode is not relaxed. Relaxed is safe here: no call of ours is in a
    // capture.
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    Status status =
        check_driver(driver.exchange_capture_mode(&mode), "setting the thread's capture mode");
    capture_mode_ = mode;
    CUcontext popped = nullptr;
    if (!status.ok() && !is_lost())
      (void)driver.ctx_pop_current(&popped);
    return status;
  }
  // A retained context can always be pushed, unless other code reset the device; every handle in
  // the context is then invalid.
  Error error = cuda_error(static_cast<cudaError_t>(pushed), "entering the GPU's context");
  latch_lost("a CUDA context was destroyed by other code while it was in use");
  error.kind = ErrorKind::device_lost;
  error.message = lost_error().message;
  return error;
}

ContextScope::~ContextScope() {
  if (!status_.ok() || is_lost())
    return;
  const Driver& driver = registry().driver;
  auto mode = static_cast<CUstreamCaptureMode>(capture_mode_);
  CUcontext popped = nullptr;
  (void)check_driver(driver.exchange_capture_mode(&mode), "leaving the GPU's context"); // latches
  if (!is_lost())
    (void)check_driver(driver.ctx_pop_current(&popped), "leaving the GPU's context");
}

} // namespace videohistogram::cuda
