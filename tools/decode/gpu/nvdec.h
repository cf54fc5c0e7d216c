// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <gst/gst.h>

#include <cstddef>

namespace videohistogram::tools {

/// The number of hardware decoders (NVDEC) of the GPU of a GstContext "gst.cuda.context"; 0 if the
/// driver or GStreamer's library does not tell.
size_t count_nvdecs(const GstContext* cuda_context);

} // namespace videohistogram::tools
