// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Tables of light in shared memory, for the kernels of cells.
#pragma once

#include "cuda/kernels/sums/cells.h"
#include "cuda/kernels/sums/shared_sums.cuh"

#include <cstdint>

namespace videohistogram::cuda {

namespace {

/// Deep tables of up to so many entries lie in shared memory, others in that of the device.
constexpr uint32_t most_shared_entries = 4096;

/// A word of sums_memory, by its offset in bytes.
template <class Word>
__device__ __forceinline__ Word shared_at(uint32_t offset) {
  return *reinterpret_cast<const Word*>(reinterpret_cast<const uint8_t*>(sums_memory) + offset);
}

/// Entries of tables of samples of one byte. Code 256 is that beyond white.
constexpr uint32_t byte_entries = 257;
/// Bytes of shared memory for any ByteTables.
constexpr uint32_t byte_table_bytes(uint32_t copies) {
  return byte_entries * copies * static_cast<uint32_t>(sizeof(uint2) + 2 * sizeof(uint32_t));
}

/// The tables of samples of one byte, in shared memory from the byte `first` on: of colours, of
/// IRIS alone, and of Y. Each has rows of p.table_copies entries, one per lane if there are as
/// many, so that lanes do not meet in a bank.
template <class T>
class ByteTables {
  using Colour = std::conditional_t<T::iris, uint2, uint32_t>;
  static constexpr uint32_t entries = byte_entries;

public:
  __device__ ByteTables(const SumsParameters& p, uint32_t first)
      : row_(p.table_copies * static_cast<uint32_t>(sizeof(uint32_t))) {
    constexpr uint32_t word = sizeof(uint32_t);
    const uint32_t colour_row = p.table_copies * static_cast<uint32_t>(sizeof(Colour));
    const uint32_t copy = threadIdx.x % p.table_copies;
    const uint32_t irises = first + entries * colour_row, lights = irises + entries * row_;
    uint8_t* const memory = reinterpret_cast<uint8_t*>(sums_memory);
    for (uint32_t i = threadIdx.x / p.table_copies; i < entries; i += blockDim.x / p.table_copies) {
      const uint32_t code = min(i, 255u);
      const uint32_t light = p.has(Sum::rgb) ? p.light_of_colours[code] : 0;
      Colour* const colour = reinterpret_cast<Colour*>(memory + first + i * colour_row) + copy;
      if constexpr (T::iris) {
        const uint32_t iris = p.has(Sum::iris) ? p.iris_light[code] : 0;
        *colour = make_uint2(light, iris);
        reinterpret_cast<uint32_t*>(memory + irises + i * row_)[copy] = iris;
      } else {
        *colour = light;
      }
      reinterpret_cast<uint32_t*>(memory + lights + i * row_)[copy] =
          p.has(Sum::light) ? p.light[code] : 0;
    }
    // Codes have the bits of floats, which disappear here.
    colours_ = first + copy * static_cast<uint32_t>(sizeof(Colour)) - code_bits * colour_row;
    irises_ = irises + copy * word - code_bits * row_;
    lights_ = lights + copy * word - code_bits * row_;
  }

  __device__ __forceinline__ uint32_t light(uint32_t code) const {
    return shared_at<uint32_t>(code * row_ + lights_);
  }
  __device__ __forceinline__ uint32_t iris(uint32_t code) const {
    return shared_at<uint32_t>(code * row_ + irises_);
  }
  __device__ __forceinline__ ColourLight colour(uint32_t code) const {
    if constexpr (T::iris) {
      const uint2 both = shared_at<uint2>(code * (2 * row_) + colours_);
      return {both.x, both.y};
    } else {
      return {shared_at<uint32_t>(code * row_ + colours_), 0};
    }
  }

private:
  uint32_t row_;                       ///< bytes of a row of words
  uint32_t colours_, irises_, lights_; ///< offsets of this lane's entries of code 0, less code_bits
};

/// The tables of samples of two bytes.
class WordTables {
public:
  static uint32_t bytes(const SumsParameters& p) {
    const auto words = [](uint32_t depth) {
      return 1u << depth <= most_shared_entries ? 1u << depth : 0;
    };
    return 4 * (256 * p.table_copies + words(p.depth) + words(p.colours.depth));
  }

  __device__ WordTables(const SumsParameters& p, uint32_t first)
      : light_(p.light), light_of_colours_(p.light_of_colours),
        iris_(first + threadIdx.x % p.table_copies * 4), row_(p.table_copies * 4),
        drop_(p.colours.depth - 8) {
    uint32_t* next = reinterpret_cast<uint32_t*>(sums_memory) + first / 4;
    for (uint32_t i = threadIdx.x; p.has(Sum::iris) && i < 256 * p.table_copies; i += blockDim.x)
      next[i] = p.iris_light[i / p.table_copies];
    next += 256 * p.table_copies;
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
  __device__ __forceinline__ uint32_t iris(uint32_t code) const {
    return shared_at<uint32_t>((code >> drop_) * row_ + iris_);
  }
  __device__ __forceinline__ ColourLight colour(uint32_t code) const {
    return {light_of_colours_ ? light_of_colours_[code] : 0, iris(code)};
  }

private:
  const uint32_t *light_, *light_of_colours_; ///< in either memory
  uint32_t iris_;                             ///< offset of this lane's first entry
  uint32_t row_;                              ///< bytes from one to the next
  uint32_t drop_;                             ///< bits that IRIS does not have
};

} // namespace

} // namespace videohistogram::cuda
