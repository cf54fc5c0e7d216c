// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// GStreamer's elements that decode with NVDEC. One goes on from video to video: to make and to free
// a decoder takes the driver up to half a second each, one at a time on all GPUs of a host.
#pragma once

#include <gst/gst.h>

namespace videohistogram::tools {

/// The name of GStreamer's plugin that decodes on NVIDIA GPUs.
constexpr const char* nvdec_plugin = "nvcodec";

/// Whether there is an element that decodes a stream with these caps, which must be fixed. Call it
/// after why_no_gpu(). Thread-safety: any thread.
bool nvdec_takes(const GstCaps* caps);

/// `caps` as far as an element of NVDEC takes them: those of the first that takes any. The caller
/// owns the result; NULL: none takes them. Call it after why_no_gpu(). Thread-safety: any thread.
GstCaps* nvdec_caps(GstCaps* caps);

/// Adds an element that decodes a stream with these caps to `pipeline`, which owns it. It is one
/// that an earlier stream with equal caps and an equal header has left, or a new one: link it, then
/// call gst_element_sync_state_with_parent(). `header` has the parameter sets, as containers have
/// them in codec_data; NULL: not known. Returns NULL if nvdec_takes() is false. Thread-safety: any
/// thread.
GstElement* add_nvdec(GstElement* pipeline, const GstCaps* caps, GstBuffer* header);

/// Takes a pipeline to GST_STATE_NULL. `keep` keeps its decoder for a later stream, and must be
/// false if the stream has not come to its end, or with an error. Returns false if the times of the
/// decoder's frames do not increase: some elements give a frame the time of another. Thread-safety:
/// any thread but those of the pipeline.
bool stop_nvdec(GstElement* pipeline, bool keep);

} // namespace videohistogram::tools
