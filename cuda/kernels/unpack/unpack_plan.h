// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "cuda/device/device_properties.h"
#include "cuda/kernels/unpack/unpack_kernel.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// Bytes of an unpacked frame of a format that is_unpacked_there().
size_t unpacked_bytes(const FormatInfo& format, uint32_t width, uint32_t height);

/// A frame that is to be unpacked to `memory`, of unpacked_bytes() bytes at a multiple of 256, and
/// the view of what is then there. The view has no frame before.
struct Unpacking {
  UnpackLaunch launch;
  FrameView unpacked;
};
Unpacking plan_unpacking(const DeviceProperties& device, const FrameView& frame, uint8_t* memory);

} // namespace videohistogram::cuda
