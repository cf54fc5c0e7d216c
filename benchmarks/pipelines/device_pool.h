// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/gst.h>

#include <string>

// Frames in a GPU's memory as GStreamer's own elements have them. A build without GStreamer's CUDA
// library has none.

namespace videohistogram::benchmark {

/// A pool of GstCudaMemory, inactive; nullptr with the reason if there can be none.
GstBufferPool* new_device_pool(std::string& why_not);

/// Brings what the host wrote into a buffer of that pool to the GPU.
bool move_to_device(GstBuffer* buffer);

/// Answers downstream's question for the CUDA context of those pools.
bool answer_context_query(GstElement* element, GstQuery* query);

} // namespace videohistogram::benchmark
