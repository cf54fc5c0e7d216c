// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Loaded into a process before other libraries: FFmpeg as it is built without libraries for AV1,
// whose only decoder of it needs a GPU.
#include <cstring>
#include <dlfcn.h>

namespace {

using Descriptor = const char*(int);
using Find = const void*(int);
using FindByName = const void*(const char*);

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

} // namespace

/// Arguments and result are libavcodec's: enum AVCodecID, and AVCodec.
extern "C" const void* avcodec_find_decoder(int id) {
  static auto* const name_of = next<Descriptor>("avcodec_get_name");
  if (std::strcmp(name_of(id), "av1") == 0)
    return next<FindByName>("avcodec_find_decoder_by_name")("av1");
  return next<Find>("avcodec_find_decoder")(id);
}
