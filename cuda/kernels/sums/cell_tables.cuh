// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Tables of light in shared memory, for the kernels of cells.
#pragma once

#include "cuda/kernels/sums/cells.h"
#include "cuda/kernels/sums/shared_sums.cuh"

#include <cstdint>

namespace videohistogram::cuda {

namespace {

/// Neighbouring lanes have copies of tables of 256 entries, which do not share banks.
constexpr uint32_t light_copies = 16;
/// Deep tables of up to so many entries lie in shared memory, others in that of the device.
constexpr uint32_t most_shared_entries = 4096;

/// A word of sums_memory, by its offset in bytes.
template <class Word>
__device__ __forceinline__ Word shared_at(uint32_t offset) {
  return *reinterpret_cast<const Word*>(reinterpret_cast<const uint8_t*>(sums_memory) + offset);
}

/// The tables of samples of one byte, in shared memory from the byte `first` on: first those of
/// colours. Code 256 is that beyond white.
class ByteTables {
  static constexpr uint32_t entries = 257, colour_row = light_copies * sizeof(uint2),
                            light_row = light_copies * sizeof(uint32_t);

public:
  static constexpr uint32_t bytes = entries * (colour_row + light_row);

  /// Copies the tables that are needed.
  __device__ ByteTables(const SumsParameters& p, uint32_t first) {
    const uint32_t lane = threadIdx.x % light_copies, lights = first + entries * colour_row;
    uint8_t* const memory = reinterpret_cast<uint8_t*>(sums_memory);
    for (uint32_t i = threadIdx.x / light_copies; i < entries; i += blockDim.x / light_copies) {
      const uint32_t code = min(i, 255u);
      *reinterpret_cast<uint2*>(memory + first + i * colour_row + lane * sizeof(uint2)) =
          make_uint2(p.has(Sum::rgb) ? p.light_of_colours[code] : 0,
                     p.has(Sum::iris) ? p.iris_light[code] : 0);
      *reinterpret_cast<uint32_t*>(memory + lights + i * light_row + lane * sizeof(uint32_t)) =
          p.has(Sum::light) ? p.light[code] : 0;
    }
    // Codes have the bits of floats, which disappear here.
    colours_ = first + lane * static_cast<uint32_t>(sizeof(uint2)) - code_bits * colour_row;
    lights_ = lights + lane * static_cast<uint32_t>(sizeof(uint32_t)) - code_bits * light_row;
  }

  __device__ __forceinline__ uint32_t light(uint32_t code) const {
    return shared_at<uint32_t>(code * light_row + lights_);
  }
  __device__ __forceinline__ ColourLight colour(uint32_t code) const {
    const uint2 both = shared_at<uint2>(code * colour_row + colours_);
    return {both.x, both.y};
  }

private:
  uint32_t colours_, lights_; ///< offsets of this lane's entries of code 0, less code_bits
};

/// The tables of samples of two bytes.
class WordTables {
public:
  __device__ WordTables(const SumsParameters& p, uint32_t first)
      : light_(p.light), light_of_colours_(p.light_of_colours),
        iris_(first + threadIdx.x % light_copies * 4), drop_(p.colours.depth - 8) {
    uint32_t* next = reinterpret_cast<uint32_t*>(sums_memory) + first / 4;
    for (uint32_t i = threadIdx.x; p.has(Sum::iris) && i < 256 * light_copies; i += blockDim.x)
      next[i] = p.iris_light[i / light_copies];
    next += 256 * light_copies;
    const auto copy = [&](const uint32_t*& table, bool used, uint32_t depth) {
      const uint32_t entries = 1u << depth;
      if (!used || entries > most_shared_entries)
        return;
      for (uint32_t i = threadIdx.x; i < entries; i += blockDim.x)
        next[i] = table[i];
      table = next;
      next += entries;
    };
    copy(light_, p.has(Sum::light), p.depth);
    copy(light_of_colours_, p.has(Sum::rgb), p.colours.depth);
  }

  __device__ __forceinline__ uint32_t light(uint32_t code) const { return light_[code]; }
  __device__ __forceinline__ ColourLight colour(uint32_t code) const {
    return {light_of_colours_ ? light_of_colours_[code] : 0,
            shared_at<uint32_t>((code >> drop_) * light_copies * 4 + iris_)};
  }

private:
  const uint32_t *light_, *light_of_colours_; ///< in either memory
  uint32_t iris_;                             ///< offset of this lane's first entry
  uint32_t drop_;                             ///< bits that IRIS does not have
};

} // namespace

} // namespace videohistogram::cuda
