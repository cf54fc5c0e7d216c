// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The elements that decode the packets of a stream with NVDEC.
#pragma once

#include <gst/gst.h>

namespace videohistogram::tools {

/// Adds elements to `pipeline` that parse what `source` gives out, and decode it into `next`.
/// `caps` are those of the stream. Returns false if no parser or no decoder takes the stream.
/// `next` must live as long as the pipeline. Call it after why_no_gpu().
bool link_by_nvdec(GstElement* pipeline, GstElement* source, GstElement* next, const GstCaps* caps);

} // namespace videohistogram::tools
