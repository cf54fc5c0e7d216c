// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Whether two launches count the same in the same memory.
#pragma once

#include "cuda/families.h"

#include <algorithm>
#include <vector>

namespace videohistogram::cuda {

inline bool same(const BytePlane& a, const BytePlane& b) {
  return a.pixels == b.pixels && a.stride == b.stride && a.width == b.width &&
         a.height == b.height && a.pixel_bytes == b.pixel_bytes && a.first_block == b.first_block &&
         a.blocks == b.blocks && a.table == b.table && a.channels == b.channels &&
         std::equal(a.pattern, a.pattern + 4, b.pattern);
}

inline bool same(const ByteParameters& a, const ByteParameters& b) {
  for (uint32_t g = 0; g < max_sample_planes; g++)
    if (!same(a.planes[g], b.planes[g]))
      return false;
  return a.first_frame_block == b.first_frame_block &&
         std::equal(a.offsets, a.offsets + 4, b.offsets) &&
         std::equal(a.rgb_offsets, a.rgb_offsets + 3, b.rgb_offsets) &&
         a.weights.r == b.weights.r && a.weights.g == b.weights.g && a.weights.b == b.weights.b &&
         a.region_blocks == b.region_blocks && a.scratch.words == b.scratch.words &&
         a.scratch.sector_words == b.scratch.sector_words &&
         a.scratch.plane_words == b.scratch.plane_words &&
         a.scratch.frame_words == b.scratch.frame_words &&
         a.scratch.set_words == b.scratch.set_words && a.scratch.wide == b.scratch.wide &&
         a.results == b.results;
}

inline bool same(const ByteLaunch& a, const ByteLaunch& b) {
  return a.variant.pixel_bytes == b.variant.pixel_bytes && a.variant.stored == b.variant.stored &&
         a.variant.computed == b.variant.computed && a.shape.copies == b.shape.copies &&
         a.shape.plane_blocks == b.shape.plane_blocks &&
         a.shape.frame_blocks == b.shape.frame_blocks &&
         a.shape.shared_bytes == b.shape.shared_bytes && a.shape.small == b.shape.small &&
         a.shape.overlap == b.shape.overlap && same(a.parameters, b.parameters) &&
         a.region_blocks == b.region_blocks;
}

inline bool same(const DeepShape& a, const DeepShape& b) {
  return a.fields == b.fields && a.copies == b.copies && a.parts == b.parts &&
         a.part_counters == b.part_counters && a.portions == b.portions &&
         a.shared_bytes == b.shared_bytes;
}

inline bool same(const DeepParameters& a, const DeepParameters& b) {
  return a.pixel_samples == b.pixel_samples && a.depth == b.depth && a.shift == b.shift &&
         a.bins == b.bins && a.stored == b.stored && a.computed == b.computed &&
         std::equal(a.offsets, a.offsets + 4, b.offsets) &&
         std::equal(a.rgb_offsets, a.rgb_offsets + 3, b.rgb_offsets) &&
         a.weights.r == b.weights.r && a.weights.g == b.weights.g && a.weights.b == b.weights.b &&
         a.pixels == b.pixels && a.stride == b.stride && a.width == b.width &&
         a.height == b.height && a.scratch == b.scratch && a.results == b.results;
}

inline bool same(const DeepLaunch& a, const DeepLaunch& b) {
  for (uint32_t i = 0; i < a.n_planes; i++)
    if (!same(a.planes[i].shape, b.planes[i].shape) ||
        !same(a.planes[i].parameters, b.planes[i].parameters))
      return false;
  return a.n_planes == b.n_planes && a.results == b.results && a.counters == b.counters;
}

inline bool same(const PackedLaunch& one, const PackedLaunch& other) {
  const PackedParameters &a = one.parameters, &b = other.parameters;
  return a.packing == b.packing && a.first == b.first && a.stride == b.stride &&
         a.row_bytes == b.row_bytes && a.units == b.units && a.rows == b.rows &&
         a.whole_begin == b.whole_begin && a.whole_end == b.whole_end && a.results == b.results &&
         one.shape.copies == other.shape.copies && one.shape.portions == other.shape.portions;
}

/// Whether launches of one plan agree in all that depends on the frame's memory.
inline bool same(const ProjectionLaunch& one, const ProjectionLaunch& other) {
  const ProjectionParameters &a = one.parameters, &b = other.parameters;
  return one.variant.counts(other.variant) && a.pixels == b.pixels && a.stride == b.stride &&
         a.width == b.width && a.height == b.height && a.begin == b.begin && a.end == b.end &&
         std::equal(a.selectors, a.selectors + 3, b.selectors) && a.mask == b.mask &&
         a.scale == b.scale && a.c == b.c && a.s == b.s && a.origin == b.origin &&
         a.positions == b.positions && a.bins == b.bins && a.groups == b.groups &&
         a.byte_step == b.byte_step && a.place_step == b.place_step &&
         a.shape.strips == b.shape.strips && a.shape.parts == b.shape.parts &&
         a.shape.shares == b.shape.shares && std::equal(one.first, one.first + 3, other.first) &&
         one.image == other.image;
}

inline bool same(const FilterLaunch& one, const FilterLaunch& other) {
  const FilterParameters &a = one.parameters, &b = other.parameters;
  return a.first == b.first && a.stride == b.stride && a.step == b.step &&
         a.sample_bytes == b.sample_bytes && a.shift == b.shift && a.depth == b.depth &&
         a.width == b.width && a.height == b.height && a.to == b.to && a.to_stride == b.to_stride &&
         one.blocks == other.blocks && one.image == other.image;
}

inline bool same(const ColourLaunch& one, const ColourLaunch& other) {
  const ColourParameters &a = one.parameters, &b = other.parameters;
  for (uint32_t i = 0; i < 3; i++)
    if (a.samples[i].first != b.samples[i].first || a.samples[i].stride != b.samples[i].stride ||
        a.samples[i].step != b.samples[i].step)
      return false;
  for (uint32_t i = 0; i < a.n_tables; i++)
    if (a.tables[i].quantity != b.tables[i].quantity || a.tables[i].bins != b.tables[i].bins ||
        a.tables[i].first != b.tables[i].first)
      return false;
  return a.n_tables == b.n_tables && a.interlaced == b.interlaced &&
         a.frame_height == b.frame_height && a.rect == b.rect && a.results == b.results &&
         one.shape.packed == other.shape.packed && one.shape.portions == other.shape.portions;
}

inline bool same(const JointLaunch& one, const JointLaunch& other) {
  const JointParameters &a = one.parameters, &b = other.parameters;
  for (uint32_t i = 0; i < 4; i++)
    if (a.samples[i].first != b.samples[i].first || a.samples[i].stride != b.samples[i].stride ||
        a.samples[i].step != b.samples[i].step)
      return false;
  return a.x.quantity == b.x.quantity && a.y.quantity == b.y.quantity && a.x.bins == b.x.bins &&
         a.y.bins == b.y.bins && a.pixels == b.pixels && a.stride == b.stride &&
         a.pixel_bytes == b.pixel_bytes && a.interlaced == b.interlaced && a.rect == b.rect &&
         one.first == other.first && one.shape.parts == other.shape.parts &&
         one.shape.portions == other.shape.portions;
}

inline bool same(const WeightedLaunch& one, const WeightedLaunch& other) {
  const WeightedParameters &a = one.parameters, &b = other.parameters;
  for (uint32_t i = 0; i < 4; i++)
    if (a.samples[i].first != b.samples[i].first || a.samples[i].stride != b.samples[i].stride ||
        a.samples[i].step != b.samples[i].step)
      return false;
  return a.value == b.value && a.filtered == b.filtered && a.filtered_stride == b.filtered_stride &&
         a.bins == b.bins && a.on_rows == b.on_rows && a.positions == b.positions &&
         a.length == b.length && a.n_weights == b.n_weights &&
         std::equal(a.weights, a.weights + a.n_weights, b.weights) &&
         a.interlaced == b.interlaced && one.first == other.first && one.step == other.step;
}

inline bool same(const DifferenceLaunch& a, const DifferenceLaunch& b) {
  for (uint32_t i = 0; i < a.n_planes; i++) {
    const DifferencePlane &one = a.planes[i], &other = b.planes[i];
    if (one.now != other.now || one.before != other.before || one.stride != other.stride ||
        one.before_stride != other.before_stride || one.height != other.height ||
        !std::equal(one.tables, one.tables + 4, other.tables) || one.first != other.first ||
        a.shapes[i].portions != b.shapes[i].portions)
      return false;
  }
  return a.n_planes == b.n_planes && a.bins == b.bins && a.with_samples == b.with_samples &&
         a.results == b.results;
}

inline bool same(const SumsLaunch& one, const SumsLaunch& other) {
  const SumsParameters &a = one.parameters, &b = other.parameters;
  for (uint32_t i = 0; i < a.n_planes; i++)
    if (a.planes[i].now.first != b.planes[i].now.first ||
        a.planes[i].now.stride != b.planes[i].now.stride ||
        a.planes[i].before.first != b.planes[i].before.first ||
        a.planes[i].before.stride != b.planes[i].before.stride)
      return false;
  return a.n_planes == b.n_planes && a.has_before == b.has_before && a.sums == b.sums &&
         a.interlaced == b.interlaced && a.before_interlaced == b.before_interlaced &&
         a.results == b.results && a.row_band == b.row_band && a.field_band == b.field_band &&
         one.row_warps == other.row_warps && one.multiprocessors == other.multiprocessors &&
         one.overlap == other.overlap;
}

template <class Launch>
inline bool same(const std::vector<Launch>& a, const std::vector<Launch>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Launch& one, const Launch& other) { return same(one, other); });
}

} // namespace videohistogram::cuda
