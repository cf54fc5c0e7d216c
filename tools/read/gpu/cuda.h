// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The functions of other libraries by which this process decodes on its GPU. They are looked up at
// run time: packages without a GPU need none of them.
#pragma once

#include <gst/gst.h>

#include <cstddef>
#include <cstdint>
#include <string>

typedef struct _GstCudaContext GstCudaContext;

namespace videohistogram::tools {

/// CUDA_MEMCPY2D of CUDA's driver API (cuda.h).
struct CudaCopy {
  static constexpr unsigned device = 2; ///< CU_MEMORYTYPE_DEVICE
  struct Side {
    size_t x = 0, y = 0; ///< in bytes, and in rows
    unsigned kind = device;
    const void* host = nullptr;
    uint64_t place = 0; ///< a CUdeviceptr
    const void* array = nullptr;
    size_t pitch = 0; ///< bytes between two rows
  };
  Side from, to;
  size_t bytes = 0, rows = 0; ///< bytes per row
};
static_assert(sizeof(void*) != 8 || sizeof(CudaCopy) == 128, "the size of CUDA_MEMCPY2D");

/// CUVIDDECODECAPS of NVIDIA's Video Codec SDK (cuviddec.h).
struct DecoderCaps {
  int32_t codec = 4;         ///< H.264, which every GPU decodes that decodes video
  int32_t chroma_format = 1; ///< 4:2:0
  uint32_t depth_minus_8 = 0;
  uint32_t reserved[3] = {};
  uint8_t is_supported = 0;
  uint8_t n_decoders = 0; ///< 0 from drivers before the member existed
  uint16_t output_formats = 0;
  uint32_t max_width = 0, max_height = 0, max_macroblocks = 0;
  uint16_t min_width = 0, min_height = 0;
  uint32_t reserved_for_more[11] = {};
};
static_assert(sizeof(DecoderCaps) == 88, "the size of CUVIDDECODECAPS");

/// All are set, and stay so until the end of the process. Results of the driver are 0 or the number
/// of an error.
struct Cuda {
  // GStreamer's library libgstcuda.
  gboolean (*load_driver)() = nullptr;
  void (*begin_memory)() = nullptr;
  GstCudaContext* (*new_context)(guint device) = nullptr; // null: CUDA does not start
  gboolean (*push_context)(GstCudaContext*) = nullptr;
  gboolean (*pop_context)(gpointer*) = nullptr;
  gpointer (*handle_of)(GstCudaContext*) = nullptr; // a CUcontext
  GstContext* (*share_context)(GstCudaContext*) = nullptr;
  GstBufferPool* (*new_pool)(GstCudaContext*) = nullptr;
  // NVIDIA's driver.
  int (*create_stream)(void** stream, unsigned flags) = nullptr;
  int (*destroy_stream)(void* stream) = nullptr;
  int (*wait_for_stream)(void* stream) = nullptr;
  int (*copy)(const CudaCopy*, void* stream) = nullptr;
  // NVIDIA's library of its decoders.
  int (*get_decoder_caps)(DecoderCaps*) = nullptr;
};

/// Null, with the reason, if one of the libraries or functions is missing. They are loaded by the
/// first call. Thread-safety: any thread.
const Cuda* cuda_functions(std::string& problem);
/// Those of an earlier call that has found them.
const Cuda& cuda();

/// A GstCudaContext that is current in this thread while the object lives.
class CurrentContext {
public:
  explicit CurrentContext(GstCudaContext* context) : is_current_(cuda().push_context(context)) {}
  ~CurrentContext() {
    if (is_current_)
      cuda().pop_context(nullptr);
  }
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;
  explicit operator bool() const { return is_current_; }

private:
  const bool is_current_;
};

/// The number of hardware decoders (NVDEC) of a GPU; 0 if the driver does not tell.
size_t count_nvdecs(GstCudaContext* context);

} // namespace videohistogram::tools
