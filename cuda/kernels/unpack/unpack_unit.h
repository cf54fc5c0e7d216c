// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// What one thread unpacks. Host code may call it, too, with host pointers.
#pragma once

#include "cuda/kernels/unpack/unit.h"
#include "cuda/kernels/unpack/unpack_kernel.h"

namespace videohistogram::cuda {

namespace {

/// Unpacks a unit of a row.
VIDEOHISTOGRAM_HOST_DEVICE inline void unpack_unit(Packing packing, const PackedPlane& plane,
                                                   uint32_t row, uint32_t unit) {
  const uint32_t size = unit_bytes(packing), begin = unit * size;
  const uint32_t left = plane.row_bytes - begin;
  const MemoryUnit in{plane.first + plane.stride * static_cast<ptrdiff_t>(row) + begin,
                      left < size ? left : size};
  each_sample(packing, in, unit, [&](uint32_t to, uint32_t column, uint32_t value) {
    if (!plane.to[to])
      return;
    uint8_t* const samples = plane.to[to] + size_t{plane.to_stride[to]} * row;
    if (packing == Packing::iyu1)
      samples[column] = static_cast<uint8_t>(value);
    else
      reinterpret_cast<uint16_t*>(samples)[column] = static_cast<uint16_t>(value);
  });
}

} // namespace

} // namespace videohistogram::cuda
