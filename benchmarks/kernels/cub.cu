// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// CUB's DeviceHistogram, from the toolkit that compiles this file.
#include "counter.h"

#include <cub/device/device_histogram.cuh>
#include <cub/version.cuh>

#include <algorithm>

namespace videohistogram::benchmark {

namespace {

#if CUB_MAJOR_VERSION >= 3
template <class T, size_t Size>
using Array = cuda::std::array<T, Size>;
#else
template <class T, size_t Size>
using Array = T[Size];
#endif

class Cub final : public Counter {
public:
  std::string name() const override { return "CUB"; }

  bool has(const Cell& cell) const override { return cell.plain(); }

  std::string why_not(const Cell& cell) const override {
    return cell.chroma == Chroma::packed ? "it takes no channel from two samples of a pixel" : "";
  }

  void prepare(const Cell& cell) override {
    planes_.clear();
    size_t offset = 0;
    int channel = 0;
    for (const Cell& plane : cell.planes()) {
      planes_.push_back({static_cast<int>(plane.channels),
                         static_cast<int>(plane.width * plane.height), channel, offset});
      offset += plane.bytes();
      channel += planes_.back().channels;
    }
    values_ = 1 << cell.depth();
    bins_ = static_cast<int>(cell.bins);
    counts_ = Buffer<int>::device(static_cast<size_t>(channel * bins_));
    temporary_.reset();
    size_t bytes = 0;
    check(call(nullptr, bytes, nullptr, nullptr), "asking CUB for its temporary storage");
    temporary_ = Buffer<uint8_t>::device(bytes);
  }

  /// CUB zeroes its counters itself.
  cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) override {
    size_t bytes = temporary_.size();
    return call(temporary_.data(), bytes, frame, stream);
  }

  std::vector<uint32_t> counts() override { return read_counts(counts_); }

private:
  struct Plane {
    int channels, pixels;
    int first; ///< index of the plane's first channel in the cell
    size_t offset;
  };

  /// One call per plane; all calls use the same temporary storage.
  cudaError_t call(void* temporary, size_t& bytes, const uint8_t* frame, cudaStream_t stream) {
    size_t max_bytes = 0;
    cudaError_t code = cudaSuccess;
    for (const Plane& plane : planes_) {
      size_t plane_bytes = bytes;
      const uint8_t* const first = frame + plane.offset;
      if (code == cudaSuccess)
        code = values_ == 256 ? call_for(temporary, plane_bytes, first, plane, stream)
                              : call_for(temporary, plane_bytes,
                                         reinterpret_cast<const uint16_t*>(first), plane, stream);
      max_bytes = std::max(max_bytes, plane_bytes);
    }
    bytes = max_bytes;
    return code;
  }

  template <typename Sample>
  cudaError_t call_for(void* temporary, size_t& bytes, const Sample* samples, const Plane& plane,
                       cudaStream_t stream) {
    switch (plane.channels) {
    case 4:
      return multi<4>(temporary, bytes, samples, plane, stream);
    case 3:
      return multi<3>(temporary, bytes, samples, plane, stream);
    case 2:
      return multi<2>(temporary, bytes, samples, plane, stream);
    default:
      return cub::DeviceHistogram::HistogramEven(temporary, bytes, samples,
                                                 counts_.data() + plane.first * bins_, bins_ + 1, 0,
                                                 values_, plane.pixels, stream);
    }
  }

  template <int Channels, typename Sample>
  cudaError_t multi(void* temporary, size_t& bytes, const Sample* samples, const Plane& plane,
                    cudaStream_t stream) {
    Array<int*, Channels> tables;
    Array<int, Channels> levels, lower, upper;
    for (int c = 0; c < Channels; c++) {
      tables[c] = counts_.data() + (plane.first + c) * bins_;
      levels[c] = bins_ + 1;
      lower[c] = 0;
      upper[c] = values_;
    }
    return cub::DeviceHistogram::MultiHistogramEven<Channels, Channels>(
        temporary, bytes, samples, tables, levels, lower, upper, plane.pixels, stream);
  }

  int values_ = 0, bins_ = 0;
  std::vector<Plane> planes_;
  Buffer<int> counts_; ///< [channel][bin], in device memory
  Buffer<uint8_t> temporary_;
};

} // namespace

std::unique_ptr<Counter> make_cub() {
  return std::make_unique<Cub>();
}

std::string cub_version() {
  return std::to_string(CUB_MAJOR_VERSION) + "." + std::to_string(CUB_MINOR_VERSION) + "." +
         std::to_string(CUB_SUBMINOR_VERSION);
}

} // namespace videohistogram::benchmark
