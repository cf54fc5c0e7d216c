// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/transfer/hue_tables.h"

#include "cuda/device/completion.h"
#include "cuda/device/errors.h"

#include <cstring>
#include <utility>

namespace videohistogram::cuda {

Status HueTables::load(uint32_t depth, std::chrono::milliseconds time_limit) {
  DeviceBlock& table = tables_[index(depth)];
  if (table.size() > 0)
    return {};
  const size_t bytes = sizeof(uint16_t) << (2 * hue_depth(depth));
  Expected<DeviceBlock> block = DeviceBlock::allocate(bytes);
  if (!block.ok())
    return block.error();
  Expected<PinnedBlock> pinned = PinnedBlock::allocate(bytes, false);
  if (!pinned.ok())
    return pinned.error();
  std::memcpy(pinned->data(), hue_table(depth), bytes);
  Stream stream;
  Completion completion(time_limit, false);
  Status status = Stream::create().move_to(stream);
  if (status.ok())
    status = completion.create_events();
  if (status.ok())
    status = completion.begin({}, stream.get());
  if (!status.ok())
    return status;
  status = check(
      cudaMemcpyAsync(block->data(), pinned->data(), bytes, cudaMemcpyHostToDevice, stream.get()),
      "copying the table of hues");
  if (Status ended = completion.end(stream.get()); !ended.ok())
    return ended;
  const Status done = completion.wait();
  if (status.ok())
    status = done;
  if (status.ok())
    table = std::move(*block);
  return status;
}

} // namespace videohistogram::cuda
