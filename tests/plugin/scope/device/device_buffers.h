// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Buffers of GstCudaMemory, or of memory that behaves like it on an emulated device.
#pragma once

#include <gst/video/video.h>

#include <cstdint>
#include <string>
#include <vector>

namespace videohistogram::scope {

/// Whether there can be such buffers here; else `why_not` says why.
bool has_device_buffers(std::string& why_not);

/// A buffer for a frame of `info`, whose pixels are undefined. Its rows have padding.
GstBuffer* new_device_buffer(const GstVideoInfo& info);

/// Whether transfers() counts, and failures of calls can be provoked.
bool is_emulated();

/// Copies between the host and emulated memory, so far.
uint64_t transfers();

/// Writes and reads pixels without padding, through GStreamer's mapping of the host.
void write_pixels(GstBuffer* buffer, const GstVideoInfo& info, const std::vector<guint8>& pixels);
std::vector<guint8> read_pixels(GstBuffer* buffer, const GstVideoInfo& info);

} // namespace videohistogram::scope
