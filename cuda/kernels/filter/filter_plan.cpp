// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/filter/filter_plan.h"

#include "cuda/kernels/common/arithmetic.h"
#include "cuda/kernels/values/values_plan.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

constexpr uint32_t filter_blocks_per_multiprocessor = 8;
constexpr size_t filtered_alignment = 256, filtered_row_alignment = 16;
static_assert(filtered_row_alignment == filter_pixels * sizeof(uint16_t));

/// The byte of a quantity's value in a pixel of a value image.
uint32_t byte_in(const ValueImage& image, Quantity quantity) {
  const QuantityList& list = image.quantities;
  return static_cast<uint32_t>(std::find(list.begin(), list.end(), quantity) - list.begin()) *
         image.value_bytes;
}

/// Sets the samples to those of a component of the frame.
void read_frame(const FrameView& frame, const FilteredImage& image, FilterParameters& p) {
  const SamplePlaneView view = frame.sample_plane(image.sample_plane);
  const auto* const component =
      std::find_if(view.info->components.begin(), view.info->components.end(),
                   [&](const Component& c) { return c.channel == image.quantity; });
  p.first = view.data + component->byte;
  p.stride = view.stride;
  p.step = view.info->pixel_bytes;
  p.sample_bytes = frame.format->sample_bytes;
  p.shift = view.info->shift();
}

/// Sets the samples to the values of an image.
void read_image(const ValueImage& values, const CountMemory& memory, const FilteredImage& image,
                FilterParameters& p) {
  p.first = memory.values + values.first + byte_in(values, image.quantity);
  p.stride = values.stride;
  p.step = values.pixel_bytes();
  p.sample_bytes = values.value_bytes;
  p.shift = values.value_bytes == 1 ? 8 - image.depth : 0; // see ValuesParameters::shifts
}

} // namespace

std::vector<FilteredImage> filtered_images(const Plan& plan) {
  std::vector<FilteredImage> images;
  const auto is_filtered = [](const auto& projection) { return projection.is_filtered(); };
  if (std::none_of(plan.projections.begin(), plan.projections.end(), is_filtered) &&
      std::none_of(plan.weighted.begin(), plan.weighted.end(), is_filtered))
    return images;
  const std::vector<ValueImage> values = value_images(plan);
  size_t first = value_image_bytes(plan);
  const auto append = [&](Quantity quantity) {
    if (find_filtered(images, quantity) < images.size())
      return;
    FilteredImage image{};
    image.quantity = quantity;
    image.sample_plane = sample_plane_of(plan.format, quantity);
    image.depth = plan.format.values_of(quantity).depth;
    const SamplePlane& plane = plan.format.sample_planes[image.sample_plane];
    image.width = plane.width_of(plan.width);
    image.height = plane.height_of(plan.height);
    image.stride = static_cast<uint32_t>(
        round_up(size_t{image.width} * sizeof(uint16_t), filtered_row_alignment));
    image.first = round_up(first, filtered_alignment);
    first = image.first + size_t{image.stride} * image.height;
    for (size_t i = 0; i < values.size(); i++)
      if (set_of(values[i].quantities) & quantity_bit(quantity))
        image.image = i;
    images.push_back(image);
  };
  for (const Projection& projection : plan.projections)
    if (projection.is_filtered())
      append(projection.quantity);
  for (const WeightedProjection& projection : plan.weighted)
    if (projection.is_filtered())
      append(projection.quantity);
  return images;
}

size_t find_filtered(const std::vector<FilteredImage>& images, Quantity quantity) {
  return static_cast<size_t>(
      std::find_if(images.begin(), images.end(),
                   [&](const FilteredImage& image) { return image.quantity == quantity; }) -
      images.begin());
}

size_t all_image_bytes(const Plan& plan) {
  const std::vector<FilteredImage> images = filtered_images(plan);
  return images.empty() ? value_image_bytes(plan)
                        : images.back().first + size_t{images.back().stride} * images.back().height;
}

std::vector<FilterLaunch> plan_filter_launches(const FrameToCount& wanted) {
  const auto& [device, plan, frame, regions, memory] = wanted;
  const std::vector<ValueImage> values = value_images(plan);
  std::vector<FilterLaunch> launches;
  for (const FilteredImage& image : filtered_images(plan)) {
    FilterLaunch launch{};
    FilterParameters& p = launch.parameters;
    launch.image = image.image;
    if (image.image)
      read_image(values[*image.image], memory, image, p);
    else
      read_frame(frame, image, p);
    p.depth = image.depth;
    p.width = image.width;
    p.height = image.height;
    p.to = memory.values + image.first;
    p.to_stride = image.stride;
    const uint64_t most =
        uint64_t{std::max(device.multiprocessors, 1u)} * filter_blocks_per_multiprocessor;
    launch.blocks = static_cast<uint32_t>(
        std::clamp<uint64_t>(divide_up(uint64_t{p.runs()} * p.height, filter_threads), 1, most));
    launches.push_back(launch);
  }
  return launches;
}

} // namespace videohistogram::cuda
