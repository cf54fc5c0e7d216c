// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Tells from the end of a pipeline what became of its video.
#pragma once

#include "tools/analysis/file_source.h"
#include "tools/analysis/frame_reader.h"
#include "tools/analysis/problems.h"
#include "tools/read/gst_pointers.h"
#include "tools/record/settings.h"
#include "tools/record/video.h"

#include <cstdint>
#include <string>

namespace videohistogram::tools {

/// How a pipeline ended.
struct PipelineEnd {
  ErrorPtr error;             ///< null: the stream ended
  bool timed_out = false;     ///< `error` is a limit of time: another scan may have enough
  int64_t declared = 0;       ///< the duration that the container declares, in ns; 0: none
  Problems problems;          ///< of a source that is no file
  std::string decoder_errors; ///< empty: none
};

/// Fills in outcome and message of a video whose frames `reader` has read and told of, and reports
/// the findings at its end. `file` is null if it is no file.
void tell_outcome(const std::string& path, const AnalysisSettings& settings, const FileSource* file,
                  const PipelineEnd& end, FrameReader& reader, VideoRecord& record);

} // namespace videohistogram::tools
