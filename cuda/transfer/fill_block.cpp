// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/transfer/fill_block.h"

#include "cuda/device/completion.h"

#include <cstring>

namespace videohistogram::cuda {

Status fill_block(const DeviceBlock& block, const void* host, size_t bytes,
                  std::chrono::milliseconds time_limit, const char* copying,
                  const DeviceBlock* cleared) {
  Expected<PinnedBlock> pinned = PinnedBlock::allocate(bytes);
  if (!pinned.ok())
    return pinned.error();
  std::memcpy(pinned->data(), host, bytes);
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
      cudaMemcpyAsync(block.data(), pinned->data(), bytes, cudaMemcpyHostToDevice, stream.get()),
      copying);
  if (status.ok() && cleared)
    status = check(cudaMemsetAsync(cleared->data(), 0, cleared->size(), stream.get()),
                   "clearing GPU memory");
  if (Status ended = completion.end(stream.get()); !ended.ok())
    return ended;
  const Status done = completion.wait();
  return status.ok() ? done : status;
}

} // namespace videohistogram::cuda
