// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/format.h"

#include "core/colour.h"

#include <algorithm>

namespace videohistogram {

QuantitySet SamplePlane::channels() const {
  QuantitySet set = 0;
  for (uint32_t i = 0; i < n_components; i++)
    set |= quantity_bit(components[i].channel);
  return set;
}

int SamplePlane::offset_of(Quantity channel) const {
  for (uint32_t i = 0; i < n_components; i++)
    if (components[i].channel == channel)
      return components[i].byte;
  return -1;
}

QuantitySet FormatInfo::channels() const {
  QuantitySet set = 0;
  for (uint32_t g = 0; g < n_sample_planes; g++)
    set |= sample_planes[g].channels();
  return set;
}

bool FormatInfo::has_one_depth() const {
  return std::all_of(sample_planes.begin(), sample_planes.begin() + n_sample_planes,
                     [&](const SamplePlane& plane) { return plane.depth() == depth; });
}

Origin FormatInfo::origin_of(Quantity quantity) const {
  const QuantitySet stored = channels();
  for (Origin origin : info_of(quantity).origins) {
    if (origin.domain == Domain::none || (origin.needs & ~stored) != 0)
      continue;
    const auto has_all = [&](const SamplePlane& plane) {
      return (origin.needs & ~plane.channels()) == 0;
    };
    if (origin.domain == Domain::plane &&
        std::none_of(sample_planes.begin(), sample_planes.begin() + n_sample_planes, has_all))
      origin.domain = Domain::pixel;
    return origin;
  }
  return {};
}

QuantitySet FormatInfo::quantities_in(Domain domain) const {
  QuantitySet set = 0;
  for (uint32_t q = 0; q < n_quantities; q++)
    if (domain_of(static_cast<Quantity>(q)) == domain)
      set |= 1u << q;
  return set;
}

ValueRange FormatInfo::values_of(Quantity quantity) const {
  const Origin origin = origin_of(quantity);
  if (const uint32_t values = info_of(quantity).fixed_bins; values > 0) {
    uint32_t bits = 1;
    while (1u << bits < values)
      bits++;
    return {bits, values, true};
  }
  uint32_t bits = origin.by_matrix ? colour_depth(depth) : depth;
  for (uint32_t g = 0; g < n_sample_planes; g++)
    for (uint32_t i = 0; i < sample_planes[g].n_components; i++)
      if (quantity_bit(sample_planes[g].components[i].channel) == origin.needs)
        bits = sample_planes[g].components[i].bits;
  return {bits, 1u << bits};
}

uint64_t FormatInfo::row_bytes(uint32_t plane, uint32_t width) const {
  uint64_t bytes = 0, samples = 0;
  for (uint32_t g = 0; g < n_sample_planes; g++)
    if (const SamplePlane& of = sample_planes[g]; of.plane == plane) {
      bytes = std::max(bytes, uint64_t{of.width_of(width)} * of.pixel_bytes);
      samples = uint64_t{of.width_of(width)} * of.n_components;
    }
  if (packing == Packing::none || packing == Packing::big_endian)
    return bytes;
  if (is_tiled(packing))
    return tiles_per_row(packing, samples) * tile_shape(packing).bytes(plane);
  return packed_row_bytes(packing, width, samples);
}

uint32_t FormatInfo::rows(uint32_t plane, uint32_t height) const {
  if (packing != Packing::none && n_planes == 1)
    return height;
  uint32_t rows = 0;
  for (uint32_t g = 0; g < n_sample_planes; g++)
    if (sample_planes[g].plane == plane)
      rows = std::max(rows, sample_planes[g].height_of(height));
  return is_tiled(packing) ? (rows - 1) / tile_shape(packing).rows_of(plane) + 1 : rows;
}

QuantitySet countable(const FormatInfo& format, const ColourSpec& colours) {
  QuantitySet set = format.countable_channels();
  for (uint32_t q = 0; q < n_quantities && !colours.has_matrix; q++)
    if (format.origin_of(static_cast<Quantity>(q)).by_matrix)
      set &= ~(1u << q);
  return set;
}

QuantityList select_quantities(const FormatInfo& format, QuantitySet wanted) {
  const QuantitySet available = format.countable_channels();
  QuantityList list;
  for (uint32_t q = 0; q < n_quantities; q++)
    if (wanted & available & (1u << q))
      list.push_back(static_cast<Quantity>(q));
  return list;
}

} // namespace videohistogram
