// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// How a frame on the host is brought into one block of memory: as it lies, with one copy, where
/// its planes share a mapping and there is little padding; else plane by plane without padding.
struct Placement {
  bool keeps_layout;
  const uint8_t* first; ///< the lowest byte of the frame, if so
  size_t size;          ///< of the block
  PackedLayout packed;  ///< else
};

/// The placement of a frame that has passed check_frame().
Placement place(const FrameView& frame);

/// The same frame in a block at `data`, which may be in a device's memory.
FrameView view_at(const FrameView& frame, const Placement& placement, const uint8_t* data);

/// No frame of that format and size needs a larger block.
size_t largest_placement(const FormatInfo& format, uint32_t width, uint32_t height);

} // namespace videohistogram::cuda
