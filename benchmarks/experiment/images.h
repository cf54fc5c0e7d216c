// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"

#include <memory>
#include <vector>

namespace videohistogram::benchmark {

/// RGBA images of one size, tiled with the photograph. Each image begins at another place of the
/// photograph. Together they exceed any cache; there are at most 64.
/// Thread-safety: none.
class Images {
public:
  /// `pinned` allocates the images' memory; null: the heap does. Throws bad_alloc.
  Images(uint32_t width, uint32_t height, HostMemorySource* pinned);

  size_t size() const { return frames_.size(); }
  const FrameView& frame(size_t i) const { return frames_[i]; }
  /// The counts of a plain loop for image i, [channel][bin].
  const std::vector<uint32_t>& expected(size_t i) const { return expected_[i]; }

private:
  std::vector<std::unique_ptr<uint8_t[]>> pageable_;
  std::vector<std::unique_ptr<HostBlock>> pinned_;
  std::vector<FrameView> frames_;
  std::vector<std::vector<uint32_t>> expected_;
};

} // namespace videohistogram::benchmark
