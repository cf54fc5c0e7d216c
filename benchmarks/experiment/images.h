// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"

#include <memory>
#include <vector>

namespace videohistogram::benchmark {

/// The photograph, repeated to the right and downwards, as RGBA images of one size: as many, each
/// of another place of the photograph, as no cache holds.
/// Thread-safety: none.
class Images {
public:
  /// `pinned`: where their memory comes from; null: from the program's heap. Throws bad_alloc.
  Images(uint32_t width, uint32_t height, HostMemorySource* pinned);

  size_t size() const { return frames_.size(); }
  const FrameView& frame(size_t i) const { return frames_[i]; }
  /// What a plain loop counts in image i, as a Request of all channels has it.
  const std::vector<uint32_t>& expected(size_t i) const { return expected_[i]; }

private:
  std::vector<std::unique_ptr<uint8_t[]>> pageable_;
  std::vector<std::unique_ptr<HostBlock>> pinned_;
  std::vector<FrameView> frames_;
  std::vector<std::vector<uint32_t>> expected_;
};

} // namespace videohistogram::benchmark
