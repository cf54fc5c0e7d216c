// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/context.h"

#include "cuda/status.h"

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <map>
#include <memory>
#include <mutex>

namespace videohistogram::cuda {

namespace {

/// The driver calls that the runtime has no equal for, asked from the runtime so that nothing links
/// libcuda and a machine without a driver can load this code.
struct Driver {
  CUresult (*init)(unsigned int) = nullptr;
  CUresult (*device_get)(CUdevice*, int) = nullptr;
  CUresult (*primary_ctx_retain)(CUcontext*, CUdevice) = nullptr;
  CUresult (*ctx_push_current)(CUcontext) = nullptr;
  CUresult (*ctx_pop_current)(CUcontext*) = nullptr;
};

template <class Function>
Status look_up(const char* name, Function& function) {
  void* address = nullptr;
#if CUDART_VERSION >= 12050
  // The version of the interface that is wanted: all of these calls are older than 11.3.
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
  Status status = look_up("cuInit", driver.init);
  if (status.ok())
    status = look_up("cuDeviceGet", driver.device_get);
  if (status.ok())
    status = look_up("cuDevicePrimaryCtxRetain", driver.primary_ctx_retain);
  if (status.ok())
    status = look_up("cuCtxPushCurrent", driver.ctx_push_current);
  if (status.ok())
    status = look_up("cuCtxPopCurrent", driver.ctx_pop_current);
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
  std::map<int, std::shared_ptr<const DeviceContext>> contexts;
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

Expected<std::shared_ptr<const DeviceContext>> primary_context(int device) {
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
  auto& entry = r.contexts[device];
  entry = std::make_shared<DeviceContext>(DeviceContext{context, device, nullptr});
  return entry;
}

ContextScope::ContextScope(const DeviceContext& context) {
  if (is_lost()) {
    status_ = lost_error();
    return;
  }
  const CUresult result =
      registry().driver.ctx_push_current(static_cast<CUcontext>(context.handle));
  if (result == CUDA_SUCCESS)
    return;
  // A context that is kept alive can always be pushed, unless somebody reset the device under it;
  // then every handle in it is gone.
  Error error = cuda_error(static_cast<cudaError_t>(result), "entering the GPU's context");
  latch_lost("a CUDA context was destroyed by other code while it was in use");
  error.kind = ErrorKind::device_lost;
  error.message = lost_error().message;
  status_ = std::move(error);
}

ContextScope::~ContextScope() {
  if (!status_.ok() || is_lost())
    return;
  CUcontext popped = nullptr;
  const CUresult result = registry().driver.ctx_pop_current(&popped);
  if (result != CUDA_SUCCESS)
    cuda_error(static_cast<cudaError_t>(result), "leaving the GPU's context"); // latches
}

} // namespace videohistogram::cuda
