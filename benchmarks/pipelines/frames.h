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
  pinned,   ///< page-locked memory in a pool of the source's own
  offered,  ///< the pool that downstream offers
  device,   ///< GstCudaMemory
};
const char* where_name(Where where);

struct Size {
  const char* name;
  int width, height;
};

/// Distinct frames of one size that a source pushes again and again without touching them. They
/// are made when the first pipeline asks for them.
/// Thread-safety: none; the pool, once there, as GStreamer's pools.
class FrameSet {
public:
  FrameSet(Where where, GstVideoFormat format, const Size& size, unsigned count);
  ~FrameSet();
  FrameSet(const FrameSet&) = delete;
  FrameSet& operator=(const FrameSet&) = delete;

  /// Makes pool and frames. False if there can be none; then why_not() says why.
  bool make();
  const std::string& why_not() const { return why_not_; }

  GstCaps* caps() const { return caps_; }
  /// Active and full; nullptr if downstream is to offer one.
  GstBufferPool* pool() const { return pool_; }
  unsigned count() const { return count_; }
  /// The frames' first bytes, of those on the host.
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

/// Puts frame n of the series into a buffer: a photograph, of another place and brightness for each
/// n up to 64. False if it cannot be mapped.
bool fill_frame(GstBuffer* buffer, const GstVideoInfo& info, unsigned n);

/// What a histogram of the frame has to say, in the order of the format's components. Empty if it
/// cannot be mapped. 8-bit formats.
std::vector<std::vector<guint64>> count_frame(GstBuffer* buffer, const GstVideoInfo& info);

} // namespace videohistogram::benchmark
