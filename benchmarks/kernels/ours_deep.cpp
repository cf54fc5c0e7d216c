// SPDX-License-Identifier: LGPL-2.1-or-later
// The project's own kernel for samples deeper than 8 bits.
#include "counter.h"
#include "cuda/deep_kernel.h"

namespace videohistogram::benchmark {

namespace {

class OursDeep final : public Counter {
public:
  explicit OursDeep(const Device& device) {
    properties_.capability = device.capability;
    properties_.multiprocessors = static_cast<uint32_t>(device.multiprocessors);
    properties_.shared_bytes = static_cast<uint32_t>(device.shared_opt_in);
    check(cuda::prepare_deep_kernels(properties_), "loading the project's deep kernels");
    constexpr uint32_t most_counters = max_channels * 65536;
    scratch_ = Buffer<uint32_t>::device(cuda::deep_scratch_bytes(most_counters) / sizeof(uint32_t));
    results_ = Buffer<uint32_t>::mapped(most_counters);
  }

  std::string name() const override { return "ours"; }

  bool has(const Cell& cell) const override { return cell.sample_bytes == 2 && !cell.regions; }

  void prepare(const Cell& cell) override {
    const FormatInfo& format = *find_format(cell.format());
    Request request;
    request.channels = select_channels(format, format.channels());
    request.bins = cell.bins;
    parameters_ = cuda::deep_parameters(format, 0, request);
    parameters_.stride = static_cast<int64_t>(cell.stride());
    parameters_.width = cell.width;
    parameters_.height = cell.height;
    parameters_.scratch = scratch_.data();
    parameters_.results = results_.data();
    shape_ = cuda::choose_deep_shape(properties_, parameters_.counters(),
                                     uint64_t{cell.width} * cell.height);
  }

  cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) override {
    parameters_.pixels = frame;
    return cuda::launch_deep_count(shape_, parameters_, stream);
  }

  std::vector<uint32_t> counts() override {
    return {results_.data(), results_.data() + parameters_.counters()};
  }

private:
  cuda::DeviceProperties properties_;
  Buffer<uint32_t> scratch_; ///< zero between frames
  Buffer<uint32_t> results_;
  cuda::DeepParameters parameters_{};
  cuda::DeepShape shape_{};
};

} // namespace

std::unique_ptr<Counter> make_ours_deep(const Device& device) {
  return std::make_unique<OursDeep>(device);
}

} // namespace videohistogram::benchmark
