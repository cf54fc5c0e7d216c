// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/count_frame.h"

#include "cuda/region_plan.h"

namespace videohistogram::cuda {

cudaError_t count_frame(const DeviceProperties& device, const FrameView& frame,
                        const Request& request, const CountMemory& memory, cudaStream_t stream) {
  if (frame.format->n_grids > 1)
    return cudaErrorNotSupported;
  const Grid& grid = frame.format->grids[0];
  const PlaneView& plane = frame.planes[0];
  const GridRequest wanted = grid_request(*frame.format, 0, request);
  CountVariant variant{grid.pixel_bytes, wanted.stored.size, wanted.luma};
  CountParameters parameters{};
  for (uint32_t c = 0; c < wanted.stored.size; c++)
    parameters.offsets[c] = static_cast<uint8_t>(grid.offset_of(wanted.stored[c]));
  constexpr Channel rgb[] = {Channel::r, Channel::g, Channel::b};
  for (int i = 0; i < 3 && wanted.luma; i++)
    parameters.luma_offsets[i] = static_cast<uint8_t>(grid.offset_of(rgb[i]));

  const bool bottom_up = plane.stride < 0;
  const uint64_t pixels = uint64_t{frame.width} * frame.height;
  const LaunchShape shape =
      choose_launch_shape(device, variant.counters(), variant.pixel_bytes, pixels);
  const ScratchPlan scratch = plan_scratch(reinterpret_cast<uint64_t*>(memory.scratch),
                                           memory.scratch_bytes, variant.counters(), pixels);
  const uint32_t region_blocks =
      plan_regions({frame.width, frame.height, bottom_up, shape.frame_blocks, scratch.region_sets},
                   request.regions, memory.region_blocks);

  parameters.pixels = plane.row(bottom_up ? frame.height - 1 : 0);
  parameters.stride = plane.row_distance();
  parameters.width = frame.width;
  parameters.height = frame.height;
  parameters.frame_blocks = shape.frame_blocks;
  parameters.luma = request.luma;
  parameters.region_blocks = memory.device_region_blocks;
  parameters.scratch = scratch.scratch;
  parameters.results = memory.results;
  return launch_count(variant, shape, parameters, region_blocks, stream);
}

} // namespace videohistogram::cuda
