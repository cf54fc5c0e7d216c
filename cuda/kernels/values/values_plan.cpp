// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/values/values_plan.h"

#include "cuda/kernels/colour/colour_plan.h"
#include "cuda/kernels/common/arithmetic.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

constexpr uint32_t values_blocks_per_multiprocessor = 8;
constexpr size_t image_alignment = 256, image_row_alignment = 16;

/// The quantities whose images of a domain projections need. Filtered LUMA and MAXRGB are computed
/// for an image first, whatever their domain is.
QuantitySet projected(const Plan& plan, Domain domain) {
  QuantitySet set = 0;
  const auto add = [&](Quantity quantity, Domain of, bool filtered) {
    if (of == Domain::plane && filtered && !is_stored(quantity))
      of = Domain::pixel;
    if (of == domain)
      set |= quantity_bit(quantity);
  };
  for (const Projection& projection : plan.projections)
    add(projection.quantity, projection.domain, projection.is_filtered());
  for (const WeightedProjection& projection : plan.weighted)
    if (projection.is_filtered())
      add(projection.quantity, plan.format.domain_of(projection.quantity), true);
  return set;
}

/// Appends the images of the quantities of a domain.
void append(const Plan& plan, Domain domain, std::vector<ValueImage>& images) {
  const bool of_chroma = domain == Domain::chroma;
  uint32_t left = 0;
  for (Quantity quantity : select_quantities(plan.format, projected(plan, domain))) {
    const SamplePlane& sample_plane =
        plan.format.sample_planes[sample_plane_of(plan.format, quantity)];
    if (left == 0) {
      ValueImage image{};
      image.of_chroma = of_chroma;
      image.value_bytes = image_value_bytes(plan.format.sample_bytes, of_chroma);
      image.width = sample_plane.width_of(plan.width);
      image.height = sample_plane.height_of(plan.height);
      image.stride = static_cast<uint32_t>(
          round_up(size_t{image.width} * image.pixel_bytes(), image_row_alignment));
      if (!images.empty()) {
        const ValueImage& before = images.back();
        image.first =
            round_up(before.first + size_t{before.stride} * before.height, image_alignment);
      }
      images.push_back(image);
      left = image_values;
    }
    images.back().quantities.push_back(quantity);
    left--;
  }
}

} // namespace

std::vector<ValueImage> value_images(const Plan& plan) {
  std::vector<ValueImage> images;
  for (Domain domain : {Domain::pixel, Domain::chroma})
    append(plan, domain, images);
  return images;
}

size_t value_image_bytes(const Plan& plan) {
  const std::vector<ValueImage> images = value_images(plan);
  return images.empty() ? 0
                        : images.back().first + size_t{images.back().stride} * images.back().height;
}

std::vector<ValuesLaunch> plan_values_launches(const FrameToCount& wanted) {
  const auto& [device, plan, frame, regions, memory] = wanted;
  std::vector<ValuesLaunch> launches;
  for (const ValueImage& image : value_images(plan)) {
    ValuesLaunch launch{};
    ValuesParameters& p = launch.parameters;
    static_cast<ColourSource&>(p) = colour_source(wanted);
    p.of_chroma = image.of_chroma;
    set_rect(p, plan.format, wanted.rectangle(0));
    std::copy(image.quantities.begin(), image.quantities.end(), p.quantities);
    p.n_quantities = image.quantities.size;
    for (uint32_t i = 0; i < p.n_quantities && image.value_bytes == 1; i++)
      p.shifts[i] = static_cast<uint8_t>(8 - plan.format.values_of(p.quantities[i]).depth);
    p.to = memory.values + image.first;
    p.stride = image.stride;
    // A thread writes many pixels at a time in the middle, and one at the edges.
    const uint64_t pixels = uint64_t{image.width} * image.height;
    const uint64_t most =
        uint64_t{std::max(device.multiprocessors, 1u)} * values_blocks_per_multiprocessor;
    launch.blocks =
        static_cast<uint32_t>(std::clamp<uint64_t>(divide_up(pixels, values_threads), 1, most));
    launch.overlap = device.overlap;
    launches.push_back(launch);
  }
  return launches;
}

} // namespace videohistogram::cuda
