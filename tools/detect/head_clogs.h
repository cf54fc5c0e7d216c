// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tools/detect/colour_histogram.h"
#include "tools/record/listener.h"

#include <deque>
#include <optional>
#include <vector>

namespace videohistogram::tools {

/// Frames with different fields, and what was before them.
struct HeadClog {
  Finding finding;
  uint64_t frames = 0;
  double least = 0;            ///< of the differences
  ColourHistogram before;      ///< the histogram of the frame before
  std::optional<double> apart; ///< the distance of the histograms before and after
  std::vector<double> after;   ///< the differences of frames after it
};

/// Finds frames whose two fields show different pictures for a while, with the same picture before
/// and after: one of the two heads of a recorder is clogged. The squared difference of the fields
/// is above 1000, in values of 8 bits, and above eight times its median in the frames before and
/// after. SSIM of the fields is below 0.5. The shots of the video do not tell the frames before and
/// after, since noise in every other row can begin and end one.
class HeadClogs {
public:
  /// Takes each frame in order, with the squared difference in values of 8 bits; NaN: unknown.
  void add(const FrameRecord& frame, const ColourHistogram& histogram, double difference,
           VideoListener& listener);
  /// Reports what is open. The next frame begins anew.
  void finish(VideoListener& listener);

private:
  void end_clog(VideoListener& listener);

  std::deque<double> differences_; ///< of the last frames without a clog
  std::optional<ColourHistogram> last_;
  std::optional<HeadClog> clog_;
};

} // namespace videohistogram::tools
