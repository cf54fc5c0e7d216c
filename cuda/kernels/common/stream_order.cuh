// SPDX-License-Identifier: LGPL-2.1-or-later
//
// A launch that is allowed to begins while the one before it in its stream ends (programmatic
// dependent launch): its blocks take multiprocessors as they become free and get ready.
#pragma once

namespace videohistogram::cuda {

namespace {

/// Waits until the launch before this one is done and its writes are seen. Nothing but shared
/// memory may be touched before.
__device__ __forceinline__ void wait_for_previous_launch() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// Allows the next launch to begin once all blocks are here.
__device__ __forceinline__ void allow_next_launch() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}

} // namespace

} // namespace videohistogram::cuda
