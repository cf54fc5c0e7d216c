// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/fake/fake_memory.h"

#include <utility>
#include <vector>

namespace videohistogram::test {

namespace {

class FakeBlock final : public HostBlock {
public:
  FakeBlock(std::shared_ptr<FakeMemory> source, size_t size)
      : source_(std::move(source)), bytes_(size + 1, 0xa5) {}
  ~FakeBlock() override { source_->freed++; }
  uint8_t* data() const override { return const_cast<uint8_t*>(bytes_.data()) + 1; }

private:
  std::shared_ptr<FakeMemory> source_;
  std::vector<uint8_t> bytes_;
};

} // namespace

Expected<std::unique_ptr<HostBlock>> FakeMemory::allocate(size_t size) {
  const uint64_t call = ++calls;
  if (fails_from > 0 && call >= fails_from)
    return Error{fails_with, "the fake has no pinned memory", "allocate"};
  allocated++;
  return Expected<std::unique_ptr<HostBlock>>(
      std::make_unique<FakeBlock>(shared_from_this(), size));
}

} // namespace videohistogram::test
