// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/deep_frame.h"

#include "cuda/deep_kernel.h"

namespace videohistogram::cuda {

size_t deep_frame_scratch_bytes(const FormatInfo&, const Request& request) {
  return deep_scratch_bytes(static_cast<uint32_t>(request.region_counts()));
}

cudaError_t deep_count_frame(const DeviceProperties& device, const FrameView& frame,
                             const Request& request, const CountMemory& memory,
                             cudaStream_t stream) {
  if (frame.format->n_grids > 1)
    return cudaErrorNotSupported;
  const GridView grid = frame.grid(0);
  DeepParameters parameters = deep_parameters(*frame.format, 0, request);
  parameters.scratch = reinterpret_cast<uint32_t*>(memory.scratch);
  parameters.stride = grid.stride;
  parameters.results = memory.results;
  const size_t rectangle_bytes = request.region_counts() * sizeof(uint32_t);
  // One launch a rectangle: they follow each other and share the scratch.
  const auto launch = [&](const Rect& r) -> cudaError_t {
    parameters.pixels = grid.row(r.y) + size_t{r.x} * grid.grid->pixel_bytes;
    parameters.width = r.width;
    parameters.height = r.height;
    const DeepShape shape =
        choose_deep_shape(device, parameters.counters(), uint64_t{r.width} * r.height);
    const cudaError_t code = r.width > 0 && r.height > 0
                                 ? launch_deep_count(shape, parameters, stream)
                                 : cudaMemsetAsync(parameters.results, 0, rectangle_bytes, stream);
    parameters.results += request.region_counts();
    return code;
  };
  cudaError_t code = launch({0, 0, frame.width, frame.height});
  for (size_t i = 0; i < request.regions.size() && code == cudaSuccess; i++)
    code = launch(request.regions[i]);
  return code;
}

} // namespace videohistogram::cuda
