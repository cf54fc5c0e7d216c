// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// A CUDA runtime without a GPU. Tests link it in place of the real one and run the host code of
// cuda/ unchanged. A stream is a thread that does its work later, in the memory that it was given:
// sanitizers then see every access of the host while a device uses the memory. Every call can be
// made to fail. Kernels are plain loops over the arguments of their launches; the real kernels are
// tested on GPUs.
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

/// The number of calls so far that may fail: all but those that return an earlier error, and
/// queries that return "not ready".
uint64_t calls();

/// From now on the call stack of each call is noted, as its place.
void note_places();
/// The numbers of the calls of each place, in order of the first one.
std::vector<std::vector<uint64_t>> noted_places();

/// Makes call number `call`, counted as by calls(), fail with `code`. After cudaErrorIllegalAddress
/// all later calls fail as well, and no more work is done.
void fail_call(uint64_t call, cudaError_t code);

/// The number of calls after one that failed with cudaErrorIllegalAddress.
uint64_t calls_after_illegal_address();

/// From call number `call` on, devices begin no work: they hang.
void hang_at_call(uint64_t call);

/// The objects that were created and not freed.
struct Live {
  uint64_t device_blocks, pinned_blocks, streams, events;
  std::array<uint64_t, 2> device_bytes; ///< of each device
  uint64_t pinned_bytes;

  bool none() const { return device_blocks + pinned_blocks + streams + events == 0; }
};
Live live();

} // namespace videohistogram::emulated
