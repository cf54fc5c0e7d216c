// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The elements that read a source that is no file, and decode its video.
#pragma once

#include "tools/record/settings.h"

#include <gst/gst.h>

#include <string>

namespace videohistogram::tools {

struct Source {
  GstElement* decoder = nullptr; ///< has a pad per video stream; NULL if there is a problem
  std::string problem;           ///< why the source cannot be read, or empty
};

/// Why no such source can be decoded, which is a missing element; empty if it can.
std::string why_no_source(const std::string& source);

/// Adds elements to `pipeline` that decode the video of `source` into `next`, which must live as
/// long as the pipeline. `source` is a device, a URI, or a description of a live pipeline with one
/// free source pad, which may open a network connection only if the settings allow it.
/// why_no_source() must be empty.
Source add_source(GstElement* pipeline, const std::string& source, const AnalysisSettings& settings,
                  GstElement* next);

} // namespace videohistogram::tools
