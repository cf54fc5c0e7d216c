// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"

#include <cstdint>

namespace videohistogram {

/// Counts in host memory: of 16 bits if all of a matrix fit these, else of 32.
struct HostCounts {
  const uint16_t* narrow = nullptr;
  const uint32_t* wide = nullptr;

  explicit operator bool() const { return narrow || wide; }
};

/// The counts of a table with two axes, row-major: [position][bin] of a projection, [bin of x][bin
/// of y] of a joint histogram. They may still lie in a device's memory. When a later frame needs
/// that memory, the counts are copied to the host only if the matrix is still referenced.
/// Thread-safety: any number of threads.
class Matrix {
public:
  virtual ~Matrix() = default;

  /// Writes all counts. A matrix may outlive the job and its backend. Errors: transient,
  /// device_lost. A read that failed can be retried; it fails for good if the counts could not be
  /// saved when their memory was needed.
  virtual Status read(uint32_t* counts) = 0;

  /// The counts, if they lie in host memory for as long as the matrix exists; else none.
  virtual HostCounts host_counts() const { return {}; }
};

} // namespace videohistogram
