// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The number of decoders that the driver tells, by libraries that stand in for it.
#include "tools/decode/gpu/nvdec.h"

#include <gtest/gtest.h>

#include <dlfcn.h>

using videohistogram::tools::count_nvdecs;

namespace {

template <class T>
T& variable(const char* library, const char* name) {
  void* const handle = dlopen(library, RTLD_NOW);
  EXPECT_TRUE(handle) << dlerror();
  return *static_cast<T*>(dlsym(handle, name));
}

/// A GstContext as the decoders of the plugin nvcodec make it, around any object.
class Context {
public:
  Context() : object_(gst_bin_new(nullptr)), context_(gst_context_new("gst.cuda.context", TRUE)) {
    gst_object_ref_sink(object_);
    gst_structure_set(gst_context_writable_structure(context_), "gst.cuda.context",
                      GST_TYPE_ELEMENT, object_, nullptr);
  }
  ~Context() {
    gst_context_unref(context_);
    gst_object_unref(object_);
  }
  const GstContext* get() const { return context_; }

private:
  GstElement* object_;
  GstContext* context_;
};

} // namespace

TEST(Nvdecs, AreThoseThatTheDriverTells) {
  gst_init(nullptr, nullptr);
  const Context context;
  EXPECT_EQ(count_nvdecs(context.get()), 0u) << "the libraries are not loaded";
  auto& decoders = variable<unsigned char>(FAKE_NVCUVID, "fake_decoders");
  EXPECT_EQ(count_nvdecs(context.get()), 0u) << "GStreamer's library is not loaded";
  auto& current = variable<gpointer>(FAKE_GSTCUDA, "fake_current_context");
  decoders = 3;
  EXPECT_EQ(count_nvdecs(context.get()), 3u);
  EXPECT_EQ(current, nullptr) << "the context stays current";
  EXPECT_EQ(variable<uint32_t>(FAKE_NVCUVID, "fake_codec"), 4u); // cudaVideoCodec_H264
  EXPECT_EQ(variable<uint32_t>(FAKE_NVCUVID, "fake_chroma_format"), 1u);
  EXPECT_EQ(count_nvdecs(nullptr), 0u);
  variable<unsigned char>(FAKE_NVCUVID, "fake_supported") = 0;
  EXPECT_EQ(count_nvdecs(context.get()), 0u);
  variable<unsigned char>(FAKE_NVCUVID, "fake_supported") = 1;
  variable<int>(FAKE_NVCUVID, "fake_result") = 100;
  EXPECT_EQ(count_nvdecs(context.get()), 0u);
}
