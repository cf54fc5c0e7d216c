// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/backends/recountable_matrices.h"

#include <new>
#include <utility>

namespace videohistogram {

Status RecountableMatrices::read(size_t index, uint32_t* counts) {
  std::lock_guard lock(mutex_);
  const auto read_matrix = [&]() -> Status {
    return counted_[index] ? counted_[index]->read(counts)
                           : Status(ErrorKind::transient,
                                    "there was no memory for a projection or joint histogram");
  };
  Status status = read_matrix();
  if (status.ok() || recounted_)
    return status;
  if (!failure_)
    failure_ = status.error();
  if (!can_recount(status.error()))
    return status;
  status = recount();
  return status.ok() ? read_matrix() : status;
}

/// After release() a device that works may use the memory of the pixels for its next frame. A lost
/// device gets no further frame.
bool RecountableMatrices::can_recount(const Error& error) const {
  return cpu_ && (!released_ || error.kind == ErrorKind::device_lost);
}

/// Called with mutex_ held.
Status RecountableMatrices::recount() try {
  std::vector<uint32_t> counts(plan_->total_counts(regions_.size()));
  std::vector<std::shared_ptr<Matrix>> matrices;
  Sums sums; // the device's are complete
  Status status = cpu_->count(pixels_, plan_, regions_, {counts.data(), matrices, sums});
  if (!status.ok())
    return status;
  counted_ = std::move(matrices);
  recounted_ = true;
  cpu_ = nullptr;
  return status;
} catch (const std::bad_alloc&) {
  return {ErrorKind::transient, "there is no memory to count a frame again on the CPU",
          "RecountableMatrices"};
}

void RecountableMatrices::release(bool keeps_pixels) {
  std::lock_guard lock(mutex_);
  released_ = true;
  pixels_.before = nullptr; // matrices do not depend on it
  if (!keeps_pixels)
    cpu_ = nullptr;
}

std::optional<Error> RecountableMatrices::failure() const {
  std::lock_guard lock(mutex_);
  return failure_;
}

bool RecountableMatrices::recounted() const {
  std::lock_guard lock(mutex_);
  return recounted_;
}

} // namespace videohistogram
