// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "groups.h"

#include <algorithm>
#include <string>

// Helpers for all groups.

namespace videohistogram::benchmark {

inline size_t frame_bytes(const Size& size, GstVideoFormat format) {
  GstVideoInfo info;
  gst_video_info_set_format(&info, format, static_cast<guint>(size.width),
                            static_cast<guint>(size.height));
  return info.size;
}

/// Number of frames that no cache holds together, but at least as many as a source recycles.
inline unsigned frames_in_set(size_t bytes) {
  return static_cast<unsigned>(std::clamp<size_t>((size_t{512} << 20) / bytes, 8, 64));
}

/// Branch i of a pipeline. `element` includes its link to the sink; empty: no element.
inline std::string branch(unsigned i, const std::string& element) {
  const std::string n = std::to_string(i);
  return "benchsrc name=source" + n + " ! " + element + "fakesink name=sink" + n + " sync=false ";
}

/// The measured element of branch i and its link. `properties` begin with the value of `backend`.
inline std::string ours(const std::string& properties, unsigned i = 0) {
  return "videohistogram name=element" + std::to_string(i) + " backend=" + properties + " ! ";
}

/// The group "gpus": one GPU, and several with each split.
Group gpus_group(const Size& size, bool quick);

} // namespace videohistogram::benchmark
