// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/gst.h>

namespace videohistogram::scope {

/// Whether the pixels of a buffer can be written without a copy.
inline bool is_pixel_writable(GstBuffer* frame) {
  if (!gst_buffer_is_writable(frame) || !gst_buffer_is_all_memory_writable(frame))
    return false;
  for (guint i = 0; i < gst_buffer_n_memory(frame); i++)
    if (GST_MEMORY_IS_READONLY(gst_buffer_peek_memory(frame, i)))
      return false;
  return true;
}

} // namespace videohistogram::scope
