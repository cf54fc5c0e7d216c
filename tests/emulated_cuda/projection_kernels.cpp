// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels of projections as plain loops over their launches, one pixel after the other.
#include "cuda/kernels/projection/projection_kernel.h"
#include "tests/emulated_cuda/kernels.h"

#include <algorithm>

namespace videohistogram::cuda {

using namespace emulated;

namespace {

/// The byte that a nibble of `selector` chooses.
uint32_t select_byte(const uint8_t* pixel, uint32_t pixel_bytes, uint32_t selector,
                     uint32_t nibble) {
  const uint32_t byte = selector >> 4 * nibble & 7;
  return byte < pixel_bytes ? pixel[byte] : 0;
}

/// The bytes that the lowest four nibbles choose, the first one in the lowest bits.
uint32_t select(const uint8_t* pixel, uint32_t pixel_bytes, uint32_t selector) {
  uint32_t word = 0;
  for (uint32_t i = 0; i < 4; i++)
    word |= select_byte(pixel, pixel_bytes, selector, i) << 8 * i;
  return word;
}

/// The bin of a pixel.
uint32_t bin_of(const ProjectionVariant& variant, const ProjectionParameters& p, uint32_t selector,
                const uint8_t* pixel) {
  const uint32_t pixel_bytes = variant.pixel_bytes;
  const auto computed = static_cast<Quantity>(__builtin_ctz(variant.computed | 1u << 31));
  const auto compute_selected = [&](uint32_t mask, uint32_t shift) {
    uint32_t rgb[3];
    for (int i = 0; i < 3; i++)
      rgb[i] = (select(pixel, pixel_bytes, p.rgb_selectors[i]) & mask) >> shift;
    return compute(computed, p.weights, rgb[0], rgb[1], rgb[2]);
  };
  if (variant.bytes) {
    uint32_t value = 0;
    if (variant.computed && computed != Quantity::luma) {
      value = compute_selected(0xff0000, 16);
    } else if (variant.computed) {
      uint32_t sum = 32768;
      for (uint32_t i = 0; i < std::min(pixel_bytes, 4u); i++)
        sum += (p.byte_weights[i / 2] >> 16 * (i % 2) & 0xffff) * pixel[i];
      value = sum >> 16;
    } else {
      value = select_byte(pixel, pixel_bytes, selector, 2);
    }
    return value * p.bins / byte_values;
  }
  uint32_t sample = 0;
  if (variant.computed) {
    sample = compute_selected(p.rgb_mask, p.rgb_shift) << 16;
  } else {
    sample = select(pixel, pixel_bytes, selector);
  }
  return static_cast<uint32_t>(uint64_t{sample & p.mask} * p.scale >> 32);
}

/// A colour, 0 (R) to 2 (B), of the pixel in a column and a row.
uint32_t colour_of(const ProjectionParameters& p, uint32_t index, uint32_t x, uint32_t y) {
  const ProjectionColours& c = p.colours;
  const uint32_t row = c.interlaced ? std::min(y / 4 * 2 + y % 2, c.last_row) : y >> c.y_sub;
  const uint8_t* const chroma = c.chroma + row * c.stride;
  const uint8_t first = c.cr ? chroma[x / 2] : chroma[x / 2 * 2];
  const uint8_t second = c.cr ? (c.cr + row * c.stride)[x / 2] : chroma[x / 2 * 2 + 1];
  const int32_t sum = c.y * p.pixels[y * p.stride + x] + c.first[index] * first +
                      c.second[index] * second + c.constants[index];
  return static_cast<uint32_t>(std::clamp(sum, 0, (1 << 24) - 1)) >> 16;
}

/// Counts one table of a launch. `bin`: of a column, a row and the pixel there.
template <typename Bin>
void count_table_along(const ProjectionParameters& p, uint32_t pixel_bytes, uint32_t* matrix,
                       const Bin& bin) {
  for (uint32_t y = 0; y < p.height; y++) {
    const uint8_t* const row = p.pixels + y * p.stride;
    expect(row >= p.begin && row + size_t{p.width} * pixel_bytes <= p.end,
           "no byte outside of the picture is counted");
    for (uint32_t x = 0; x < p.width; x++) {
      const int64_t position = (int64_t{x} * p.c - int64_t{y} * p.s + p.origin) >> 30;
      if (position < 0 || position >= p.positions)
        expect(false, "every pixel has a position");
      matrix[position * p.bins + bin(x, y, row + size_t{x} * pixel_bytes)]++;
    }
  }
}

void count_along(const ProjectionLaunch& launch) {
  const ProjectionParameters p = launch.parameters; // which no count can be part of
  const ProjectionVariant variant = launch.variant;
  computed_of(variant.computed);
  const size_t row_bytes = size_t{p.width} * variant.pixel_bytes;
  expect_rows(p.pixels, p.stride, p.height, row_bytes);
  for (uint32_t i = 0; i < variant.tables; i++) {
    uint32_t* const matrix = p.matrices[i];
    expect_device_memory(matrix, size_t{p.positions} * p.bins * sizeof(uint32_t),
                         "the matrix lies in one block");
    std::fill_n(matrix, size_t{p.positions} * p.bins, 0);
    const uint32_t selector = p.selectors[i], byte = selector >> 8 & 7;
    if (variant.colours)
      count_table_along(p, variant.pixel_bytes, matrix,
                        [&](uint32_t x, uint32_t y, const uint8_t*) {
                          return colour_of(p, i, x, y) * p.bins / byte_values;
                        });
    // Most pixels are one of the next two.
    else if (variant.bytes && !variant.computed && byte < variant.pixel_bytes)
      count_table_along(p, variant.pixel_bytes, matrix,
                        [&](uint32_t, uint32_t, const uint8_t* pixel) {
                          return pixel[byte] * p.bins / byte_values;
                        });
    else if (variant.bytes && variant.computed == quantity_bit(Quantity::luma) &&
             variant.pixel_bytes == 4)
      count_table_along(p, 4, matrix, [&](uint32_t, uint32_t, const uint8_t* pixel) {
        uint32_t sum = 32768;
        for (uint32_t k = 0; k < 4; k++)
          sum += (p.byte_weights[k / 2] >> 16 * (k % 2) & 0xffff) * pixel[k];
        return (sum >> 16) * p.bins / byte_values;
      });
    else
      count_table_along(p, variant.pixel_bytes, matrix,
                        [&](uint32_t, uint32_t, const uint8_t* pixel) {
                          return bin_of(variant, p, selector, pixel);
                        });
  }
}

} // namespace

cudaError_t prepare_projection_kernels(DeviceProperties&) {
  return begin_call();
}

cudaError_t launch_projection_kernel(const ProjectionLaunch& launch, cudaStream_t stream) {
  return enqueue(stream, [launch] { count_along(launch); });
}

} // namespace videohistogram::cuda
