// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"
#include "core/error.h"
#include "cuda/cuda_backend.h"
#include "plugin/cuda/cuda_memory.h"

#include <gst/gst.h>

namespace videohistogram {

/// Submits the frame of a buffer where it lies, if the backend counts it there, else on the host.
/// `map_and_submit(on_device)` maps the frame and submits it; it is called again for the host if
/// the device refuses the frame. `logged`: whether the log of `category` has the first download.
/// device_lost if the frame's memory is lost with the device.
template <class MapAndSubmit>
Status submit_frame(GstElement* element, GstDebugCategory* category, GstBuffer* buffer,
                    const Backend& backend, SharedCudaContext& context, bool& logged,
                    const MapAndSubmit& map_and_submit) {
  const bool on_device = is_cuda_buffer(buffer);
  if (on_device && is_cuda_lost())
    return cuda_lost_error(); // GStreamer's download would fail too, and may hang
  if (on_device && backend.counts_device_frames()) {
    context.learn(buffer);
    Status status = map_and_submit(true);
    if (status.ok() || status.error().kind == ErrorKind::device_lost)
      return status;
  }
  if (on_device && !logged) {
    logged = true;
    GST_CAT_INFO_OBJECT(category, element,
                        "frames in a GPU's memory are copied to the host to be counted");
  }
  return map_and_submit(false);
}

} // namespace videohistogram
