// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/frame_buffers.h"

#include "cuda/device/errors.h"
#include "cuda/families.h"
#include "cuda/kernels/byte/region_plan.h"
#include "cuda/kernels/common/matrix_step.h"
#include "cuda/kernels/filter/filter_plan.h"
#include "cuda/kernels/packed/packed_plans.h"
#include "cuda/kernels/sums/sums_plan.h"
#include "cuda/kernels/unpack/unpack_plan.h"
#include "cuda/result_layout.h"
#include "cuda/transfer/placement.h"

#include <algorithm>
#include <utility>

namespace videohistogram::cuda {

namespace {

constexpr size_t alignment = 256;
constexpr size_t align(size_t size) {
  return (size + alignment - 1) / alignment * alignment;
}

constexpr size_t region_block_bytes = max_region_blocks * sizeof(RegionBlock);
static_assert(region_block_bytes % alignment == 0); // the results follow

// Maximum bytes of results for 8-bit samples.
constexpr size_t byte_result_bytes = (1 + max_regions) * max_channels * 256 * sizeof(uint32_t);

bool is_too_large(size_t present, size_t needed) {
  return present > needed + needed / 4;
}

bool must_be_replaced(size_t present, size_t needed) {
  return present > 0 && present < needed;
}

/// The bytes to allocate for pixels. A block that replaces another gets a margin: bands of frames
/// vary a little in size, and each replacement waits for the whole device.
size_t size_with_margin(size_t present, size_t needed) {
  return present > 0 ? align(needed + needed / 8) : needed;
}

} // namespace

size_t scratch_bytes_for(uint32_t depth) {
  const size_t share = ((size_t{1} << 20) / depth - alignment) / alignment * alignment;
  return std::max(share, align(smallest_scratch_bytes));
}

BufferSizes host_frame_sizes(const BufferLimits& limits, const FormatInfo& format, uint32_t width,
                             uint32_t height, uint32_t frames) {
  const size_t pixels = frames * align(largest_placement(format, width, height));
  return {pixels, pixels <= limits.staging ? pixels : 0, limits.scratch, byte_result_bytes, 0, 0,
          0};
}

BufferSizes frame_sizes(const BufferLimits& limits, const FrameView& frame, const Plan& plan,
                        size_t regions) {
  BufferSizes sizes =
      frame.place.on_host()
          ? host_frame_sizes(limits, *frame.format, frame.width, frame.height, frames_needed(plan))
          : BufferSizes{0, 0, limits.scratch, byte_result_bytes, 0, 0, 0};
  for (const Family& family : families)
    if (family.scratch_bytes && family.is_needed(plan))
      sizes.scratch = std::max(sizes.scratch, family.scratch_bytes(plan));
  sizes.results = std::max(sizes.results, first_sum_result(plan, regions) * sizeof(uint32_t) +
                                              plan.sums.size * sizeof(int64_t));
  sizes.values = all_image_bytes(plan);
  sizes.unpacked = unpacked_frame_bytes(plan, frame.height);
  sizes.matrices = first_counter(plan, plan.n_matrices(regions)) * sizeof(uint32_t);
  return sizes;
}

size_t unpacked_frame_bytes(const Plan& plan, uint32_t height) {
  return is_unpacked(plan) ? frames_needed(plan) * unpacked_bytes(plan.format, plan.width, height)
                           : 0;
}

FrameBuffers::~FrameBuffers() {
  if (!end_matrices().ok())
    matrices_->take_memory();
}

void FrameBuffers::trim(const BufferSizes& sizes, Trim trim) {
  if (!end_matrices().ok())
    return;
  const auto is_misfit = [trim](size_t present, size_t needed) {
    return trim == Trim::large ? is_too_large(present, needed) : present != needed;
  };
  const auto trim_block = [&](auto& block, size_t needed) {
    if (is_misfit(block.size(), needed))
      block.reset();
  };
  trim_block(pixels_, sizes.pixels);
  trim_block(scratch_, sizes.scratch);
  trim_block(values_, sizes.values);
  trim_block(unpacked_, sizes.unpacked);
  trim_block(mapped_, region_block_bytes + sizes.results);
  trim_block(staging_, sizes.staging);
  trim_block(matrix_memory_, sizes.matrices);
}

bool FrameBuffers::reserve_frees(const BufferSizes& sizes) const {
  return must_be_replaced(pixels_.size(), sizes.pixels) ||
         must_be_replaced(scratch_.size(), sizes.scratch) ||
         must_be_replaced(values_.size(), sizes.values) ||
         must_be_replaced(unpacked_.size(), sizes.unpacked) ||
         must_be_replaced(mapped_.size(), region_block_bytes + sizes.results) ||
         must_be_replaced(staging_.size(), sizes.pixels) ||
         must_be_replaced(matrix_bytes(), sizes.matrices);
}

bool FrameBuffers::has_count_memory(const BufferSizes& sizes) const {
  return scratch_.size() >= sizes.scratch && values_.size() >= sizes.values &&
         mapped_.size() >= region_block_bytes + sizes.results;
}

Status FrameBuffers::reserve(const BufferSizes& sizes, cudaStream_t stream,
                             const std::shared_ptr<MatrixReader>& reader) {
  if (Status status = end_matrices(); !status.ok())
    return status;
  if (mapped_.size() < region_block_bytes + sizes.results) {
    mapped_.reset();
    const NumaMemoryScope near(node_);
    if (Status status =
            PinnedBlock::allocate(region_block_bytes + sizes.results, true).move_to(mapped_);
        !status.ok())
      return status;
  }
  if (staging_.size() < sizes.pixels)
    staging_.reset(); // staging() allocates a new block if the frame is pageable
  if (pixels_.size() < sizes.pixels) {
    const size_t size = size_with_margin(pixels_.size(), sizes.pixels);
    if (Status status = pixels_.reallocate(size); !status.ok())
      return status;
  }
  if (scratch_.size() < sizes.scratch) {
    scratch_.reset();
    Expected<DeviceBlock> scratch = DeviceBlock::allocate(sizes.scratch);
    if (!scratch.ok())
      return scratch.error();
    Status status =
        check(cudaMemsetAsync(scratch->data(), 0, scratch->size(), stream), "clearing GPU memory");
    if (!status.ok())
      return status;
    scratch_ = std::move(*scratch);
  }
  if (values_.size() < sizes.values)
    if (Status status = values_.reallocate(sizes.values); !status.ok())
      return status;
  if (unpacked_.size() < sizes.unpacked)
    if (Status status = unpacked_.reallocate(size_with_margin(unpacked_.size(), sizes.unpacked));
        !status.ok())
      return status;
  return sizes.matrices > 0 ? make_matrices(sizes.matrices, reader) : Status();
}

/// Ends the last frame's matrices. Counts that a reader holds are first copied to the host. If that
/// fails, the matrices stay as they are.
Status FrameBuffers::end_matrices() {
  if (!matrices_)
    return {};
  if (matrices_held())
    if (Status saved = matrices_->save(); !saved.ok())
      return saved;
  matrix_memory_ = matrices_->take_memory();
  matrices_.reset();
  return {};
}

/// Creates new matrices, since readers may keep the previous ones; but all use one block of memory.
Status FrameBuffers::make_matrices(size_t bytes, const std::shared_ptr<MatrixReader>& reader) {
  if (matrix_memory_.size() < bytes)
    if (Status status = matrix_memory_.reallocate(align(bytes)); !status.ok())
      return status;
  matrices_ =
      std::make_shared<DeviceMatrices>(reader, std::move(matrix_memory_), bytes / sizeof(uint32_t));
  return {};
}

Expected<uint8_t*> FrameBuffers::staging() {
  if (staging_.size() == 0) {
    const NumaMemoryScope near(node_);
    if (Status status = PinnedBlock::allocate(pixels_.size()).move_to(staging_); !status.ok())
      return status.error();
  }
  return staging_.data();
}

CountMemory FrameBuffers::count_memory() const {
  CountMemory memory{scratch_.data(), scratch_.size(),
                     reinterpret_cast<RegionBlock*>(mapped_.data()),
                     reinterpret_cast<const RegionBlock*>(mapped_.device_data()),
                     reinterpret_cast<uint32_t*>(mapped_.device_data() + region_block_bytes)};
  memory.values = values_.data();
  return memory;
}

const uint32_t* FrameBuffers::results() const {
  return reinterpret_cast<const uint32_t*>(mapped_.data() + region_block_bytes);
}

} // namespace videohistogram::cuda
