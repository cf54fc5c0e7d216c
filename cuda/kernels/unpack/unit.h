// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The samples of a unit of packed samples: a word or a block of the packing. All kernels that read
// packed samples take them from each_sample(). Host code may call it, too.
#pragma once

#include "core/packing.h"

#include <cstdint>

namespace videohistogram::cuda {

namespace {

/// Bytes per unit.
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t unit_bytes(Packing packing) {
  switch (packing) {
  case Packing::v210:
    return 16;
  case Packing::iyu1:
    return 6;
  case Packing::uyvp:
  case Packing::run_le40:
    return 5;
  case Packing::word_le32:
  case Packing::word_be32:
  case Packing::run_le32:
    return 4;
  default:
    return 2;
  }
}

/// The bytes of a unit in memory, of which `bytes` lie at `p`; what is missing counts as 0. The
/// functions read numbers of 32 or 40 bits from byte `i` on.
struct MemoryUnit {
  const uint8_t* p;
  uint32_t bytes;

  VIDEOHISTOGRAM_HOST_DEVICE uint32_t byte(uint32_t i) const { return i < bytes ? p[i] : 0; }
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t little32(uint32_t i) const {
    if ((reinterpret_cast<uintptr_t>(p) & 3) == 0 && i + 4 <= bytes)
      return *reinterpret_cast<const uint32_t*>(p + i);
    return byte(i) | byte(i + 1) << 8 | byte(i + 2) << 16 | byte(i + 3) << 24;
  }
  VIDEOHISTOGRAM_HOST_DEVICE uint32_t big32(uint32_t i) const {
    return byte(i) << 24 | byte(i + 1) << 16 | byte(i + 2) << 8 | byte(i + 3);
  }
  VIDEOHISTOGRAM_HOST_DEVICE uint64_t little40(uint32_t i) const {
    return little32(i) | uint64_t{byte(i + 4)} << 32;
  }
  VIDEOHISTOGRAM_HOST_DEVICE uint64_t big40(uint32_t i) const {
    return uint64_t{big32(i)} << 8 | byte(i + 4);
  }
};

// `use` may be a function of the device only.
#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
/// Calls use(to, column, value) for each sample of unit `unit` of a row: see Packing for `to`, a
/// plane of the unpacked frame. `in` has the unit's bytes, and functions as MemoryUnit.
template <class Unit, class Use>
[[gnu::always_inline]] VIDEOHISTOGRAM_HOST_DEVICE inline void
each_sample(Packing packing, const Unit& in, uint32_t unit, const Use& use) {
  switch (packing) {
  case Packing::big_endian:
    use(0, unit, in.byte(0) << 8 | in.byte(1));
    break;
  case Packing::word_565:
  case Packing::word_555: {
    const uint32_t word = in.byte(0) | in.byte(1) << 8,
                   middle = packing == Packing::word_565 ? 6 : 5;
    const uint32_t low = word & 31, high = word >> (5 + middle) & 31;
    use(0, unit, middle == 6 ? widen_5_to_6(low) : low);
    use(1, unit, word >> 5 & ((1u << middle) - 1));
    use(2, unit, middle == 6 ? widen_5_to_6(high) : high);
    break;
  }
  case Packing::word_le32:
  case Packing::word_be32: {
    const WordSamples samples =
        unpack_word32(packing == Packing::word_le32 ? in.little32(0) : in.big32(0));
    for (uint32_t i = 0; i < 4; i++)
      use(i, unit, samples.fields[i]);
    break;
  }
  case Packing::v210: {
    const V210Samples samples =
        unpack_v210({in.little32(0), in.little32(4), in.little32(8), in.little32(12)});
    for (uint32_t i = 0; i < 6; i++)
      use(0, 6 * unit + i, samples.y[i]);
    for (uint32_t i = 0; i < 3; i++) {
      use(1, 3 * unit + i, samples.cb[i]);
      use(2, 3 * unit + i, samples.cr[i]);
    }
    break;
  }
  case Packing::uyvp: {
    const UyvpSamples samples = unpack_uyvp(in.big40(0));
    use(0, 2 * unit, samples.y[0]);
    use(0, 2 * unit + 1, samples.y[1]);
    use(1, unit, samples.cb);
    use(2, unit, samples.cr);
    break;
  }
  case Packing::run_le32: {
    const uint32_t number = in.little32(0); // read once: `use` may write to memory
    for (uint32_t i = 0; i < 3; i++)
      use(0, 3 * unit + i, field_of_10(number, i) << 6);
    break;
  }
  case Packing::run_le40: {
    const uint64_t number = in.little40(0);
    for (uint32_t i = 0; i < 4; i++)
      use(0, 4 * unit + i, field_of_10(number, i) << 6);
    break;
  }
  case Packing::iyu1:
    use(1, unit, in.byte(0));
    use(2, unit, in.byte(3));
    for (uint32_t i = 0; i < 4; i++)
      use(0, 4 * unit + i, in.byte(1 + i + i / 2));
    break;
  default: // none, and tiles
    break;
  }
}

} // namespace

} // namespace videohistogram::cuda
