// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// HUE of a pair of chroma samples, by the expression of FFmpeg's filter signalstats:
// floor(180 / pi * atan2(cb, cr) + 180) modulo 360 in single precision, whose rounding decides
// about pairs next to a whole number of degrees. All backends therefore take it from tables.
#pragma once

#include "core/host_device.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram {

/// The most bits of which a table has an entry per pair: entry cb << depth | cr. Samples of 16 bits
/// have 2^32 pairs. Their table has a row per cb, of hue_row entries, because along a row the hue
/// only rises or only falls. The *rank* of a pair is its HUE where cb is at most 2^15, else 359
/// minus its HUE: along a row it never falls. Entry k, 1 to 180, is the first cr whose rank is k or
/// more, at most 65535; entry 0 is the rank of cr 65535.
constexpr uint32_t deepest_hue_entries = 12;
constexpr uint32_t hue_row = 181;

/// Entries of a table for samples of `depth` bits.
constexpr size_t hue_table_entries(uint32_t depth) {
  return depth <= deepest_hue_entries ? size_t{1} << (2 * depth) : (size_t{1} << depth) * hue_row;
}

/// HUE, 0 to 359 degrees, of all pairs of samples of `depth` bits: 8, 10, 12 or 16. The first call
/// for a depth computes the table: 128 KiB for 8 bits, 2 MiB for 10, 32 MiB for 12, 23 MiB for 16.
/// Never freed. Thread-safety: any thread.
const uint16_t* hue_table(uint32_t depth);

/// HUE by the rank of its pair.
VIDEOHISTOGRAM_HOST_DEVICE constexpr uint32_t hue_of_rank(uint32_t cb, uint32_t rank) {
  return cb <= 0x8000 ? rank : 359 - rank;
}

/// HUE of a pair, from the table for samples of `depth` bits.
inline uint32_t hue_at(const uint16_t* table, uint32_t depth, uint32_t cb, uint32_t cr) {
  if (depth <= deepest_hue_entries)
    return table[cb << depth | cr];
  const uint16_t* const row = table + size_t{cb} * hue_row;
  if (cr == UINT16_MAX)
    return hue_of_rank(cb, row[0]);
  const uint16_t* first = row + 1; // of the entries among which the search goes on
  for (uint32_t left = hue_row - 1; left > 1;) {
    const uint32_t half = left / 2;
    first += first[half - 1] <= cr ? half : 0; // no branch: hues of noise cannot be predicted
    left -= half;
  }
  return hue_of_rank(cb, static_cast<uint32_t>(first - (row + 1)) + (*first <= cr ? 1 : 0));
}

} // namespace videohistogram
