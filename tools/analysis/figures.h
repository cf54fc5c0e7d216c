// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The figures of frames from their histograms.
#pragma once

#include "tools/detect/active_picture.h"
#include "tools/detect/features.h"
#include "tools/record/field.h"
#include "tools/record/frame.h"
#include "tools/record/settings.h"

#include <gst/video/video.h>
#include <gst/videohistogram/videohistogram.h>

#include <optional>

namespace videohistogram::tools {

/// Reads the frames of one video in order.
class FigureReader {
public:
  /// `has_qc`: entropies and TI are figures as well.
  FigureReader(const DetectionSettings& settings, bool has_qc)
      : settings_(settings), has_qc_(has_qc) {}

  /// `buffer` is the frame with the histogram, `info` its format. `frame` comes with all figures
  /// NaN. Fills in those that the frame has, and what detectors need beside them; waits for the
  /// counts. The first frame of a run has neither DIF nor HISTDIF; its other differences are 0, as
  /// FFmpeg prints them. Returns false with `error` set, and no figure, if the counts failed.
  bool read(GstVideoHistogram* histogram, GstBuffer* buffer, const GstVideoInfo& info,
            FrameRecord& frame, Features& features, GError** error);
  /// Fills in the figures of a field. Returns false with `error` set if its counts failed.
  bool read(GstVideoHistogram* histogram, FieldRecord& field, GError** error) const;

private:
  double scene_score(double difference);
  void note_active_picture(const GstVideoInfo& info, FrameRecord& frame);

  const DetectionSettings settings_;
  const bool has_qc_;
  double last_average_ = NAN;               ///< YAVG of the frame before
  double mafd_ = 0;                         ///< of the frame before
  std::optional<ColourHistogram> previous_; ///< of the frame before
  ActivePicture active_;
  LineShares lines_; ///< of the present frame
};

} // namespace videohistogram::tools
