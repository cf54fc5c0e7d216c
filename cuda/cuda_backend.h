// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
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

/// One GPU. `index` is the CUDA runtime's number (CUDA_VISIBLE_DEVICES applies).
struct CudaDeviceInfo {
  int index;
  std::string name; ///< "NVIDIA H200"
};

/// Default number of jobs in flight. Three keep the link busy: one frame is being copied, one is
/// queued after it so that the link never idles, and one is being staged or its result is being
/// read. Every further job holds a frame of the upstream pool for longer.
constexpr uint32_t default_cuda_depth = 3;
/// Maximum number of jobs in flight: all slots share 1 MiB of scratch memory.
constexpr uint32_t max_cuda_depth = 64;

/// Default of CudaConfig::max_staged_bytes.
constexpr size_t default_staged_bytes = size_t{96} << 20;

struct CudaConfig {
  int device = 0;
  uint32_t depth = default_cuda_depth; ///< jobs in flight, 1 to max_cuda_depth
  bool measure_time = false;           ///< measure Job::device_time()
  /// A device that has not counted a frame within this time counts as lost. The work that is in the
  /// producer's stream (MemoryPlace::stream) comes first, with a limit of its own, six times as
  /// long.
  std::chrono::milliseconds time_limit{10000};
  /// Maximum size of a staging block, in bytes; at least 4096. A pageable frame is copied to a
  /// pinned block of equal size; the caller may reuse the frame at once. A frame that may need more
  /// bytes goes through a ring of a third of this size, which the CPU's caches keep, and is counted
  /// when submit() returns. Half an 8K RGBA frame still fits a staging block: two GPUs take half a
  /// frame each at the same time.
  size_t max_staged_bytes = default_staged_bytes;
  /// Returns a context that other code uses too, or a place on the host. Called by the thread that
  /// announces frames from the host, when the backend needs a context for them. Other devices'
  /// contexts are ignored.
  std::function<MemoryPlace()> shared_context;
};

/// Lists devices for messages: "0 (NVIDIA H200), 1 (NVIDIA H200)"; "none" for an empty list.
std::string describe(const std::vector<CudaDeviceInfo>& devices);

/// Lists the GPUs of this machine. Creates no context. Errors: no_device, with the reason (built
/// without CUDA, no driver, no GPU); device_unusable, with both versions, if the driver is older
/// than the runtime; device_lost if CUDA failed earlier in this process.
Expected<std::vector<CudaDeviceInfo>> list_cuda_devices();

/// Whether CUDA has failed in a way that forbids any further call in this process.
/// Thread-safety: any thread.
bool is_cuda_lost();
/// The device_lost error, with the reason and what to do. Call only if is_cuda_lost().
Error cuda_lost_error();

/// The memory of a frame in flight, of the plan and with `regions` regions, that lies in `memory`.
/// A frame that lies on the device takes none for its pixels. Known in builds without CUDA, too.
FrameMemory cuda_frame_memory(const Plan& plan, size_t regions, MemoryKind memory);

/// Creates a backend for one GPU. It copies frames from the host to the GPU and counts frames in
/// the GPU's memory in place; a frame in another GPU's memory is invalid_argument. The backend
/// creates no context before it needs one. prepare() releases a context that was not used since the
/// previous prepare(), with all memory in it. Errors: no_device, with a list of the devices;
/// device_unusable if this build has no code for the device.
Expected<std::unique_ptr<Backend>> create_cuda_backend(const CudaConfig& config);

} // namespace videohistogram
