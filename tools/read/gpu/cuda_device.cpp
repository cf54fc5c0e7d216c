// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/gpu/cuda_device.h"

#include "tools/read/gpu/cuda.h"

// FFmpeg's header needs two types of cuda.h, which free distributions do not have.
#define CUDA_VERSION 1
typedef void* CUcontext;
typedef void* CUstream;
extern "C" {
#include <libavutil/hwcontext.h>
#include <libavutil/hwcontext_cuda.h>
}

namespace videohistogram::tools {

namespace {

/// The value of CU_STREAM_NON_BLOCKING: such a stream does not wait for the default one.
constexpr unsigned non_blocking = 1;

AVHWDeviceContext& device_of(const AVBufferRef& reference) {
  return *reinterpret_cast<AVHWDeviceContext*>(reference.data);
}

AVCUDADeviceContext& cuda_of(AVHWDeviceContext& device) {
  return *static_cast<AVCUDADeviceContext*>(device.hwctx);
}

void free_stream(AVHWDeviceContext* device) {
  const CurrentContext current(static_cast<GstCudaContext*>(device->user_opaque));
  cuda().destroy_stream(cuda_of(*device).stream);
}

} // namespace

BufferRefPtr make_cuda_device(GstCudaContext* context) {
  BufferRefPtr reference(av_hwdevice_ctx_alloc(AV_HWDEVICE_TYPE_CUDA));
  if (!reference)
    return nullptr;
  AVHWDeviceContext& device = device_of(*reference);
  cuda_of(device).cuda_ctx = cuda().handle_of(context);
  {
    const CurrentContext current(context);
    if (!current || cuda().create_stream(&cuda_of(device).stream, non_blocking) != 0)
      return nullptr;
  }
  device.user_opaque = context;
  device.free = free_stream;
  return av_hwdevice_ctx_init(reference.get()) < 0 ? nullptr : std::move(reference);
}

void* stream_of(const AVFrame& frame) {
  const auto& frames = *reinterpret_cast<AVHWFramesContext*>(frame.hw_frames_ctx->data);
  return cuda_of(*frames.device_ctx).stream;
}

} // namespace videohistogram::tools
