// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/device/errors.h"

#include <atomic>
#include <mutex>

namespace videohistogram::cuda {

namespace {

// Error codes that the headers of older toolkits do not name.
constexpr int error_jit_compilation_disabled = 223;
constexpr int error_contained = 226;
constexpr int error_tensor_memory_leak = 721;
constexpr int error_mps_client_terminated = 810;
constexpr int error_external_device = 911;

std::atomic<bool> lost{false};

// Never destroyed: a completion thread may still call lost_error() while the process exits.
struct Reason {
  std::mutex mutex;
  std::string text;
};
Reason& reason() {
  static Reason* const instance = new Reason;
  return *instance;
}

std::string version_name(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// Returns 0 without a driver. The runtime reports InsufficientDriver both without a driver and
/// with a driver that is too old.
int driver_version() {
  int version = 0;
  return cudaDriverGetVersion(&version) == cudaSuccess ? version : 0;
}

std::string driver_message() {
  const int driver = driver_version();
  const std::string needed = version_name(CUDART_VERSION);
  if (driver == 0)
    return "no NVIDIA driver was found; install one that supports CUDA " + needed;
  return "the NVIDIA driver is too old: it supports CUDA " + version_name(driver) +
         " and this build needs " + needed + "; update the driver";
}

std::string message_for(cudaError_t code, const char* doing) {
  switch (code) {
  case cudaErrorInsufficientDriver:
    return driver_message();
  case cudaErrorNoDevice:
    return "no NVIDIA GPU was found; look at what nvidia-smi lists and at CUDA_VISIBLE_DEVICES";
  case cudaErrorInvalidDeviceFunction:
  case cudaErrorNoKernelImageForDevice:
  case cudaErrorUnsupportedPtxVersion:
  case cudaErrorInvalidKernelImage:
    return "this build has no code for this GPU; build it with gpu_archs naming the GPU's compute "
           "capability";
  case cudaErrorNotSupported:
    return std::string("this GPU or its driver does not support ") + doing;
  case cudaErrorMemoryAllocation:
    return std::string("out of memory while ") + doing;
  case cudaErrorDevicesUnavailable:
    return "the GPU is busy or in exclusive use by another process";
  default:
    return std::string("CUDA failed while ") + doing + ": " + cudaGetErrorString(code);
  }
}

} // namespace

ErrorKind classify(cudaError_t code) {
  switch (static_cast<int>(code)) {
  case cudaErrorMemoryAllocation:
  case cudaErrorDevicesUnavailable:
  case cudaErrorDeviceAlreadyInUse:
  case cudaErrorSystemNotReady:
  case cudaErrorMpsConnectionFailed:
  case cudaErrorMpsServerNotReady:
  case cudaErrorMpsMaxClientsReached:
  case cudaErrorMpsMaxConnectionsReached:
  // Other code captures a graph, of which these calls are no part.
  case cudaErrorStreamCaptureUnsupported:
  case cudaErrorStreamCaptureInvalidated:
  case cudaErrorStreamCaptureMerge:
  case cudaErrorStreamCaptureUnmatched:
  case cudaErrorStreamCaptureUnjoined:
  case cudaErrorStreamCaptureIsolation:
  case cudaErrorStreamCaptureImplicit:
  case cudaErrorCapturedEvent:
  case cudaErrorStreamCaptureWrongThread:
    return ErrorKind::transient;

  case cudaErrorStubLibrary:
  case cudaErrorNoDevice:
  case cudaErrorInvalidDevice:
    return ErrorKind::no_device;
  case cudaErrorInsufficientDriver:
    return driver_version() == 0 ? ErrorKind::no_device : ErrorKind::device_unusable;

  case cudaErrorInitializationError:
  case cudaErrorInvalidDeviceFunction: // also: not compiled for this architecture
  case cudaErrorCallRequiresNewerDriver:
  case cudaErrorDeviceNotLicensed:
  case cudaErrorInvalidKernelImage:
  case cudaErrorNoKernelImageForDevice:
  case cudaErrorInvalidPtx:
  case cudaErrorJitCompilerNotFound:
  case cudaErrorUnsupportedPtxVersion:
  case error_jit_compilation_disabled:
  case cudaErrorSystemDriverMismatch:
  case cudaErrorCompatNotSupportedOnDevice:
  case cudaErrorNotSupported: // a retry would fail, too
    return ErrorKind::device_unusable;

  case cudaErrorCudartUnloading: // the process is exiting
  case cudaErrorECCUncorrectable:
  case cudaErrorNvlinkUncorrectable:
  case error_contained:
  case cudaErrorIllegalAddress:
  case cudaErrorLaunchTimeout:
  case cudaErrorContextIsDestroyed:
  case cudaErrorAssert:
  case cudaErrorHardwareStackError:
  case cudaErrorIllegalInstruction:
  case cudaErrorMisalignedAddress:
  case cudaErrorInvalidAddressSpace:
  case cudaErrorInvalidPc:
  case cudaErrorLaunchFailure:
  case error_tensor_memory_leak:
  case cudaErrorMpsRpcFailure:
  case error_mps_client_terminated:
  case error_external_device:
  case cudaErrorUnknown:
    return ErrorKind::device_lost;

  default:
    return ErrorKind::bug;
  }
}

Error cuda_error(cudaError_t code, const char* doing) {
  const ErrorKind kind = classify(code);
  std::string detail = std::string(doing) + ": " + cudaGetErrorName(code) + " (" +
                       std::to_string(static_cast<int>(code)) + ")";
  if (kind == ErrorKind::device_lost) {
    latch_lost(cudaGetErrorString(code));
    Error error = lost_error();
    error.detail = std::move(detail);
    return error;
  }
  return {kind, message_for(code, doing), std::move(detail)};
}

bool is_lost() {
  return lost.load(std::memory_order_acquire);
}

void latch_lost(const std::string& text) {
  std::lock_guard lock(reason().mutex);
  if (lost.load(std::memory_order_relaxed))
    return;
  reason().text = text;
  lost.store(true, std::memory_order_release);
}

Error lost_error() {
  std::lock_guard lock(reason().mutex);
  return {ErrorKind::device_lost,
          "CUDA has failed in this process (" + reason().text +
              "); restart the process to use the GPU again",
          {}};
}

Error lose(const Error& error) {
  latch_lost(error.message);
  return lost_error();
}

} // namespace videohistogram::cuda
