// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/deep_frame.h"

namespace videohistogram::cuda {

namespace {

/// The grids of a frame in which something is counted, with what is the same in all rectangles.
struct AskedGrids {
  GridView views[max_grids];
  DeepGrid grids[max_grids];
  uint32_t first[max_grids]; ///< of the counters of a rectangle
  uint32_t size = 0;

  AskedGrids(const FrameView& frame, const Request& request, uint32_t* scratch) {
    for (uint32_t i = 0; i < frame.format->n_grids; i++) {
      const GridRequest wanted = grid_request(*frame.format, i, request);
      if (wanted.channels() == 0)
        continue;
      views[size] = frame.grid(i);
      first[size] = wanted.first * request.bins;
      DeepParameters& parameters = grids[size].parameters;
      parameters = deep_parameters(*frame.format, i, request);
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
      work[i] = {p.channels(), p.bins, p.luma, uint64_t{r.width} * r.height, 2 * p.pixel_samples};
    }
    choose_deep_shapes(device, work, size, shapes);
    for (uint32_t i = 0; i < size; i++)
      grids[i].shape = shapes[i];
  }
};

} // namespace

DeepParameters deep_parameters(const FormatInfo& format, uint32_t grid_index,
                               const Request& request) {
  const Grid& grid = format.grids[grid_index];
  const GridRequest wanted = grid_request(format, grid_index, request);
  DeepParameters p{};
  p.pixel_samples = grid.pixel_bytes / 2;
  p.depth = format.depth;
  p.shift = format.shift;
  p.bins = request.bins;
  p.weights = request.luma;
  for (Quantity channel : wanted.stored)
    p.offsets[p.stored++] = static_cast<uint8_t>(grid.offset_of(channel));
  p.luma = wanted.luma;
  constexpr Quantity rgb[] = {Quantity::r, Quantity::g, Quantity::b};
  for (int i = 0; i < 3 && p.luma; i++)
    p.luma_offsets[i] = static_cast<uint8_t>(grid.offset_of(rgb[i]));
  return p;
}

size_t deep_frame_scratch_bytes(const FormatInfo& format, const Request& request) {
  size_t bytes = 0;
  for (uint32_t i = 0; i < format.n_grids; i++)
    if (const uint32_t channels = grid_request(format, i, request).channels())
      bytes += deep_scratch_bytes(channels * request.bins);
  return bytes;
}

cudaError_t deep_count_frame(const DeviceProperties& device, const FrameView& frame,
                             const Request& request, const CountMemory& memory,
                             cudaStream_t stream) {
  AskedGrids asked(frame, request, reinterpret_cast<uint32_t*>(memory.scratch));
  uint32_t* results = memory.results;
  // One launch a rectangle: they follow each other and share the scratch.
  const auto count = [&](const Rect& rect) -> cudaError_t {
    uint32_t* const here = results;
    results += request.region_counts();
    if (rect.width == 0 || rect.height == 0)
      return cudaMemsetAsync(here, 0, request.region_counts() * sizeof(uint32_t), stream);
    asked.set(device, rect, here);
    return launch_deep_count(asked.grids, asked.size, stream);
  };
  cudaError_t code = count({0, 0, frame.width, frame.height});
  for (size_t i = 0; i < request.regions.size() && code == cudaSuccess; i++)
    code = count(request.regions[i]);
  return code;
}

} // namespace videohistogram::cuda
