// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Also of builds without CUDA: see cuda_frame_memory().
#include "cuda/cuda_backend.h"

#include "core/hue.h"
#include "core/unpacked_frame.h"
#include "cuda/kernels/packed/packed_plans.h"
#include "cuda/kernels/sums/sums_totals.h"

#include <algorithm>

namespace videohistogram {

namespace {

// A test with emulated GPUs compares these sizes with what the backend allocates.
constexpr uint64_t mebibyte = 1 << 20;
constexpr uint64_t ring_bytes = default_staged_bytes / 3;
constexpr uint64_t bounce_bytes = 4 * mebibyte; // pinned buffer for reading matrices
constexpr uint64_t byte_scratch_bytes = mebibyte;
constexpr uint64_t deep_scratch_bytes = 32; // per counter
constexpr uint64_t plane_alignment = 256, row_alignment = 16;
constexpr uint32_t unit_pixels = 12; // at most, by which unpacked rows are longer
constexpr uint64_t region_block_bytes = mebibyte / 8;
constexpr uint64_t min_counted_bins = 256; // kernels count fewer bins than that in 256
// The result block of 8-bit samples always has room for all regions.
constexpr uint64_t byte_result_bytes =
    (1 + max_regions) * max_channels * uint64_t{256} * sizeof(uint32_t);

/// Bytes of the images that projections are counted from: those of computed values, with pixels of
/// four values each, and those of filtered values, of one quantity each.
uint64_t image_bytes(const Plan& plan) {
  QuantitySet of_pixels = 0, of_chroma = 0, filtered = 0;
  const SamplePlane* chroma = nullptr;
  const auto add = [&](Quantity quantity, Domain domain, bool is_filtered) {
    if (is_filtered)
      filtered |= quantity_bit(quantity);
    if (domain == Domain::plane && (!is_filtered || is_stored(quantity)))
      return;
    const bool is_chroma = domain == Domain::chroma;
    (is_chroma ? of_chroma : of_pixels) |= quantity_bit(quantity);
    if (is_chroma)
      chroma = &plan.format.sample_planes[sample_plane_of(plan.format, quantity)];
  };
  for (const Projection& projection : plan.projections)
    add(projection.quantity, projection.domain, projection.is_filtered());
  for (const WeightedProjection& projection : plan.weighted)
    if (projection.is_filtered())
      add(projection.quantity, plan.format.domain_of(projection.quantity), true);
  const auto image = [](uint64_t width, uint64_t height, uint64_t pixel_bytes) {
    return (width * pixel_bytes + row_alignment) * height + plane_alignment;
  };
  const uint64_t images = (select_quantities(plan.format, of_pixels).size + 3) / 4;
  uint64_t bytes = images * image(plan.width, plan.height, 4 * plan.format.sample_bytes);
  if (chroma)
    bytes += image(chroma->width_of(plan.width), chroma->height_of(plan.height), 8);
  for (Quantity quantity : select_quantities(plan.format, filtered)) {
    const SamplePlane& plane = plan.format.sample_planes[sample_plane_of(plan.format, quantity)];
    bytes += image(plane.width_of(plan.width), plane.height_of(plan.height), sizeof(uint16_t));
  }
  return bytes;
}

} // namespace

FrameMemory cuda_frame_memory(const Plan& plan, size_t regions, MemoryKind memory) {
  uint64_t pixels = 0;
  if (memory == MemoryKind::host) {
    pixels = packed_layout(is_tiled(plan.format.packing) ? *plan.format.unpacked : plan.format,
                           plan.width, plan.height, plane_alignment)
                 .size;
    pixels += pixels / 64 + 4096 + plane_alignment; // row padding, which is copied with the pixels
    pixels *= plan.of_two_frames() ? 2 : 1;         // with the frame before
  }
  uint64_t on_host = 0; // unpacked before they are uploaded
  if (is_tiled(plan.format.packing))
    on_host =
        UnpackedFrame::bytes(plan.format, plan.width, plan.height) * (plan.of_two_frames() ? 2 : 1);
  uint64_t unpacked = 0;
  if (cuda::is_unpacked(plan)) {
    unpacked =
        packed_layout(*plan.format.unpacked, plan.width + unit_pixels, plan.height, plane_alignment)
            .size +
        uint64_t{row_alignment} * plan.height * max_planes;
    unpacked += unpacked / 8 + plane_alignment; // the margin of a block that is replaced
    unpacked *= plan.of_two_frames() ? 2 : 1;
  }
  uint64_t matrices = 0;
  for (size_t i = 0; i < plan.n_matrices(regions); i++)
    matrices += plan.matrix_counters(i) * sizeof(uint32_t) + plane_alignment;

  const uint64_t counts = plan.total_counts(regions) * sizeof(uint32_t);
  uint64_t counted = 0; // bytes in which kernels deliver the counts
  for (const Histogram& histogram : plan.histograms)
    counted +=
        (1 + regions) * std::max<uint64_t>(histogram.bins, min_counted_bins) * sizeof(uint32_t);
  const uint64_t tables =
      (plan.colours.hue ? sizeof(uint16_t) * hue_table_entries(plan.format.depth) : 0) +
      plan.colours.chromaticities.light_bytes();
  // Mapped results and their copy; what blocks add up together, and tables of light.
  const uint64_t sums = 2 * (plan.sums.size + 1) * sizeof(int64_t);
  const uint64_t sums_scratch = cuda::sums_scratch_bytes(plan.width);
  const uint64_t light =
      plan.sums.empty() ? 0 : 3 * (uint64_t{4} << colour_depth(plan.format.depth));
  FrameMemory needed{};
  needed.host = on_host + (pixels > default_staged_bytes ? ring_bytes : pixels) +
                region_block_bytes + std::max(byte_result_bytes, counted) + counts + matrices +
                (plan.has_matrices() ? bounce_bytes : 0) + tables + (plan.sums.empty() ? 0 : sums);
  needed.device =
      pixels + unpacked + matrices + image_bytes(plan) +
      (plan.sums.empty() ? byte_scratch_bytes : std::max(byte_scratch_bytes, sums_scratch)) +
      (plan.format.sample_bytes > 1 ? plan.rectangle_counts() * deep_scratch_bytes : 0) + tables +
      light;
  return needed;
}

} // namespace videohistogram
