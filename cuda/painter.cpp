// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/painter.h"

#include "cuda/device/errors.h"
#include "cuda/kernels/paint/paint_plan.h"
#include "cuda/transfer/fill_block.h"

#include <new>
#include <utility>

namespace videohistogram::cuda {

namespace {

/// Whether the picture lies inside of the frame, on whole chroma samples.
bool fits(const Painting& painting, const FrameView& frame) {
  const Drawing& drawing = *painting.drawing;
  if (drawing.width > frame.width || drawing.height > frame.height ||
      painting.x > frame.width - drawing.width || painting.y > frame.height - drawing.height)
    return false;
  for (uint32_t p = 0; p < frame.format->n_sample_planes; p++) {
    const SamplePlane& plane = frame.format->sample_planes[p];
    if (painting.x % (1u << plane.x_sub) != 0 || painting.y % (1u << plane.y_sub) != 0)
      return false;
  }
  return true;
}

Status check_target(const FrameView& frame, const FrameView& target) {
  if (Status status = check_frame(target); !status.ok())
    return status;
  if (target.format != frame.format || target.width != frame.width ||
      target.height != frame.height || !target.place.shares_addresses(frame.place))
    return refusal("a frame and its copy differ in format, size or context");
  for (uint32_t p = 0; p < frame.format->n_planes; p++)
    if (target.planes[p].stride < 0 || frame.planes[p].stride < 0)
      return refusal("frames whose rows lie in the opposite order are not copied on the GPU");
  return {};
}

Status copy_to_target(const FrameView& frame, const FrameView& target, cudaStream_t stream) {
  for (uint32_t p = 0; p < frame.format->n_planes; p++) {
    const PlaneView& to = target.planes[p];
    const PlaneView& from = frame.planes[p];
    Status status =
        check(cudaMemcpy2DAsync(const_cast<uint8_t*>(to.row(0)), static_cast<size_t>(to.stride),
                                from.row(0), static_cast<size_t>(from.stride), frame.row_bytes(p),
                                frame.rows(p), cudaMemcpyDeviceToDevice, stream),
              "copying a frame on the GPU");
    if (!status.ok())
      return status;
  }
  return {};
}

} // namespace

Status Painter::load(const FrameView& frame, const SharedPlan& plan, DeviceProperties& device,
                     std::chrono::milliseconds time_limit) try {
  const Painting& painting = *frame.painting;
  if (painting.target)
    if (Status status = check_target(frame, *painting.target); !status.ok())
      return status;
  if (painting.marks)
    if (Status status = marker_.load(frame, painting.marks, device, time_limit); !status.ok())
      return status;
  return painting.drawing ? load_drawing(frame, plan, device, time_limit) : Status();
} catch (const std::bad_alloc&) {
  return {ErrorKind::transient, "there is no memory on the host to lay out a picture", "Painter"};
}

Status Painter::load_drawing(const FrameView& frame, const SharedPlan& plan,
                             DeviceProperties& device, std::chrono::milliseconds time_limit) {
  const Painting& painting = *frame.painting;
  if (!fits(painting, frame))
    return refusal("the picture does not lie in the frame");
  if (!kernels_loaded_)
    if (Status status = check(prepare_paint_kernels(device), "loading the kernels"); !status.ok())
      return status;
  kernels_loaded_ = true;
  if (drawing_ == painting.drawing && colours_ == painting.colours && plan_ == plan)
    return {};
  drawing_.reset();
  const PlannedScene scene = plan_scene(*painting.drawing, *painting.colours, *plan);
  for (const auto& [block, size] : {std::pair(&fixed_, scene.shape.fixed_bytes),
                                    std::pair(&scratch_, scene.shape.scratch_bytes)})
    if (block->size() != size)
      if (Status status = block->reallocate(size); !status.ok())
        return status;
  // No kernel reads a byte of the scratch that nobody wrote.
  if (Status status = fill_block(fixed_, scene.fixed.data(), scene.fixed.size(), time_limit,
                                 "copying a picture to the GPU", &scratch_);
      !status.ok())
    return status;
  shape_ = scene.shape;
  drawing_ = painting.drawing;
  colours_ = painting.colours;
  plan_ = plan;
  hold_.forget();
  return {};
}

Status Painter::paint(const FrameView& frame, const uint32_t* matrices, const uint32_t* results,
                      cudaStream_t stream) {
  const Painting& painting = *frame.painting;
  const FrameView& target = painting.target ? *painting.target : frame;
  if (painting.target)
    if (Status status = copy_to_target(frame, target, stream); !status.ok())
      return status;
  if (painting.marks)
    if (Status status = marker_.mark(target, painting.stripe_phase, stream); !status.ok())
      return status;
  return painting.drawing ? draw(target, painting, matrices, results, stream) : Status();
}

Status Painter::draw(const FrameView& target, const Painting& painting, const uint32_t* matrices,
                     const uint32_t* results, cudaStream_t stream) {
  const auto& [hold, number, is_first] = painting.hold;
  if (is_first)
    hold_.forget();
  PaintLaunch launch{};
  launch.parameters.memory = {fixed_.data(), scratch_.data(), matrices, results};
  launch.parameters.hold = hold_.next(hold, std::exchange(hold_request_, number) != number);
  launch.parameters.target = paint_target(painting, target);
  launch.shape = shape_;
  Status status = check(launch_paint_kernels(launch, stream), "launching a kernel");
  if (!status.ok())
    drawing_.reset(); // it is not known what is held
  return status;
}

} // namespace videohistogram::cuda
