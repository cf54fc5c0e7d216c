// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstdint>

namespace videohistogram::cuda {

/// The properties of a device that launch shapes depend on.
struct DeviceProperties {
  int capability = 0;           ///< 10 * major + minor: 90
  uint32_t multiprocessors = 0; ///< SMs
  uint32_t shared_bytes = 0;    ///< maximum shared memory per block, with opt-in
  /// Whether all loaded kernels wait for the launch before them, so that launches may overlap.
  /// prepare_byte_kernels() sets it.
  bool overlap = false;
};

/// Bytes of shared memory that a block has on every device without opt-in.
constexpr uint32_t shared_bytes_everywhere = 48 * 1024;

} // namespace videohistogram::cuda
