// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace videohistogram {

/// A block of host memory, freed with this object.
/// Thread-safety: one thread at a time; any thread may destroy the block.
class HostBlock {
public:
  virtual ~HostBlock() = default;
  virtual uint8_t* data() const = 0;
};

/// Allocates host memory that a device reads in place, so that frames in it need no copy by the
/// CPU. All allocating code shares one source. Blocks may outlive the source and its backend.
/// Thread-safety: any thread.
class HostMemorySource {
public:
  virtual ~HostMemorySource() = default;

  /// A block of `size` bytes, at least 1, with undefined content. May take milliseconds, so recycle
  /// blocks. Errors: transient if there is no such memory now; device_lost.
  virtual Expected<std::unique_ptr<HostBlock>> allocate(size_t size) = 0;
};

} // namespace videohistogram
