// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/gst.h>

#include <string>

// Frames in a GPU's memory, allocated like those of GStreamer's own elements. A build without
// GStreamer's CUDA library has none.

namespace videohistogram::benchmark {

/// An inactive pool of GstCudaMemory; nullptr, with the reason in `why_not`, if there can be none.
GstBufferPool* new_device_pool(std::string& why_not);

/// Uploads to the GPU what the host wrote into a buffer of that pool.
bool move_to_device(GstBuffer* buffer);

/// Answers downstream's CONTEXT query with the CUDA context of these pools.
bool answer_context_query(GstElement* element, GstQuery* query);

} // namespace videohistogram::benchmark
