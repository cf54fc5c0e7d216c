// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/transfer/pinned_memory.h"

#include "cuda/device/context.h"
#include "cuda/device/resources.h"

#include <utility>

namespace videohistogram::cuda {

namespace {

class PinnedHostBlock final : public HostBlock {
public:
  PinnedHostBlock(MemoryPlace context, PinnedBlock block)
      : context_(std::move(context)), block_(std::move(block)) {}
  ~PinnedHostBlock() override {
    ContextScope scope(context_); // on failure CUDA is lost and the block leaks
    block_.reset();
  }
  uint8_t* data() const override { return block_.data(); }

private:
  MemoryPlace context_;
  PinnedBlock block_;
};

class PinnedMemorySource final : public HostMemorySource {
public:
  PinnedMemorySource(MemoryPlace context, NumaNode node)
      : context_(std::move(context)), node_(std::move(node)) {}

  Expected<std::unique_ptr<HostBlock>> allocate(size_t size) override {
    ContextScope scope(context_);
    if (!scope.status().ok())
      return scope.status().error();
    const NumaMemoryScope near(node_);
    // Unified addressing, which every 64-bit process has, makes the block pinned in all contexts.
    Expected<PinnedBlock> block = PinnedBlock::allocate(size);
    if (!block.ok())
      return block.error();
    return Expected<std::unique_ptr<HostBlock>>(
        std::make_unique<PinnedHostBlock>(context_, std::move(*block)));
  }

private:
  MemoryPlace context_;
  NumaNode node_;
};

} // namespace

std::shared_ptr<HostMemorySource> pinned_memory(MemoryPlace context, NumaNode node) {
  return std::make_shared<PinnedMemorySource>(std::move(context), std::move(node));
}

} // namespace videohistogram::cuda
