// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/counting/frame_source.h"

#include <algorithm>

namespace videohistogram {

const FrameSource system_memory = {MemoryKind::host, GST_CAPS_FEATURE_MEMORY_SYSTEM_MEMORY};

/// The last source for which the condition holds, else the first one: all memory can be mapped for
/// the host.
template <class Condition>
static const FrameSource& last_source(Condition condition) {
  const auto found = std::find_if(frame_sources.rbegin(), frame_sources.rend() - 1,
                                  [&](const FrameSource* source) { return condition(*source); });
  return **found;
}

const FrameSource& source_of(GstBuffer* buffer) {
  return last_source([&](const FrameSource& source) { return source.has(buffer); });
}

const FrameSource& source_of(const GstCapsFeatures* features) {
  return last_source([&](const FrameSource& source) {
    return features && gst_caps_features_contains(features, source.caps_feature);
  });
}

bool in_system_memory(const GstCapsFeatures* features) {
  const guint n = features ? gst_caps_features_get_size(features) : 0;
  for (guint i = 0; i < n; i++) {
    const gchar* const feature = gst_caps_features_get_nth(features, i);
    if (g_str_has_prefix(feature, "memory:") &&
        !g_str_equal(feature, GST_CAPS_FEATURE_MEMORY_SYSTEM_MEMORY))
      return false;
  }
  return true;
}

} // namespace videohistogram
