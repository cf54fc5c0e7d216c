// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tests/tools/nvdec/fake_driver.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace videohistogram {

namespace {

[[noreturn]] void give_up(const char* what, const char* why) {
  std::fprintf(stderr, "The stand-in for NVIDIA's driver cannot be loaded: %s: %s\n", what, why);
  std::abort();
}

/// \param name  that the loaders of other libraries use, and the soname of the file
void* load(const char* file, const char* name) {
  if (dlopen(name, RTLD_LAZY | RTLD_NOLOAD))
    give_up(name, "is loaded already");
  void* const library = dlopen(file, RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    give_up(file, dlerror());
  if (dlopen(name, RTLD_LAZY) != library)
    give_up(name, "is another library");
  return library;
}

struct Libraries {
  void* cuda = load(FAKE_CUDA, "libcuda.so.1");
  void* nvcuvid = load(FAKE_NVCUVID, "libnvcuvid.so.1");
};

const Libraries& libraries() {
  static const Libraries libraries;
  return libraries;
}

void* find(void* library, const char* name) {
  void* const symbol = dlsym(library, name);
  if (!symbol)
    give_up(name, "is missing");
  return symbol;
}

template <class T>
T& variable(void* library, const char* name) {
  return *static_cast<T*>(find(library, name));
}

} // namespace

void* find_in_fake_cuda(const char* name) {
  return find(libraries().cuda, name);
}

void* find_in_fake_nvcuvid(const char* name) {
  return find(libraries().nvcuvid, name);
}

const FakeDriver& load_fake_driver() {
  void* const cuda = libraries().cuda;
  void* const nvcuvid = libraries().nvcuvid;
  static const FakeDriver driver = {
      variable<int>(nvcuvid, "fake_result"),
      variable<unsigned char>(nvcuvid, "fake_supported"),
      variable<unsigned char>(nvcuvid, "fake_decoders"),
      variable<int>(nvcuvid, "fake_decoder_fails"),
      variable<uint32_t>(nvcuvid, "fake_codec"),
      variable<uint32_t>(nvcuvid, "fake_chroma_format"),
      variable<int>(nvcuvid, "fake_decoders_made"),
      variable<int>(nvcuvid, "fake_decoders_alive"),
      variable<int>(nvcuvid, "fake_frames_mapped"),
      variable<int>(cuda, "fake_device_blocks"),
      variable<int>(nvcuvid, "fake_misuse"),
      variable<int>(cuda, "fake_cuda_misuse"),
  };
  return driver;
}

} // namespace videohistogram
