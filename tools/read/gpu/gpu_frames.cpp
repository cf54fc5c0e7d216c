// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/gpu/gpu_frames.h"

#include "tools/read/gpu/cuda.h"
#include "tools/read/gpu/cuda_device.h"
#include "tools/read/gpu/gpu.h"
#include "tools/read/pixel_formats.h"
#include "tools/read/read_error.h"

#include <gst/video/video.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

namespace videohistogram::tools {

namespace {

/// The value of GST_MAP_CUDA, which maps memory on the GPU.
constexpr auto map_cuda = static_cast<GstMapFlags>(GST_MAP_FLAG_LAST << 1);

using PoolPtr = std::unique_ptr<GstBufferPool, Releaser<gst_object_unref>>;

ReadError failed(const std::string& what) {
  return {ReadError::Cause::unsuitable, "the GPU " + what};
}

PoolPtr make_pool(const GstVideoInfo& info) {
  PoolPtr pool(cuda().new_pool(gpu_context()));
  const CapsPtr caps(gst_video_info_to_caps(&info));
  gst_caps_set_features_simple(caps.get(), gst_caps_features_new("memory:CUDAMemory", nullptr));
  GstStructure* const config = gst_buffer_pool_get_config(pool.get());
  gst_buffer_pool_config_set_params(config, caps.get(), static_cast<guint>(info.size), 0, 0);
  gst_buffer_pool_config_add_option(config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  if (!gst_buffer_pool_set_config(pool.get(), config) ||
      !gst_buffer_pool_set_active(pool.get(), TRUE))
    throw failed("has no memory for frames");
  return pool;
}

/// The pools of this process. To allocate and to free memory makes CUDA wait for all that it does.
class Pools {
public:
  /// The pool of a format and a size.
  PoolPtr find(const GstVideoInfo& info) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto known = std::find_if(pools_.begin(), pools_.end(), [&](const Pool& pool) {
      return gst_video_info_is_equal(&pool.info, &info);
    });
    if (known != pools_.end()) {
      std::rotate(pools_.begin(), known, known + 1);
    } else {
      pools_.insert(pools_.begin(), Pool{info, make_pool(info)});
      if (pools_.size() > most)
        forget_last();
    }
    return PoolPtr(GST_BUFFER_POOL(gst_object_ref(pools_.front().pool.get())));
  }

private:
  struct Pool {
    GstVideoInfo info;
    PoolPtr pool;
  };
  static constexpr size_t most = 16;

  /// Its memory is freed with the last of its buffers.
  void forget_last() {
    gst_buffer_pool_set_active(pools_.back().pool.get(), FALSE);
    pools_.pop_back();
  }

  std::mutex mutex_;
  std::vector<Pool> pools_; ///< the one that was used last is the first
};

/// Never destroyed: CUDA may be gone before.
Pools& pools() {
  static auto* const pools = new Pools;
  return *pools;
}

void copy_planes(const AVFrame& frame, const GstVideoFrame& target) {
  void* const stream = stream_of(frame);
  const CurrentContext current(gpu_context());
  int result = current ? 0 : 1;
  for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES(&target) && result == 0; plane++) {
    CudaCopy copy;
    copy.from.place = reinterpret_cast<uintptr_t>(frame.data[plane]);
    copy.from.pitch = static_cast<size_t>(frame.linesize[plane]);
    copy.to.place = reinterpret_cast<uintptr_t>(GST_VIDEO_FRAME_PLANE_DATA(&target, plane));
    copy.to.pitch = static_cast<size_t>(GST_VIDEO_FRAME_PLANE_STRIDE(&target, plane));
    // The component of this number has as many samples in its plane as the one beside it.
    copy.bytes = static_cast<size_t>(GST_VIDEO_FRAME_COMP_WIDTH(&target, plane)) *
                 static_cast<size_t>(GST_VIDEO_FRAME_COMP_PSTRIDE(&target, plane));
    copy.rows = static_cast<size_t>(GST_VIDEO_FRAME_COMP_HEIGHT(&target, plane));
    result = cuda().copy(&copy, stream);
  }
  // GStreamer 1.22 knows no stream of a memory, and takes it for complete.
  if (result == 0)
    result = cuda().wait_for_stream(stream);
  if (result != 0)
    throw failed("does not copy a frame: CUDA's error " + std::to_string(result));
}

} // namespace

BufferPtr copy_on_gpu(const AVFrame& frame) {
  GstVideoInfo info;
  gst_video_info_set_format(&info,
                            gst_video_format_from_string(counted_form(format_of(frame)).format),
                            static_cast<guint>(frame.width), static_cast<guint>(frame.height));
  const PoolPtr pool = pools().find(info);
  GstBuffer* acquired = nullptr;
  if (gst_buffer_pool_acquire_buffer(pool.get(), &acquired, nullptr) != GST_FLOW_OK)
    throw failed("has no memory for frames");
  BufferPtr buffer(acquired);
  GstVideoFrame mapped;
  if (!gst_video_frame_map(&mapped, &info, acquired,
                           static_cast<GstMapFlags>(GST_MAP_WRITE | map_cuda)))
    throw failed("does not show the memory of frames");
  const std::unique_ptr<GstVideoFrame, Releaser<gst_video_frame_unmap>> unmapped(&mapped);
  copy_planes(frame, mapped);
  return buffer;
}

} // namespace videohistogram::tools
