// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/decode/gpu/nvdec.h"

#include <cstdint>
#include <dlfcn.h>

namespace videohistogram::tools {

namespace {

/// CUVIDDECODECAPS of NVIDIA's Video Codec SDK (cuviddec.h), whose header is not needed for this.
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

/// A function of a library that the plugin nvcodec has loaded; null: there is none.
template <class Function>
Function* find_function(const char* library, const char* name) {
  // Never closed: the plugin stays loaded as well.
  void* const handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  return handle ? reinterpret_cast<Function*>(dlsym(handle, name)) : nullptr;
}

} // namespace

size_t count_nvdecs(const GstContext* cuda_context) {
  const GstStructure* const structure =
      cuda_context ? gst_context_get_structure(cuda_context) : nullptr;
  const GValue* const value =
      structure ? gst_structure_get_value(structure, "gst.cuda.context") : nullptr;
  auto* const push =
      find_function<gboolean(gpointer)>("libgstcuda-1.0.so.0", "gst_cuda_context_push");
  auto* const pop =
      find_function<gboolean(gpointer*)>("libgstcuda-1.0.so.0", "gst_cuda_context_pop");
  auto* const get_caps = find_function<int(DecoderCaps*)>("libnvcuvid.so.1", "cuvidGetDecoderCaps");
  if (!value || !G_VALUE_HOLDS_OBJECT(value) || !push || !pop || !get_caps)
    return 0;
  if (!push(g_value_get_object(value)))
    return 0;
  DecoderCaps caps;
  const bool told = get_caps(&caps) == 0 && caps.is_supported;
  pop(nullptr);
  return told ? caps.n_decoders : 0;
}

} // namespace videohistogram::tools
