// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace videohistogram {

/// How the common packings are unpacked. Each function takes whole blocks, and reads no byte after
/// the last one. It may write up to `unpack_spill` bytes after its last sample.
struct UnpackFunctions {
  /// `n` samples of 2 bytes, whose bytes are exchanged.
  void (*swap)(const uint8_t* from, size_t n, uint8_t* to);
  /// `n` words of 32 bits, low or high byte first. Fields without a plane are null.
  void (*words)(const uint8_t* from, size_t n, bool high_byte_first, uint16_t* const (&fields)[4]);
  /// `n` words of 16 bits with fields of 5, `middle` and 5 bits.
  void (*words16)(const uint8_t* from, size_t n, uint32_t middle, uint16_t* const (&fields)[4]);
  /// `n` blocks of 6 pixels.
  void (*v210)(const uint8_t* from, size_t n, uint16_t* y, uint16_t* cb, uint16_t* cr);
  /// `n` blocks of 2 pixels.
  void (*uyvp)(const uint8_t* from, size_t n, uint16_t* y, uint16_t* cb, uint16_t* cr);
  /// `n` blocks of 3 samples, shifted to the high bits.
  void (*run_le32)(const uint8_t* from, size_t n, uint16_t* to);
  /// `n` blocks of 4 samples, shifted to the high bits.
  void (*run_le40)(const uint8_t* from, size_t n, uint16_t* to);
};
constexpr size_t unpack_spill = 128;

/// Run on any CPU.
extern const UnpackFunctions generic_unpack_functions;

} // namespace videohistogram
