// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"
#include "core/unpack_functions.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram {

/// Rows of a frame of a format with a packing, unpacked. Thread-safety: one thread at a time, but
/// several may write_rows() of different rows.
class UnpackedFrame {
public:
  /// The bytes of memory for `rows` rows of a format with a packing.
  static uint64_t bytes(const FormatInfo& packed, uint32_t width, uint32_t rows);
  /// Makes room for `rows` rows of `packed` from row `first` on; then all of them must be written.
  /// `first` is a multiple of each plane's vertical subsampling. `packed` has passed check_frame().
  void begin(const FrameView& packed, uint32_t first, uint32_t rows);
  /// Unpacks `rows` rows from row `y` on, counted from `first`. `y` is a multiple of each plane's
  /// vertical subsampling, and so is `rows` unless these are the last.
  void write_rows(uint32_t y, uint32_t rows, const UnpackFunctions& functions);
  /// The rows as a frame of FormatInfo::unpacked, which borrows the memory of this object until the
  /// next begin(). It has no frame before.
  const FrameView& view() const { return view_; }

private:
  template <class Row>
  void for_rows(uint32_t plane, uint32_t y, uint32_t rows, const Row& row);
  void write_blocks(uint32_t y, uint32_t rows, const UnpackFunctions& functions);
  void write_runs(uint32_t plane, uint32_t y, uint32_t rows, const UnpackFunctions& functions);
  void write_tiles(uint32_t plane, uint32_t y, uint32_t rows, const UnpackFunctions& functions);

  FrameView packed_;
  uint32_t first_ = 0;
  std::vector<uint8_t> memory_;
  FrameView view_;
};

} // namespace videohistogram
