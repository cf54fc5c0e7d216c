// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/head_clogs.h"

#include "tools/detect/window.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::tools {

namespace {

constexpr double least_clog_difference = 1000, factor = 8, most_similar = 0.5;
constexpr uint64_t least_frames = 2;
/// Frames before and after that are compared, and at least are there.
constexpr size_t clog_surroundings = 25, least_surroundings = 6;
/// Distance of the histograms before and after: the same picture, which may move meanwhile.
constexpr double same_picture_after_clog = 0.25;

} // namespace

void HeadClogs::add(const FrameRecord& frame, const ColourHistogram& histogram, double difference,
                    VideoListener& listener) {
  if (std::isnan(difference)) {
    finish(listener);
    return;
  }
  const bool differs =
      difference > least_clog_difference && frame.figures[figure::SSIMFY] < most_similar;
  if (clog_ && clog_->after.empty() && differs) {
    clog_->finding.last = frame.number;
    clog_->frames++;
    clog_->least = std::min(clog_->least, difference);
    return;
  }
  if (clog_) {
    if (clog_->after.empty()) {
      clog_->finding.end = frame.time;
      clog_->apart = distance(clog_->before, histogram);
    }
    clog_->after.push_back(difference);
    if (clog_->after.size() >= clog_surroundings || differs)
      end_clog(listener);
  }
  if (differs && last_ && differences_.size() >= least_surroundings &&
      difference > factor * median({differences_.begin(), differences_.end()})) {
    clog_.emplace();
    clog_->finding = {"head-clog", frame.number, frame.number,
                      frame.time,  no_time,      "the fields of a frame differ"};
    clog_->frames = 1;
    clog_->least = difference;
    clog_->before = *last_;
    return;
  }
  last_ = histogram;
  differences_.push_back(difference);
  if (differences_.size() > clog_surroundings)
    differences_.pop_front();
}

void HeadClogs::finish(VideoListener& listener) {
  if (clog_)
    end_clog(listener);
  differences_.clear();
  last_.reset();
}

void HeadClogs::end_clog(VideoListener& listener) {
  const HeadClog& clog = *clog_;
  if (clog.frames >= least_frames && clog.apart && clog.after.size() >= least_surroundings &&
      *clog.apart < same_picture_after_clog && clog.least > factor * median(clog.after))
    listener.finding(clog.finding);
  clog_.reset();
}

} // namespace videohistogram::tools
