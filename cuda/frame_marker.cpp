// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda/frame_marker.h"

#include "cuda/device/errors.h"
#include "cuda/kernels/paint/mark_kernel.h"
#include "cuda/transfer/fill_block.h"

namespace videohistogram::cuda {

Status FrameMarker::load(const FrameView& frame, const std::shared_ptr<const FrameMarks>& marks,
                         DeviceProperties& device, std::chrono::milliseconds time_limit) {
  const MarkRules rules = marks->rules();
  if (rules.width != frame.width || rules.height != frame.height ||
      rules.is_rgb != frame.format->is_rgb())
    return refusal("the marks are for other frames");
  if (!kernels_loaded_)
    if (Status status = check(prepare_mark_kernels(device), "loading the kernels"); !status.ok())
      return status;
  kernels_loaded_ = true;
  if (marks_ == marks)
    return {};
  marks_.reset();
  const size_t peaks = rules.has_peaks ? size_t{rules.width} * rules.height : 0;
  for (const auto& [block, size] :
       {std::pair(&tables_, marks->tables().size()), std::pair(&peaks_, peaks)}) {
    if (size == 0)
      block->reset();
    else if (block->size() != size)
      if (Status status = block->reallocate(size); !status.ok())
        return status;
  }
  if (Status status = fill_block(tables_, marks->tables().data(), marks->tables().size(),
                                 time_limit, "copying marks to the GPU");
      !status.ok())
    return status;
  marks_ = marks;
  return {};
}

Status FrameMarker::mark(const FrameView& frame, uint32_t phase, cudaStream_t stream) {
  uint8_t* planes[max_planes] = {};
  ptrdiff_t strides[max_planes] = {};
  for (uint32_t p = 0; p < frame.format->n_planes; p++) {
    planes[p] = const_cast<uint8_t*>(frame.planes[p].row(0));
    strides[p] = frame.planes[p].stride;
  }
  MarkLaunch launch{};
  launch.rules = marks_->rules_at(tables_.data());
  launch.frame = marked_frame(*frame.format, planes, strides);
  launch.peaks = marks_->has_peaks() ? peaks_.data() : nullptr;
  launch.phase = phase;
  return check(launch_mark_kernels(launch, stream), "launching a kernel");
}

} // namespace videohistogram::cuda
