// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Declarations of GStreamer's CUDA library that the plugin repeats, beside its headers. Needs no
// GPU.
#include "plugin/cuda/cuda_memory.h"
#include "plugin/cuda/gst_cuda_memory.h"

#include <gst/cuda/gstcudamemory.h>
#include <gst/cuda/gstcudautils.h>
#include <gtest/gtest.h>

#include <cuda.h>

#include <cstddef>
#include <string_view>
#include <type_traits>

using namespace videohistogram;

static_assert(map_cuda_flag == GST_MAP_CUDA);
static_assert(offsetof(GstCudaMemoryFields, mem) == offsetof(GstCudaMemory, mem));
static_assert(offsetof(GstCudaMemoryFields, context) == offsetof(GstCudaMemory, context));
static_assert(offsetof(GstCudaMemoryFields, info) == offsetof(GstCudaMemory, info));
static_assert(
    std::is_same_v<decltype(GstCudaMemoryFields::context), decltype(GstCudaMemory::context)>);
static_assert(std::is_same_v<decltype(GstCudaMemoryFields::info), decltype(GstCudaMemory::info)>);
static_assert(std::string_view(gst_cuda_memory_type) == GST_CUDA_MEMORY_TYPE_NAME);
static_assert(std::string_view(cuda_memory_feature) == GST_CAPS_FEATURE_MEMORY_CUDA_MEMORY);

TEST(DeviceHeaders, TheDefaultStreamIsThatOfCuda) {
  EXPECT_EQ(legacy_cuda_stream, static_cast<void*>(CU_STREAM_LEGACY));
}
