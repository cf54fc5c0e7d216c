// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/frame.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram {

/// How the common packings are unpacked. Each function takes whole blocks, and reads no byte after
/// the last one. It may write up to UnpackedFrame::spill bytes after its last sample.
struct UnpackFunctions {
  /// `n` samples of 2 bytes, whose bytes are exchanged.
  void (*swap)(const uint8_t* from, size_t n, uint8_t* to);
  /// `n` words of 32 bits, low or high byte first. Fields without a plane are null.
  void (*words)(const uint8_t* from, size_t n, bool high_byte_first, uint16_t* const (&fields)[4]);
  /// `n` blocks of 6 pixels.
  void (*v210)(const uint8_t* from, size_t n, uint16_t* y, uint16_t* cb, uint16_t* cr);
  /// `n` blocks of 2 pixels.
  void (*uyvp)(const uint8_t* from, size_t n, uint16_t* y, uint16_t* cb, uint16_t* cr);
  /// `n` blocks of 3 samples, shifted to the high bits.
  void (*run_le32)(const uint8_t* from, size_t n, uint16_t* to);
  /// `n` blocks of 4 samples, shifted to the high bits.
  void (*run_le40)(const uint8_t* from, size_t n, uint16_t* to);
};
/// Run on any CPU.
extern const UnpackFunctions generic_unpack_functions;

/// Rows of a frame of a format with a packing, unpacked. Thread-safety: one thread at a time, but
/// several may write_rows() of different rows.
class UnpackedFrame {
public:
  /// Bytes after a row that may be overwritten.
  static constexpr size_t spill = 128;

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
