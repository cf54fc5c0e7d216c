// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"

#include <cstdint>

namespace videohistogram {

/// The counts of a histogram along a direction, positions x bins, row-major. They may still be on a
/// device; if nobody holds them any more when their memory is needed, they are not copied.
/// Thread-safety: any thread, any number of them.
class Matrix {
public:
  virtual ~Matrix() = default;

  /// Writes all counts. Outlives the job and its backend. Errors: transient, device_lost. A read
  /// that failed can be tried again; it fails for good if the counts could not be saved when their
  /// memory was needed.
  virtual Status read(uint32_t* counts) = 0;
};

} // namespace videohistogram
