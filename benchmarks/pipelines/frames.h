// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/gst.h>
#include <gst/video/video.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram::benchmark {

/// Where a source's frames lie.
enum class Where {
  pageable, ///< GStreamer's default allocator
  pinned,   ///< page-locked memory in the source's own pool
  offered,  ///< the pool that downstream offers
  device,   ///< GstCudaMemory
};
const char* where_name(Where where);

struct Size {
  const char* name;
  int width, height;
};

/// Distinct frames of one size that a source pushes repeatedly without touching them. They are made
/// when the first pipeline needs them.
/// Thread-safety: none; the pool, once made, as GStreamer's pools.
class FrameSet {
public:
  FrameSet(Where where, GstVideoFormat format, const Size& size, unsigned count);
  ~FrameSet();
  FrameSet(const FrameSet&) = delete;
  FrameSet& operator=(const FrameSet&) = delete;

  /// Makes the pool and the frames. Returns false if that fails; why_not() then gives the reason.
  bool make();
  const std::string& why_not() const { return why_not_; }

  GstCaps* caps() const { return caps_; }
  /// The active pool with all frames; nullptr if downstream is to offer one.
  GstBufferPool* pool() const { return pool_; }
  unsigned count() const { return count_; }
  /// The addresses of the frames' first bytes; empty for frames on a device.
  const std::vector<const uint8_t*>& addresses() const { return addresses_; }

private:
  const Where where_;
  const unsigned count_;
  GstVideoInfo info_;
  GstCaps* caps_;
  GstBufferPool* pool_ = nullptr;
  bool made_ = false;
  std::string why_not_;
  std::vector<const uint8_t*> addresses_;
};

/// Fills a buffer with frame n of the series: a photograph with another offset and brightness for
/// each n up to 64. Returns false if the buffer cannot be mapped.
bool fill_frame(GstBuffer* buffer, const GstVideoInfo& info, unsigned n);

/// The expected histogram of the frame, in the order of the format's components. Empty if the
/// buffer cannot be mapped. 256 bins per channel; supports little-endian samples of 8 to 16 bits.
std::vector<std::vector<guint64>> count_frame(GstBuffer* buffer, const GstVideoInfo& info);

} // namespace videohistogram::benchmark
