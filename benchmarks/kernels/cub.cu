// SPDX-License-Identifier: LGPL-2.1-or-later
// CUB's DeviceHistogram, from the toolkit that compiles this.
#include "counter.h"

#include <cub/device/device_histogram.cuh>
#include <cub/version.cuh>

namespace videohistogram::benchmark {

namespace {

class Cub final : public Counter {
public:
  std::string name() const override { return "CUB"; }

  bool has(const Cell& cell) const override { return cell.plain(); }

  void prepare(const Cell& cell) override {
    channels_ = static_cast<int>(cell.channels);
    values_ = 1 << cell.depth();
    bins_ = static_cast<int>(cell.bins);
    pixels_ = static_cast<int>(cell.width * cell.height);
    counts_ = Buffer<int>::device(static_cast<size_t>(channels_ * bins_));
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

  std::vector<uint32_t> counts() override {
    std::vector<uint32_t> counts(counts_.size());
    check(cudaMemcpy(counts.data(), counts_.data(), counts.size() * sizeof(uint32_t),
                     cudaMemcpyDeviceToHost),
          "copying CUB's counts");
    return counts;
  }

private:
  cudaError_t call(void* temporary, size_t& bytes, const uint8_t* frame, cudaStream_t stream) {
    return values_ == 256
               ? call_for(temporary, bytes, frame, stream)
               : call_for(temporary, bytes, reinterpret_cast<const uint16_t*>(frame), stream);
  }

  template <typename Sample>
  cudaError_t call_for(void* temporary, size_t& bytes, const Sample* frame, cudaStream_t stream) {
    switch (channels_) {
    case 4:
      return multi<4>(temporary, bytes, frame, stream);
    case 3:
      return multi<3>(temporary, bytes, frame, stream);
    default:
      return cub::DeviceHistogram::HistogramEven(temporary, bytes, frame, counts_.data(), bins_ + 1,
                                                 0, values_, pixels_, stream);
    }
  }

  template <int Channels, typename Sample>
  cudaError_t multi(void* temporary, size_t& bytes, const Sample* frame, cudaStream_t stream) {
    cuda::std::array<int*, Channels> tables;
    cuda::std::array<int, Channels> levels, lower, upper;
    for (int c = 0; c < Channels; c++) {
      tables[c] = counts_.data() + c * bins_;
      levels[c] = bins_ + 1;
      lower[c] = 0;
      upper[c] = values_;
    }
    return cub::DeviceHistogram::MultiHistogramEven<Channels, Channels>(
        temporary, bytes, frame, tables, levels, lower, upper, pixels_, stream);
  }

  int channels_ = 0, values_ = 0, bins_ = 0, pixels_ = 0;
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
