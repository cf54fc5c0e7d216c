// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// A CUDA runtime without a GPU, for tests: what is linked with it instead of the real one runs the
// host code of cuda/ as it is, with work that is done later, on threads of their own, from the
// memory that it was given. So sanitizers see what the host does with its memory while a device has
// it, and any call can be made to fail. Kernels are replaced by plain loops over what their
// launches say; how the real ones count is tested on GPUs.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstdint>
#include <vector>

namespace videohistogram::emulated {

/// The name of both devices.
constexpr const char* device_name = "Emulated GPU";

/// Memory of each.
constexpr size_t device_bytes = size_t{3} << 30;

/// Calls since the process began that may fail: all but those that tell of errors, and queries of
/// what is not ready.
uint64_t calls();

/// From now on calls are noted by the place that they come from: the whole stack.
void note_places();
/// The numbers of the calls of each place, in order of the first one.
std::vector<std::vector<uint64_t>> noted_places();

/// Call number `call`, counted as calls() does, fails with `code`. After cudaErrorIllegalAddress
/// all later ones do too, and no work is done any more.
void fail_call(uint64_t call, cudaError_t code);

/// Calls after one that failed in that way.
uint64_t calls_after_illegal_address();

/// From call number `call` on devices begin no work: they hang.
void hang_at_call(uint64_t call);

/// Objects that were made and not freed.
struct Live {
  uint64_t device_blocks, pinned_blocks, streams, events;
  std::array<uint64_t, 2> device_bytes; ///< of each device
  uint64_t pinned_bytes;

  bool none() const { return device_blocks + pinned_blocks + streams + events == 0; }
};
Live live();

} // namespace videohistogram::emulated
