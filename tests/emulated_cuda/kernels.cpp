// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The kernels that count and write values as plain loops over their launches, one pixel after the
// other.
#include "tests/emulated_cuda/kernels.h"

#include "core/hue.h"
#include "cuda/kernels/byte/byte_kernel.h"
#include "cuda/kernels/colour/colour_kernel.h"
#include "cuda/kernels/deep/deep_kernel.h"
#include "cuda/kernels/difference/difference_kernel.h"
#include "cuda/kernels/joint/joint_kernel.h"
#include "cuda/kernels/packed/packed_kernel.h"
#include "cuda/kernels/unpack/unpack_unit.h"
#include "cuda/kernels/values/values_kernel.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

namespace videohistogram::cuda {

using namespace emulated;

namespace {

/// Rows of pixels of 8-bit samples, and where their counts go.
struct ByteRectangle {
  const uint8_t* corner;
  uint32_t width, height;
  uint32_t* results; ///< 256 per channel; all of them are written
};

void count_rectangle(const ByteVariant& variant, const ByteParameters& p, const BytePlane& plane,
                     const ByteRectangle& rectangle) {
  const uint32_t pixel_bytes = variant.pixel_bytes == 1 ? plane.pixel_bytes : variant.pixel_bytes;
  const bool ones = variant.pixel_bytes == 1 && variant.stored == 1;
  const uint32_t channels = variant.pixel_bytes == 1 && !ones ? plane.channels : variant.counters();
  const std::vector<Quantity> computed = computed_of(variant.computed);
  uint32_t* const counts = rectangle.results;
  std::fill_n(counts, channels * 256, 0);
  const size_t row_bytes = size_t{rectangle.width} * pixel_bytes;
  expect_rows(rectangle.corner, static_cast<int64_t>(plane.stride), rectangle.height, row_bytes);
  for (uint32_t y = 0; y < rectangle.height; y++) {
    const uint8_t* const row = rectangle.corner + y * plane.stride;
    if (ones) {
      for (size_t i = 0; i < row_bytes; i++)
        counts[row[i]]++;
      continue;
    }
    if (variant.pixel_bytes == 1) {
      const size_t period = pixel_bytes == 3 ? 3 : 4;
      for (size_t first = 0; first < period; first++) {
        const uint32_t counter = plane.pattern[first];
        if (counter == not_counted)
          continue;
        for (size_t i = first; i < row_bytes; i += period)
          counts[counter * 256 + row[i]]++;
      }
      continue;
    }
    for (uint32_t c = 0; c < variant.stored; c++) {
      uint32_t* const of_channel = counts + c * 256;
      for (size_t i = p.offsets[c]; i < row_bytes; i += pixel_bytes)
        of_channel[row[i]]++;
    }
    for (uint32_t c = 0; c < computed.size(); c++) {
      uint32_t* const of_channel = counts + (variant.stored + c) * 256;
      // Copies, which no count can be part of.
      const Quantity quantity = computed[c];
      const auto weights = p.weights;
      const size_t r = p.rgb_offsets[0], g = p.rgb_offsets[1], b = p.rgb_offsets[2];
      for (const uint8_t* pixel = row; pixel < row + row_bytes; pixel += pixel_bytes)
        of_channel[compute(quantity, weights, pixel[r], pixel[g], pixel[b])]++;
    }
  }
}

void count(const ByteLaunch& launch) {
  const ByteParameters& p = launch.parameters;
  const auto zero = [](uint64_t word) { return word == 0; };
  expect(std::all_of(p.scratch.words, p.scratch.words + p.scratch.frame_words, zero),
         "the scratch is zero before a launch");
  uint32_t blocks = 0;
  for (const BytePlane& plane : p.planes) {
    blocks += plane.blocks;
    if (plane.blocks > 0)
      count_rectangle(launch.variant, p, plane,
                      {plane.pixels, plane.width, plane.height, p.results + plane.table * 256});
  }
  expect(blocks == launch.shape.frame_blocks, "the blocks of planes are those of the launch");
  expect(p.first_frame_block == launch.region_blocks, "the blocks of regions come first");
  for (uint32_t i = 0; i < launch.region_blocks; i++) {
    const RegionBlock& block = p.region_blocks[i];
    const BytePlane& plane = p.planes[block.plane];
    const uint32_t pixel_bytes =
        launch.variant.pixel_bytes == 1 ? plane.pixel_bytes : launch.variant.pixel_bytes;
    expect(block.rank < block.blocks, "a block is one of its region's");
    if (block.rank == 0) // the first block counts for all blocks of its region
      count_rectangle(launch.variant, p, plane,
                      {plane.pixels + block.y * plane.stride + size_t{block.x} * pixel_bytes,
                       block.width, block.height, p.results + block.table * 256});
  }
}

void count_deep(const DeepParameters& p) {
  const auto zero = [](uint32_t word) { return word == 0; };
  expect(
      std::all_of(p.scratch, p.scratch + deep_scratch_bytes(p.counters()) / sizeof(uint32_t), zero),
      "the scratch is zero before a launch");
  std::fill_n(p.results, p.counters(), 0);
  const uint32_t mask = (1u << p.depth) - 1;
  const std::vector<Quantity> computed = computed_of(p.computed);
  const size_t pixel_bytes = 2 * size_t{p.pixel_samples};
  expect_rows(p.pixels, p.stride, p.height, p.width * pixel_bytes);
  for (uint32_t y = 0; y < p.height; y++) {
    const uint8_t* const row = p.pixels + y * p.stride;
    for (uint32_t x = 0; x < p.width; x++) {
      const auto value_at = [&](uint32_t offset) {
        uint16_t sample;
        std::memcpy(&sample, row + x * pixel_bytes + offset, sizeof sample);
        return uint32_t{sample} >> p.shift & mask;
      };
      const auto add = [&](uint32_t channel, uint32_t value) {
        p.results[channel * p.bins + static_cast<uint32_t>(uint64_t{value} * p.bins >> p.depth)]++;
      };
      for (uint32_t c = 0; c < p.stored; c++)
        add(c, value_at(p.offsets[c]));
      for (uint32_t c = 0; c < computed.size(); c++)
        add(p.stored + c, compute(computed[c], p.weights, value_at(p.rgb_offsets[0]),
                                  value_at(p.rgb_offsets[1]), value_at(p.rgb_offsets[2])));
    }
  }
}

void count_packed(const PackedLaunch& launch) {
  const PackedParameters& p = launch.parameters;
  std::fill_n(p.results, p.counters, 0);
  if (p.rows == 0)
    return;
  const size_t words = packed_pair_words(p.counters) * (p.narrow ? 1 : 2);
  expect_device_memory(p.scratch, words * sizeof(uint64_t), "the scratch lies in one block");
  expect(std::all_of(p.scratch, p.scratch + words, [](uint64_t word) { return word == 0; }),
         "the scratch is zero before a launch");
  const uint32_t size = unit_bytes(p.packing);
  expect_rows(p.first, p.stride, p.rows, std::min(p.row_bytes, p.units * size));
  for (uint32_t y = 0; y < p.rows; y++)
    for (uint32_t unit = 0; unit < p.units; unit++) {
      const MemoryUnit in{p.first + y * p.stride + size_t{unit} * size,
                          std::min(size, p.row_bytes - unit * size)};
      each_sample(p.packing, in, unit, [&](uint32_t to, uint32_t column, uint32_t value) {
        const PackedChannel& channel = p.channels[to];
        if (channel.bins == 0)
          return;
        const bool inside = column >= channel.begin && column < channel.end;
        expect(inside || unit < p.whole_begin || unit >= p.whole_end,
               "all samples of a whole unit are counted");
        if (inside)
          p.results[channel.first + (value * channel.bins >> packed_value_bits)]++;
      });
    }
}

const uint8_t* address_of(const ColourSource& p, uint32_t component, uint32_t column,
                          uint32_t row) {
  const ColourSamples& samples = p.samples[component];
  return samples.first + row * samples.stride + size_t{column} * samples.step;
}

/// The sample of a component in a column and a row of its plane.
uint32_t sample_at(const ColourSource& p, uint32_t component, uint32_t column, uint32_t row) {
  const uint8_t* const at = address_of(p, component, column, row);
  uint32_t sample = at[0];
  if (p.sample_bytes > 1)
    sample |= uint32_t{at[1]} << 8;
  return sample >> p.shift & ((1u << p.depth) - 1);
}

/// Samples of pixels of a row of a frame, or of chroma samples.
class SampleRow {
public:
  /// Ends the process unless the samples of the columns from `x` on lie in blocks.
  SampleRow(const ColourSource& p, uint32_t x, uint32_t width, uint32_t y)
      : p_(p), shared_(!p.rgb && !p.of_chroma), row_(y) {
    FrameView frame; // which knows the chroma row of a row
    frame.height = p.frame_height;
    frame.interlaced = p.interlaced;
    chroma_row_ = shared_ ? frame.chroma_row(y, p.y_sub) : y;
    for (uint32_t i = p.of_chroma ? 1 : 0; i < 3; i++) {
      const uint8_t* const first = address_of(p, i, column_of(i, x), row_of(i));
      const uint8_t* const last = address_of(p, i, column_of(i, x + width - 1), row_of(i));
      expect_device_memory(first, static_cast<size_t>(last - first) + p.sample_bytes,
                           "samples lie in a block");
    }
  }

  /// Y, Cb and Cr, or R, G and B.
  std::array<uint32_t, 3> at(uint32_t x) const {
    std::array<uint32_t, 3> values{};
    for (uint32_t i = p_.of_chroma ? 1 : 0; i < 3; i++)
      values[i] = sample_at(p_, i, column_of(i, x), row_of(i));
    return values;
  }

private:
  uint32_t column_of(uint32_t component, uint32_t x) const {
    return component > 0 && shared_ ? x >> p_.x_sub : x;
  }
  uint32_t row_of(uint32_t component) const { return component > 0 ? chroma_row_ : row_; }

  const ColourSource& p_;
  bool shared_; ///< chroma samples are, by several pixels
  uint32_t row_, chroma_row_ = 0;
};

uint32_t bits_of_colours(const ColourSource& p) {
  return p.rgb ? p.depth : p.colours.rgb.depth;
}

/// The value of a quantity. `samples`: as of SampleRow::at().
uint32_t colour_value(const ColourSource& p, Quantity quantity,
                      const std::array<uint32_t, 3>& samples) {
  const auto [y, cb, cr] = samples;
  if (p.rgb && (quantity == Quantity::luma || quantity == Quantity::maxrgb))
    return compute(quantity, p.luma, y, cb, cr);
  switch (quantity) {
  case Quantity::maxrgb:
    return p.colours.full.maximum(y, cb, cr);
  case Quantity::range:
    return p.rgb ? p.colours.range_of_rgb(y, cb, cr) : p.colours.range(y, cb, cr);
  case Quantity::brng:
    return is_outside_broadcast_range(y, cb, cr, p.depth);
  case Quantity::r_minus_g:
    return colour_difference(colour_value(p, Quantity::r, samples),
                             colour_value(p, Quantity::g, samples), bits_of_colours(p));
  case Quantity::g_minus_b:
    return colour_difference(colour_value(p, Quantity::g, samples),
                             colour_value(p, Quantity::b, samples), bits_of_colours(p));
  case Quantity::chroma:
    return p.colours.subcarrier.amplitude(cb, cr);
  case Quantity::cie_x:
  case Quantity::cie_y:
  case Quantity::cie_u:
  case Quantity::cie_v:
    return p.colours.chromaticities.value(
        chromaticity_index(quantity), colour_value(p, Quantity::r, samples),
        colour_value(p, Quantity::g, samples), colour_value(p, Quantity::b, samples));
  case Quantity::sat:
    return saturation(cb, cr, p.depth);
  case Quantity::hue:
    return hue_at(p.colours.hue, p.depth, cb, cr);
  default:
    return p.rgb ? samples[static_cast<size_t>(quantity)]
                 : p.colours.rgb.colour(static_cast<uint32_t>(quantity), y, cb, cr);
  }
}

void expect_light(const ColourSource& p) {
  expect_device_memory(p.colours.chromaticities.light, p.colours.chromaticities.light_bytes(),
                       "the light of codes lies in one block");
}

void count_colours(const ColourLaunch& launch) {
  const ColourParameters& p = launch.parameters;
  std::fill_n(p.results, p.counters(), 0);
  if (launch.empty())
    return;
  const size_t scratch = colour_scratch_bytes(p.counters(), uint64_t{p.rect.width} * p.rect.height);
  expect_device_memory(p.scratch, scratch, "the scratch lies in one block");
  expect(std::all_of(p.scratch, p.scratch + scratch / sizeof(uint64_t),
                     [](uint64_t word) { return word == 0; }),
         "the scratch is zero before a launch");
  if (p.of_chroma && p.colours.hue)
    expect_device_memory(p.colours.hue, sizeof(uint16_t) * hue_table_entries(p.depth),
                         "the table of hues lies in one block");
  for (uint32_t i = 0; i < p.n_tables; i++)
    if (is_chromaticity(p.tables[i].quantity))
      expect_light(p);
  for (uint32_t y = p.rect.y; y < p.rect.y + p.rect.height; y++) {
    const SampleRow row(p, p.rect.x, p.rect.width, y);
    for (uint32_t x = p.rect.x; x < p.rect.x + p.rect.width; x++) {
      const std::array<uint32_t, 3> samples = row.at(x);
      for (uint32_t i = 0; i < p.n_tables; i++) {
        const ColourTable& table = p.tables[i];
        const uint64_t value = colour_value(p, table.quantity, samples);
        p.results[table.first + (value * table.scale >> table.depth)]++;
      }
    }
  }
}

/// The value of an axis. `samples`: as of SampleRow::at(); RGB pixels also have A in column x, row
/// y.
uint32_t joint_value(const JointParameters& p, Quantity quantity,
                     const std::array<uint32_t, 3>& samples, uint32_t x, uint32_t y) {
  const auto [first, second, third] = samples;
  switch (quantity) {
  case Quantity::y:
    return first;
  case Quantity::cb:
    return second;
  case Quantity::cr:
    return third;
  case Quantity::a:
    expect_device_memory(address_of(p, 3, x, y), p.sample_bytes, "samples lie in a block");
    return sample_at(p, 3, x, y);
  default:
    return colour_value(p, quantity, samples);
  }
}

void count_joint(const JointLaunch& launch) {
  const JointParameters& p = launch.parameters;
  expect_device_memory(p.matrix, size_t{p.counters()} * sizeof(uint32_t),
                       "the matrix lies in one block");
  const bool has_hue = p.x.quantity == Quantity::hue || p.y.quantity == Quantity::hue;
  if (has_hue)
    expect_device_memory(p.colours.hue, sizeof(uint16_t) * hue_table_entries(p.depth),
                         "the table of hues lies in one block");
  if (is_chromaticity(p.x.quantity) || is_chromaticity(p.y.quantity))
    expect_light(p);
  if (p.pixel_bytes > 0)
    expect_rows(p.pixels + p.rect.y * p.stride + size_t{p.rect.x} * p.pixel_bytes, p.stride,
                p.rect.height, size_t{p.rect.width} * p.pixel_bytes);
  const JointShape& shape = launch.shape;
  expect(shape.blocks() > 0, "a launch has blocks");
  for (uint32_t y = p.rect.y; y < p.rect.y + p.rect.height; y++) {
    const SampleRow row(p, p.rect.x, p.rect.width, y);
    for (uint32_t x = p.rect.x; x < p.rect.x + p.rect.width; x++) {
      const std::array<uint32_t, 3> samples = row.at(x);
      uint32_t index = 0;
      for (const JointAxis& axis : {p.x, p.y})
        index = index * axis.bins +
                (joint_value(p, axis.quantity, samples, x, y) * axis.factor >> axis.shift);
      p.matrix[index]++;
    }
  }
}

void count_differences(const DifferenceLaunch& launch) {
  for (uint32_t i = 0; i < launch.n_planes; i++) {
    const DifferencePlane& p = launch.planes[i];
    const size_t row_bytes = size_t{p.width} * p.pixel_samples * launch.sample_bytes;
    expect_rows(p.now, p.stride, p.height, row_bytes);
    expect_rows(p.before, p.before_stride, p.height, row_bytes);
    expect(p.n_tables > 0 && launch.shapes[i].blocks() > 0, "every plane has blocks");
    uint32_t* const results = launch.results + p.first;
    uint32_t* const of_samples = launch.results + p.first_of_samples;
    std::fill_n(results, p.n_tables * launch.bins, 0);
    if (launch.with_samples)
      std::fill_n(of_samples, p.n_tables * launch.bins, 0);
    const auto bin_at = [&](uint32_t table, int64_t value) {
      return table * launch.bins + (value * launch.bins >> launch.depth);
    };
    const auto value_at = [&](const uint8_t* at) {
      const uint32_t sample = launch.sample_bytes == 1 ? at[0] : at[0] | at[1] << 8;
      return static_cast<int64_t>(sample >> launch.shift & ((1u << launch.depth) - 1));
    };
    for (uint32_t y = 0; y < p.height; y++)
      for (uint32_t x = 0; x < p.width * p.pixel_samples; x++) {
        const uint32_t table = p.tables[x % p.pixel_samples];
        if (table == no_table)
          continue;
        const size_t byte = size_t{x} * launch.sample_bytes;
        const int64_t now = value_at(p.now + y * p.stride + byte),
                      before = value_at(p.before + y * p.before_stride + byte);
        results[bin_at(table, std::abs(now - before))]++;
        if (launch.with_samples)
          of_samples[bin_at(table, now)]++;
      }
  }
}

void write_values(const ValuesLaunch& launch) {
  const ValuesParameters& p = launch.parameters;
  const uint32_t value_bytes = image_value_bytes(p.sample_bytes, p.of_chroma);
  for (uint32_t y = 0; y < p.rect.height; y++) {
    uint8_t* to = p.to + size_t{y} * p.stride;
    expect_device_memory(to, size_t{p.rect.width} * image_values * value_bytes,
                         "the image lies in one block");
    const SampleRow row(p, 0, p.rect.width, y);
    for (uint32_t x = 0; x < p.rect.width; x++) {
      const std::array<uint32_t, 3> samples = row.at(x);
      for (uint32_t i = 0; i < image_values; i++, to += value_bytes) {
        const uint32_t value =
            i < p.n_quantities ? colour_value(p, p.quantities[i], samples) << p.shifts[i] : 0;
        std::memcpy(to, &value, value_bytes);
      }
    }
  }
}

} // namespace

cudaError_t prepare_byte_kernels(DeviceProperties& device) {
  device.overlap = true;
  return begin_call();
}

cudaError_t prepare_deep_kernels(DeviceProperties&) {
  return begin_call();
}

cudaError_t prepare_packed_kernels(DeviceProperties&) {
  return begin_call();
}

cudaError_t prepare_colour_kernels(DeviceProperties&) {
  return begin_call();
}

cudaError_t prepare_difference_kernels(DeviceProperties&) {
  return begin_call();
}

cudaError_t prepare_values_kernels(DeviceProperties&) {
  return begin_call();
}

cudaError_t prepare_joint_kernels(DeviceProperties&) {
  return begin_call();
}

cudaError_t prepare_unpack_kernels(DeviceProperties&) {
  return begin_call();
}

cudaError_t launch_byte_kernel(const ByteLaunch& launch, cudaStream_t stream) {
  return enqueue(stream, [launch] { count(launch); });
}

cudaError_t launch_deep_kernel(const DeepLaunch& launch, cudaStream_t stream) {
  return enqueue(stream, [launch] {
    std::fill_n(launch.results, launch.counters, 0);
    for (uint32_t i = 0; i < launch.n_planes; i++)
      count_deep(launch.planes[i].parameters);
  });
}

cudaError_t launch_packed_kernel(const PackedLaunch& launch, cudaStream_t stream) {
  return enqueue(stream, [launch] { count_packed(launch); });
}

cudaError_t launch_colour_kernel(const ColourLaunch& launch, cudaStream_t stream) {
  return enqueue(stream, [launch] { count_colours(launch); });
}

cudaError_t launch_difference_kernel(const DifferenceLaunch& launch, cudaStream_t stream) {
  return enqueue(stream, [launch] { count_differences(launch); });
}

cudaError_t launch_joint_clear(uint32_t* first, size_t counters, ClearAccess, bool,
                               cudaStream_t stream) {
  return enqueue(stream, [first, counters] {
    expect_device_memory(first, counters * sizeof(uint32_t), "the matrices lie in one block");
    std::fill_n(first, counters, 0);
  });
}

cudaError_t launch_joint_kernel(const JointLaunch& launch, cudaStream_t stream) {
  if (launch.empty())
    return cudaSuccess;
  return enqueue(stream, [launch] { count_joint(launch); });
}

cudaError_t launch_unpack_kernel(const UnpackLaunch& launch, cudaStream_t stream) {
  return enqueue(stream, [p = launch.parameters] {
    for (uint32_t i = 0; i < p.n_planes; i++)
      for (uint32_t row = 0; row < p.planes[i].rows; row++)
        for (uint32_t unit = 0; unit < p.planes[i].units; unit++)
          unpack_unit(p.packing, p.planes[i], row, unit);
  });
}

cudaError_t launch_values_kernel(const ValuesLaunch& launch, cudaStream_t stream) {
  return enqueue(stream, [launch] { write_values(launch); });
}

} // namespace videohistogram::cuda
