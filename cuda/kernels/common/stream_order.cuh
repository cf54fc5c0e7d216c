// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Programmatic dependent launch: a launch may begin while the launch before it in its stream ends.
// Its blocks start on multiprocessors that become free, and do what needs no result of that launch.
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

} // namespace

} // namespace videohistogram::cuda
