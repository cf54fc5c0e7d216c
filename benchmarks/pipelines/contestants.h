// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "groups.h"

#include <algorithm>
#include <string>

// What groups have in common.

namespace videohistogram::benchmark {

inline size_t frame_bytes(const Size& size, GstVideoFormat format) {
  GstVideoInfo info;
  gst_video_info_set_format(&info, format, static_cast<guint>(size.width),
                            static_cast<guint>(size.height));
  return info.size;
}

/// More than any cache holds, and no fewer than a source recycles.
inline unsigned frames_in_set(size_t bytes) {
  return static_cast<unsigned>(std::clamp<size_t>((size_t{512} << 20) / bytes, 8, 64));
}

/// Branch i of a pipeline. `element`: with its link to the sink; empty: there is none.
inline std::string branch(unsigned i, const std::string& element) {
  const std::string n = std::to_string(i);
  return "benchsrc name=source" + n + " ! " + element + "fakesink name=sink" + n + " sync=false ";
}

/// The element that branch i looks at, and its link. `properties` begin with the backend.
inline std::string ours(const std::string& properties, unsigned i = 0) {
  return "videohistogram name=element" + std::to_string(i) + " backend=" + properties + " ! ";
}

/// "gpus": one GPU and several, for each way to share frames out.
Group gpus_group(const Size& size, bool quick);

} // namespace videohistogram::benchmark
