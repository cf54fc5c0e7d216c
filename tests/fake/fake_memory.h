// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/host_memory.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace videohistogram::test {

/// Stands in for pinned memory: counts what is taken and given back, and fails on command. Its
/// blocks are badly aligned, and keep it alive.
/// Thread-safety: any thread.
class FakeMemory final : public HostMemorySource, public std::enable_shared_from_this<FakeMemory> {
public:
  Expected<std::unique_ptr<HostBlock>> allocate(size_t size) override;

  std::atomic<uint64_t> calls{0};     ///< of allocate()
  std::atomic<uint64_t> allocated{0}; ///< blocks, ever
  std::atomic<uint64_t> freed{0};     ///< of these
  /// The first call that fails, from 1 on, and what it and all later ones fail with; 0: none does.
  uint64_t fails_from = 0;
  ErrorKind fails_with = ErrorKind::transient;
};

} // namespace videohistogram::test
