// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram {

/// One GPU, as the CUDA runtime numbers them (CUDA_VISIBLE_DEVICES applies).
struct CudaDeviceInfo {
  int index;
  std::string name; ///< "NVIDIA H200"
};

/// Jobs in flight that keep the link busy: one frame on it, one behind it so that it never idles,
/// and one being staged or having its result picked up. Every further one holds a frame of
/// somebody's pool for longer.
constexpr uint32_t default_cuda_depth = 3;
/// The most: so many slots share the scratch's 1 MiB.
constexpr uint32_t max_cuda_depth = 64;

struct CudaConfig {
  int device = 0;
  uint32_t depth = default_cuda_depth; ///< jobs in flight, 1 to max_cuda_depth
  bool measure_time = false;           ///< so that Job::device_time() is known
  /// A device that has not counted a frame after this long is taken for lost. What others have it
  /// do before, in the stream that writes the frame, comes on top: six times as long at most.
  std::chrono::milliseconds time_limit{10000};
  /// A frame that is not in pinned memory is copied into such as large as it is, and counted while
  /// its owner may do with it what he likes. One that may need more bytes than this, at least 4096,
  /// goes through a third of them, which the CPU's caches keep, and is counted when submit()
  /// returns. The half of an 8K RGBA frame is no such frame: two GPUs have halves at once.
  size_t max_staged_bytes = size_t{96} << 20;
  /// Gives a context that others use too, or null; asked once frames from the host are announced,
  /// by the thread that announces them. One of another device is not used.
  std::function<std::shared_ptr<const DeviceContext>()> shared_context;
};

/// "0 (NVIDIA H200), 1 (NVIDIA H200)", for messages; "none" of an empty list.
std::string describe(const std::vector<CudaDeviceInfo>& devices);

/// The GPUs of this machine. Creates no context. no_device, with the reason (built without CUDA,
/// no driver, no GPU), where there are none; device_unusable where the driver is older than the
/// runtime, with both versions; device_lost if CUDA failed earlier in this process.
Expected<std::vector<CudaDeviceInfo>> list_cuda_devices();

/// CUDA has failed in a way after which no further call may be made in this process.
/// Thread-safety: any thread.
bool is_cuda_lost();
/// device_lost, with the reason and what to do. Only if is_cuda_lost().
Error cuda_lost_error();

/// A backend that counts frames from the host on one GPU, and frames that lie there where they are;
/// such as lie on another one are invalid_argument. It creates no context before it needs one, and
/// lets go of a context, and of what it has there, if no frame has come in it from one prepare() to
/// the next. no_device lists the devices that are there; device_unusable if this build has no code
/// for it.
Expected<std::unique_ptr<Backend>> create_cuda_backend(const CudaConfig& config);

} // namespace videohistogram
