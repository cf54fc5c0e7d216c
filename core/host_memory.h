// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace videohistogram {

/// Bytes of the host's memory. Whoever owns the object owns them: they are freed with it.
/// Thread-safety: may be destroyed by any thread, as long as it is one.
class HostBlock {
public:
  virtual ~HostBlock() = default;
  virtual uint8_t* data() const = 0;
};

/// Hands out memory that a device reads where it lies, so that frames in it need no copy by a CPU.
/// Shared by all who allocate; blocks live on without it and without the backend that gave it.
/// Thread-safety: any thread.
class HostMemorySource {
public:
  virtual ~HostMemorySource() = default;

  /// A block of `size` bytes, at least 1, of undefined content. May take milliseconds, so blocks
  /// are for recycling. Errors: transient if there is no such memory now, device_lost.
  virtual Expected<std::unique_ptr<HostBlock>> allocate(size_t size) = 0;
};

} // namespace videohistogram
