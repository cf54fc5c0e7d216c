// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/quantity.h"
#include "cuda/device/device_properties.h"
#include "cuda/kernels/common/lane_table.h"
#include "cuda/kernels/common/meeting.h"

#include <cstddef>
#include <cstdint>

namespace videohistogram::cuda {

/// Maximum number of histograms per launch.
constexpr uint32_t max_colour_tables = max_pixel_quantities;

/// Maximum threads per block.
constexpr uint32_t colour_threads = 1024;

/// Packed counters: at most four histograms of 256 counters, two of which share a word. A table has
/// 256 bytes per value and pair of words: one pair of histograms in 64 copies, or two pairs in 32.
constexpr uint32_t max_packed_tables = 4;
constexpr uint32_t packed_table_bytes = 64 * 1024;

/// Words in which blocks merge packed counters, spread as those of lane_table.h.
constexpr uint32_t packed_words = lane_words;
/// Maximum number of wide counters whose words are spread, if they fit narrow_bits.
constexpr uint32_t max_spread_counters = 4096;

/// Histograms that a kernel counts together, and nothing else.
enum class DirectOperation : uint8_t {
  none,
  rgb_and_maximum, ///< 256 bins each of R, G, B and MAXRGB of the same conversion
  rgb,
  maximum,
  range,
  sat_and_hue, ///< of up to 10 bits; SAT in a power of two bins
  sat,
  hue,
};

/// Arrays of counters that an operation on pixels needs, see lane_table.h.
constexpr uint32_t direct_arrays(DirectOperation operation) {
  if (operation == DirectOperation::rgb_and_maximum || operation == DirectOperation::rgb)
    return 3;
  return operation == DirectOperation::maximum || operation == DirectOperation::range ? 1 : 0;
}

/// Maximum counts per thread of rgb_and_maximum: its counters have 16 bits, and the threads of a
/// block that have the same lane share them. Larger frames take packed counters.
constexpr uint32_t max_halves_counts(uint32_t threads) {
  return 65535 / (threads / lane_copies);
}

/// The work of a launch.
struct ColourWork {
  uint32_t tables;                                   ///< number of histograms
  uint32_t counters;                                 ///< of all histograms
  bool packable;                                     ///< all histograms can have packed counters
  uint64_t items;                                    ///< pixels, or chroma samples
  uint32_t group_items;                              ///< items that a thread loads together
  DirectOperation operation = DirectOperation::none; ///< that counts exactly these histograms
};

/// The launch shape for a rectangle.
struct ColourShape {
  DirectOperation operation; ///< none: a kernel for any histograms
  bool packed;               ///< 16-bit counters in pairs, or those of a DirectOperation
  bool overlap;              ///< the launch may begin while the one before it runs
  bool pixels_ready;         ///< see begin_reading()
  uint32_t threads;          ///< per block
  uint32_t portions;         ///< blocks that count the same part, each a portion of the items
  uint32_t parts;            ///< ranges of counters; 1 if packed
  uint32_t part_counters;    ///< counters per part; the last part may have fewer
  uint32_t copies;           ///< copies of each counter in a block's shared memory: a power of two
  uint32_t shared_bytes;     ///< dynamic shared memory per block, a multiple of 16

  uint32_t blocks() const { return parts * portions; }
};

/// Bytes of device memory in which the blocks of a launch merge, whatever its shape is. Suffices
/// for launches with fewer counters or items, too.
size_t colour_scratch_bytes(uint32_t counters, uint64_t items);

/// Chooses the shape for a launch with at least one item. Correct on every device that CUDA
/// supports, tuned for some. Pure: the same arguments give the same shape.
ColourShape choose_colour_shape(const DeviceProperties& device, const ColourWork& work);

} // namespace videohistogram::cuda
