// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// How a frame on the host is copied to one block of memory. If its planes share a mapping and have
/// little padding, one copy keeps the layout; otherwise each plane is copied without padding.
struct Placement {
  bool keeps_layout;
  const uint8_t* first; ///< lowest byte of the frame, if keeps_layout
  size_t size;          ///< bytes of the block
  PackedLayout packed;  ///< layout of the block, unless keeps_layout
};

/// Returns the placement of a frame that has passed check_frame().
Placement place(const FrameView& frame);

/// Returns the view of the same frame in a block at `data`, which may be a device address.
FrameView view_at(const FrameView& frame, const Placement& placement, const uint8_t* data);

/// Maximum bytes of a block for a frame of this format and size.
size_t largest_placement(const FormatInfo& format, uint32_t width, uint32_t height);

} // namespace videohistogram::cuda
