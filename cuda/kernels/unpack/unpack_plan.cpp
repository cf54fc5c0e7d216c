// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/kernels/unpack/unpack_plan.h"

#include "cuda/kernels/common/arithmetic.h"
#include "cuda/kernels/unpack/unpack_unit.h"

#include <algorithm>

namespace videohistogram::cuda {

namespace {

constexpr size_t plane_alignment = 256, row_alignment = 16;
constexpr uint32_t unpack_blocks_per_multiprocessor = 8;
// Rows end with a whole unit of any packing, of 2, 3, 4 or 6 pixels.
constexpr uint64_t unpacked_unit_pixels = 12;

/// Bytes from a row to the next one.
size_t stride_of(const FormatInfo& unpacked, uint32_t plane, uint32_t width) {
  return round_up(
      unpacked.row_bytes(plane, static_cast<uint32_t>(round_up(width, unpacked_unit_pixels))),
      row_alignment);
}

} // namespace

size_t unpacked_bytes(const FormatInfo& format, uint32_t width, uint32_t height) {
  size_t bytes = 0;
  for (uint32_t p = 0; p < format.unpacked->n_planes; p++)
    bytes += round_up(stride_of(*format.unpacked, p, width) * format.unpacked->rows(p, height),
                      plane_alignment);
  return bytes;
}

Unpacking plan_unpacking(const DeviceProperties& device, const FrameView& frame, uint8_t* memory) {
  const FormatInfo& format = *frame.format;
  const FormatInfo& unpacked = *format.unpacked;
  Unpacking result{{}, frame};
  result.unpacked.format = &unpacked;
  result.unpacked.before.reset();
  const size_t bytes = unpacked_bytes(format, frame.width, frame.height);
  size_t offset = 0;
  for (uint32_t p = 0; p < unpacked.n_planes; p++) {
    const size_t stride = stride_of(unpacked, p, frame.width);
    result.unpacked.planes[p] = {memory, bytes, offset, static_cast<ptrdiff_t>(stride)};
    offset += round_up(stride * unpacked.rows(p, frame.height), plane_alignment);
  }
  UnpackParameters& parameters = result.launch.parameters;
  parameters.packing = format.packing;
  parameters.n_planes = format.n_planes;
  uint64_t units = 0;
  for (uint32_t p = 0; p < format.n_planes; p++) {
    PackedPlane& plane = parameters.planes[p];
    plane.first = frame.planes[p].row(0);
    plane.stride = frame.planes[p].stride;
    plane.row_bytes = static_cast<uint32_t>(frame.row_bytes(p));
    plane.units = divide_up(plane.row_bytes, unit_bytes(format.packing));
    plane.rows = frame.rows(p);
    // A plane of pixels is cut into the planes of its fields; others stay planes.
    const bool is_cut = unpacked.n_planes > format.n_planes;
    const uint32_t first = is_cut ? 0 : p, n = is_cut ? unpacked.n_planes : 1;
    for (uint32_t i = 0; i < n; i++) {
      const PlaneView& to = result.unpacked.planes[first + i];
      plane.to[i] = memory + to.offset;
      plane.to_stride[i] = static_cast<uint32_t>(to.stride);
    }
    units = std::max(units, plane.all_units());
  }
  const uint64_t most =
      uint64_t{std::max(device.multiprocessors, 1u)} * unpack_blocks_per_multiprocessor;
  result.launch.blocks =
      static_cast<uint32_t>(std::clamp<uint64_t>(divide_up(units, unpack_threads), 1, most));
  return result;
}

} // namespace videohistogram::cuda
