// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Programmatic dependent launch: a launch may begin while the launch before it in its stream runs.
// Its blocks start on multiprocessors that become free, and do what needs no result of that launch.
// Most kernels only need the frame's pixels until they merge their counts: they count while blocks
// of the launch before them still count or merge.
#pragma once

namespace videohistogram::cuda {

namespace {

/// Waits until the launch before this one is complete and its writes are visible. Before this call
/// a kernel may access only shared memory, and memory that the host wrote before the launch.
__device__ __forceinline__ void wait_for_previous_launch() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// Allows the next launch to begin once all blocks of this launch have called this function.
__device__ __forceinline__ void allow_next_launch() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}

/// Begins to read the pixels of the frame. `ready`: a launch before this one has waited for them.
/// The next launch may begin as soon as all blocks of this one have called this function.
__device__ __forceinline__ void begin_reading(bool ready) {
  if (!ready)
    wait_for_previous_launch();
  allow_next_launch();
}

/// Begins to access scratch and results, which the launch before this one may access, too. Every
/// kernel that calls begin_reading() calls this function in all blocks: a launch that waits for
/// this one then waits for all before it.
__device__ __forceinline__ void begin_merging() {
  wait_for_previous_launch();
}

} // namespace

} // namespace videohistogram::cuda
