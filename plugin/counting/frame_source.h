// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/memory_place.h"

#include <gst/video/video.h>

#include <array>

namespace videohistogram {

/// A kind of memory in which buffers have frames. Each one but the host's has a file of its own,
/// and all have a place in frame_sources. Thread-safety: all functions from any thread.
struct FrameSource {
  MemoryKind kind;
  const char* caps_feature; ///< of the caps of such frames
  /// Flags that map such memory where it lies, beside those for reading and writing. Use them only
  /// for memory that place() knows: other memory ignores them and is mapped to a host address.
  int map_flags = 0;
  /// Whether the frame of a buffer lies in such memory alone.
  bool (*has)(GstBuffer* buffer) = [](GstBuffer*) { return false; };
  /// Where such memory lies; a place of another kind for other memory.
  MemoryPlace (*place)(GstMemory* memory) = [](GstMemory*) { return MemoryPlace(); };
  /// The layout of the frame in a buffer without GstVideoMeta. `info` is that of the caps.
  const GstVideoInfo* (*layout)(GstBuffer* buffer, const GstVideoInfo& info) =
      [](GstBuffer*, const GstVideoInfo& info) { return &info; };
  /// device_lost if neither the device nor the host can read such memory any more.
  Status (*status)() = [] { return Status(); };
};

extern const FrameSource system_memory; ///< of the host, or mapped for it by GStreamer
extern const FrameSource cuda_memory;   ///< GstCudaMemory

/// All sources. system_memory is the first one.
constexpr std::array<const FrameSource*, 2> frame_sources = {&system_memory, &cuda_memory};

/// Further memory, by the features of its caps, that is mapped for the host as system memory is.
constexpr const char* dmabuf_feature = "memory:DMABuf";
constexpr std::array<const char*, 2> mapped_memory_features = {"memory:VAMemory", dmabuf_feature};

/// The source of a buffer's frame: decided by its memory and not by its caps.
const FrameSource& source_of(GstBuffer* buffer);
/// The source that the features of caps name.
const FrameSource& source_of(const GstCapsFeatures* features);
/// Whether the features of caps name system memory, or no memory. Null: caps without features.
bool in_system_memory(const GstCapsFeatures* features);

} // namespace videohistogram
