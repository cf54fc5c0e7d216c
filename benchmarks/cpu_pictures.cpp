// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "benchmarks/cpu_pictures.h"

#include "benchmarks/frame_counter.h"

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <random>

namespace videohistogram::cpu_benchmark {

namespace {

cv::Mat picture, picture_ycc; // R G B A and Y Cr Cb

/// The smallest group of samples that repeats along a row of a plane: a pixel, or Y Cb Y Cr.
struct Unit {
  uint32_t samples = 0;
  std::array<Quantity, 4> channels{}; ///< channel of each sample
  std::array<uint32_t, 4> x{};        ///< column of each sample, relative to the unit's first
  uint32_t x_sub = 0, y_sub = 0;      ///< log2 of the pixels per unit, across and down
};

/// Supports only planes in which every sample belongs to a channel.
Unit unit_of(const FormatInfo& format, uint32_t plane) {
  Unit unit;
  for (uint32_t g = 0; g < format.n_sample_planes; g++)
    if (format.sample_planes[g].plane == plane) // the last sample plane has the largest pixels
      unit = {uint32_t{format.sample_planes[g].pixel_bytes} / format.sample_bytes,
              {},
              {},
              format.sample_planes[g].x_sub,
              format.sample_planes[g].y_sub};
  for (uint32_t g = 0; g < format.n_sample_planes; g++) {
    const SamplePlane& sample_plane = format.sample_planes[g];
    for (uint32_t i = 0; sample_plane.plane == plane && i < sample_plane.n_components; i++)
      for (uint32_t s = sample_plane.components[i].byte / format.sample_bytes, x = 0;
           s < unit.samples; s += sample_plane.pixel_bytes / format.sample_bytes, x++) {
        unit.channels[s] = sample_plane.components[i].channel;
        unit.x[s] = x << sample_plane.x_sub;
      }
  }
  return unit;
}

/// An 8-bit sample; `noise` is random and equal for all samples of a unit.
uint8_t sample(const std::string& content, const Size& size, uint32_t x, uint32_t y,
               Quantity channel, uint64_t noise) {
  constexpr int places[] = {0, 1, 2, 3,
                            0, 2, 1, 0}; // position of each channel in R G B A, Y Cr Cb, GRAY
  const int c = places[static_cast<int>(channel)];
  const int column = static_cast<int>(x), row = static_cast<int>(y);
  if (content == "values x32")
    return static_cast<uint8_t>((noise >> (8 * c) & 7) * 32);
  if (content == "gradient")
    return static_cast<uint8_t>(
        c < 3 ? (256 * column / static_cast<int>(size.width) + 16 * row * (c + 1) / 1080) : 255);
  if (content == "two-valued")
    return noise & 1 ? 200 : 10;
  if (content == "constant")
    return static_cast<uint8_t>(40 + 50 * c);
  if (channel == Quantity::y || channel == Quantity::cb || channel == Quantity::cr)
    return picture_ycc.at<cv::Vec3b>(row % picture.rows, column % picture.cols)[c];
  return picture.at<cv::Vec4b>(row % picture.rows, column % picture.cols)[c];
}

void fill_plane(Picture& made, uint32_t plane, const std::string& content, const Size& size) {
  const FormatInfo& format = *made.frame.format;
  const Unit unit = unit_of(format, plane);
  std::mt19937_64 random(plane + 1);
  uint8_t* next = made.pixels.data() + made.frame.planes[plane].offset;
  for (uint32_t y = 0; y < format.rows(plane, size.height); y++)
    for (uint32_t x = 0; x < size.width; x += 1u << unit.x_sub) {
      const uint64_t noise = random();
      for (uint32_t s = 0; s < unit.samples; s++) {
        const auto own = static_cast<uint32_t>(noise >> (64 / unit.samples * s));
        uint32_t value = own;
        if (content != "random")
          value = sample(content, size, x + unit.x[s], y << unit.y_sub, unit.channels[s], noise)
                  << (format.depth - 8);
        if (content == "photo") // the photo has 8 bits: the low bits are random
          value += own & ((1u << (format.depth - 8)) - 1);
        value = (value & ((1u << format.depth) - 1)) << format.shift;
        for (uint32_t byte = 0; byte < format.sample_bytes; byte++)
          *next++ = static_cast<uint8_t>(value >> (8 * byte));
      }
    }
}

template <uint32_t samples, typename Sample>
void count_plain(const Sample* p, const Sample* end, uint32_t shift, uint32_t* a, uint32_t* b,
                 uint32_t* c, uint32_t* d) {
  if (sizeof(Sample) == 1)
    shift = 0;
  for (; p < end; p += samples) {
    a[p[0] >> shift]++;
    if (samples >= 2)
      b[p[1] >> shift]++;
    if (samples >= 4) {
      c[p[2] >> shift]++;
      d[p[3] >> shift]++;
    }
  }
}

template <typename Sample>
void count_plain(const Picture& counted, Counts& counts) {
  std::fill(counts.begin(), counts.end(), 0);
  const FormatInfo& format = *counted.frame.format;
  for (uint32_t plane = 0; plane < format.n_planes; plane++) {
    const Unit unit = unit_of(format, plane);
    uint32_t* t[4] = {};
    for (uint32_t s = 0; s < unit.samples; s++) {
      const QuantityList& list = counted.plan->quantities;
      const auto at = std::find(list.begin(), list.end(), unit.channels[s]) - list.begin();
      t[s] = counts.data() + at * (1 << format.depth);
    }
    const auto* const p = reinterpret_cast<const Sample*>(counted.frame.planes[plane].row(0));
    const auto* const end =
        p + counted.frame.row_bytes(plane) * counted.frame.rows(plane) / sizeof *p;
    if (unit.samples == 1)
      count_plain<1>(p, end, format.shift, t[0], t[1], t[2], t[3]);
    else if (unit.samples == 2)
      count_plain<2>(p, end, format.shift, t[0], t[1], t[2], t[3]);
    else
      count_plain<4>(p, end, format.shift, t[0], t[1], t[2], t[3]);
  }
}

} // namespace

void count_plain(const Picture& counted, Counts& counts) {
  counted.frame.format->sample_bytes == 1 ? count_plain<uint8_t>(counted, counts)
                                          : count_plain<uint16_t>(counted, counts);
}

bool load_photo(const char* path) {
  const cv::Mat loaded = cv::imread(path, cv::IMREAD_COLOR);
  if (loaded.empty())
    return false;
  cv::cvtColor(loaded, picture, cv::COLOR_BGR2RGBA);
  cv::cvtColor(loaded, picture_ycc, cv::COLOR_BGR2YCrCb);
  return true;
}

const Picture& make_picture(const std::string& content, const FormatInfo& format,
                            const Size& size) {
  static std::map<std::string, Picture> all;
  Picture& made = all[content + format.name + size.name];
  if (!made.pixels.empty())
    return made;
  const PackedLayout layout = packed_layout(format, size.width, size.height, 64);
  made.pixels.resize(layout.size);
  made.frame.format = &format;
  made.frame.width = size.width;
  made.frame.height = size.height;
  for (uint32_t p = 0; p < format.n_planes; p++)
    made.frame.planes[p] = {made.pixels.data(), layout.size, layout.offsets[p],
                            static_cast<ptrdiff_t>(made.frame.row_bytes(p))};
  for (uint32_t p = 0; p < format.n_planes; p++)
    fill_plane(made, p, content, size);
  made.plan = make_plan(format, size.width, size.height, format.channels(), 1u << format.depth);
  made.expected.resize(made.plan->total_counts(0));
  count_plain(made, made.expected);
  return made;
}

} // namespace videohistogram::cpu_benchmark
