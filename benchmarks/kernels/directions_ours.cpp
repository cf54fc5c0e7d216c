// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "directions.h"

#include "benchmarks/frame_counter.h"
#include "cuda/kernels/projection/projection_plan.h"

namespace videohistogram::benchmark {

namespace {

class Ours final : public DirectionCounter {
public:
  explicit Ours(const Device& device)
      : properties_{device.capability, static_cast<uint32_t>(device.multiprocessors),
                    static_cast<uint32_t>(device.shared_opt_in), device.capability >= 90} {
    check(cuda::prepare_projection_kernels(properties_), "loading the project's kernels");
  }

  std::string name() const override { return "ours"; }

  void prepare(const DirectionCell& cell) override {
    matrix_.reset();
    matrix_ = Buffer<uint32_t>::device(cell.counters());
    FrameView view;
    view.format = find_format(cell.frame.format());
    view.width = cell.frame.width;
    view.height = cell.frame.height;
    // The launch is planned before the frames' addresses are known: the matrix has their alignment.
    planned_for_ = reinterpret_cast<const uint8_t*>(matrix_.data());
    view.planes[0] = {planned_for_, cell.frame.stride() * cell.frame.height, 0,
                      static_cast<ptrdiff_t>(cell.frame.stride())};
    const Quantity channel = cell.frame.channels == 1 ? Quantity::gray : Quantity::luma;
    const SharedPlan plan =
        make_plan(*view.format, view.width, view.height, quantity_bit(channel), direction_bins,
                  {{{channel, direction_bins}, cell.direction}});
    launch_ = cuda::plan_projection_launches({properties_, *plan, view, {}, {}})[0];
    launch_.parameters.matrices[0] = matrix_.data();
  }

  cudaError_t enqueue(const uint8_t* frame, cudaStream_t stream) override {
    cuda::ProjectionParameters& p = launch_.parameters;
    for (const uint8_t** address : {&p.pixels, &p.begin, &p.end})
      *address += frame - planned_for_;
    planned_for_ = frame;
    return cuda::launch_projection_kernel(launch_, stream);
  }

  std::vector<uint32_t> counts() override { return read_counts(matrix_); }

  std::vector<uint32_t> expected(const DirectionCell& cell,
                                 const std::vector<uint8_t>& values) override {
    return count_along(cell.direction, cell.frame.width, cell.frame.height, values);
  }

private:
  cuda::DeviceProperties properties_;
  cuda::ProjectionLaunch launch_{};
  const uint8_t* planned_for_ = nullptr; ///< the address that launch_ was last set to
  Buffer<uint32_t> matrix_;
};

} // namespace

std::unique_ptr<DirectionCounter> make_direction(const Device& device) {
  return std::make_unique<Ours>(device);
}

} // namespace videohistogram::benchmark
