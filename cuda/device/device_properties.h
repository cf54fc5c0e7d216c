// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstdint>

namespace videohistogram::cuda {

/// The part of a device that launch shapes depend on.
struct DeviceProperties {
  int capability = 0;           ///< 10 * major + minor: 90
  uint32_t multiprocessors = 0; ///< SMs
  uint32_t shared_bytes = 0;    ///< the most shared memory that a block can opt in to
  /// The code that runs there waits for the launch before it. prepare_byte_kernels() finds out.
  bool overlap = false;
};

/// Shared memory of a block that every device has without opting in.
constexpr uint32_t shared_bytes_everywhere = 48 * 1024;

} // namespace videohistogram::cuda
