// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/deep_plan.h"

namespace videohistogram::cuda {

namespace {

/// The grids of a frame in which something is counted, with what is the same in all rectangles.
struct AskedGrids {
  GridView views[max_grids];
  DeepPlane grids[max_grids];
  uint32_t first[max_grids]; ///< of the counters of a rectangle
  uint32_t size = 0;

  AskedGrids(const Plan& plan, const FrameView& frame, uint32_t* scratch) {
    for (const PlaneHistograms& plane : plan.planes) {
      views[size] = frame.grid(plane.grid);
      first[size] = plane.first * plan.bins;
      DeepParameters& parameters = grids[size].parameters;
      parameters = deep_parameters(plan, plane);
      parameters.stride = views[size].stride;
      parameters.scratch = scratch;
      scratch += deep_scratch_bytes(parameters.counters()) / sizeof(uint32_t);
      size++;
    }
  }

  /// Makes them ready to count a rectangle of the frame that is not empty.
  void set(const DeviceProperties& device, const Rect& rect, uint32_t* results) {
    DeepWork work[max_grids];
    DeepShape shapes[max_grids];
    for (uint32_t i = 0; i < size; i++) {
      const Rect r = grid_rect(*views[i].grid, rect);
      DeepParameters& p = grids[i].parameters;
      p.pixels = views[i].row(r.y) + size_t{r.x} * views[i].grid->pixel_bytes;
      p.width = r.width;
      p.height = r.height;
      p.results = results + first[i];
      work[i] = {p.channels(), p.bins, p.computed != 0, uint64_t{r.width} * r.height,
                 2 * p.pixel_samples};
    }
    choose_deep_shapes(device, work, size, shapes);
    for (uint32_t i = 0; i < size; i++)
      grids[i].shape = shapes[i];
  }
};

} // namespace

DeepParameters deep_parameters(const Plan& plan, const PlaneHistograms& plane) {
  const FormatInfo& format = plan.format;
  const Grid& grid = format.grids[plane.grid];
  DeepParameters p{};
  p.pixel_samples = grid.pixel_bytes / 2;
  p.depth = format.depth;
  p.shift = format.shift;
  p.bins = plan.bins;
  p.weights = plan.luma;
  for (Quantity channel : plane.stored)
    p.offsets[p.stored++] = static_cast<uint8_t>(grid.offset_of(channel));
  p.computed = set_of(plane.computed);
  constexpr Quantity rgb[] = {Quantity::r, Quantity::g, Quantity::b};
  for (int i = 0; i < 3 && p.computed; i++)
    p.rgb_offsets[i] = static_cast<uint8_t>(grid.offset_of(rgb[i]));
  return p;
}

size_t deep_frame_scratch_bytes(const Plan& plan) {
  size_t bytes = 0;
  for (const PlaneHistograms& plane : plan.planes)
    bytes += deep_scratch_bytes(plane.size() * plan.bins);
  return bytes;
}

cudaError_t deep_count_frame(const DeviceProperties& device, const Plan& plan,
                             const FrameView& frame, const std::vector<Rect>& regions,
                             const CountMemory& memory, cudaStream_t stream) {
  AskedGrids asked(plan, frame, reinterpret_cast<uint32_t*>(memory.scratch));
  uint32_t* results = memory.results;
  // One launch a rectangle: they follow each other and share the scratch.
  const auto count = [&](const Rect& rect) -> cudaError_t {
    uint32_t* const here = results;
    results += plan.rectangle_counts();
    if (rect.width == 0 || rect.height == 0)
      return cudaMemsetAsync(here, 0, plan.rectangle_counts() * sizeof(uint32_t), stream);
    asked.set(device, rect, here);
    return launch_deep_kernel(asked.grids, asked.size, stream);
  };
  cudaError_t code = count({0, 0, frame.width, frame.height});
  for (size_t i = 0; i < regions.size() && code == cudaSuccess; i++)
    code = count(regions[i]);
  return code;
}

} // namespace videohistogram::cuda
