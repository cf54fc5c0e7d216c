// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/gpu/cuda.h"

#include <dlfcn.h>

namespace videohistogram::tools {

namespace {

/// A library that stays loaded, and the reason why something of it is missing.
class Library {
public:
  Library(const char* file, const char* package, std::string& problem)
      : handle_(problem.empty() ? dlopen(file, RTLD_LAZY | RTLD_GLOBAL) : nullptr), file_(file),
        problem_(problem) {
    if (!handle_ && problem_.empty())
      problem_ = std::string(file) + " is missing; it belongs to " + package;
  }

  template <class Function>
  void find(Function*& function, const char* name) const {
    function = handle_ ? reinterpret_cast<Function*>(dlsym(handle_, name)) : nullptr;
    if (!function && problem_.empty())
      problem_ = std::string(file_) + " has no function " + name;
  }

private:
  void* const handle_;
  const char* const file_;
  std::string& problem_;
};

struct Found {
  Cuda functions;
  std::string problem;
};

Found find_functions() {
  Found found;
  Cuda& cuda = found.functions;
  const Library driver("libcuda.so.1", "NVIDIA's driver", found.problem);
  driver.find(cuda.create_stream, "cuStreamCreate");
  driver.find(cuda.destroy_stream, "cuStreamDestroy_v2");
  driver.find(cuda.wait_for_stream, "cuStreamSynchronize");
  driver.find(cuda.copy, "cuMemcpy2DAsync_v2");
  const Library decoders("libnvcuvid.so.1", "NVIDIA's driver (Debian: libnvcuvid1)", found.problem);
  decoders.find(cuda.get_decoder_caps, "cuvidGetDecoderCaps");
  const Library gst("libgstcuda-1.0.so.0", "GStreamer (Debian: libgstreamer-plugins-bad1.0-0)",
                    found.problem);
  gst.find(cuda.load_driver, "gst_cuda_load_library");
  gst.find(cuda.begin_memory, "gst_cuda_memory_init_once");
  gst.find(cuda.new_context, "gst_cuda_context_new");
  gst.find(cuda.push_context, "gst_cuda_context_push");
  gst.find(cuda.pop_context, "gst_cuda_context_pop");
  gst.find(cuda.handle_of, "gst_cuda_context_get_handle");
  gst.find(cuda.share_context, "gst_context_new_cuda_context");
  gst.find(cuda.new_pool, "gst_cuda_buffer_pool_new");
  return found;
}

const Found& found_functions() {
  static const Found found = find_functions();
  return found;
}

} // namespace

const Cuda* cuda_functions(std::string& problem) {
  problem = found_functions().problem;
  return problem.empty() ? &found_functions().functions : nullptr;
}

const Cuda& cuda() {
  return found_functions().functions;
}

size_t count_nvdecs(GstCudaContext* context) {
  DecoderCaps caps;
  const CurrentContext current(context);
  const bool told = current && cuda().get_decoder_caps(&caps) == 0 && caps.is_supported;
  return told ? caps.n_decoders : 0;
}

} // namespace videohistogram::tools
