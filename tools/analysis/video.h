// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The analysis of one video: a pipeline from the file to the figures of each frame.
#pragma once

#include "tools/record/listener.h"
#include "tools/record/settings.h"

#include <optional>
#include <string>

namespace videohistogram::tools {

/// Analyses all frames of one video stream of a file, a URI or a live source, and returns when the
/// pipeline is gone. Decoders open no other file and no network address. GStreamer must be
/// initialised. The identity of the result is that of the file before the first frame; a file that
/// changes meanwhile fails. That of a live source is the time of the start; a URI has none. Returns
/// nothing if stop_videos() ended the analysis of what is no live source.
std::optional<VideoRecord> analyse_video(const std::string& path, const AnalysisSettings& settings,
                                         Processor processor, VideoListener& listener);

/// Ends the analyses of this process: that of a live source once all frames that it has sent are
/// counted, others after the frames in hand. Any thread may call it.
void stop_videos();

/// The reason why this process cannot analyse videos on the processor, such as a missing element;
/// empty if there is none. Elements that only live sources and URIs need are not asked for. Opens
/// the GPU.
std::string why_not_usable(Processor processor);

} // namespace videohistogram::tools
