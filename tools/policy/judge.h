// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tools/policy/policy.h"
#include "tools/record/rule_verdict.h"

#include <set>
#include <string>
#include <vector>

namespace videohistogram::tools {

/// Judges one video by the rules of a policy while its frames and findings come.
///
/// A rule about a figure counts the frames that have the figure. Without frames the least and the
/// greatest value of the video decide where they can; else there is no verdict (none). A rule does
/// not apply (none) if no frame has the figure, or if the column of the video is not known. A rule
/// about findings fails if there is one; else it does not apply if no frame has the figure that its
/// kind needs, by the sums of the video.
class Judge {
public:
  /// `rules` must outlive this object.
  explicit Judge(const std::vector<Rule>& rules) : rules_(rules), counts_(rules.size()) {}

  /// Takes each frame of a video in order.
  void add(const FrameRecord& frame);
  void add(const Finding& finding) { kinds_.insert(finding.kind); }
  /// One verdict per rule. No rule applies to a video of which no frame was analysed. `video` has
  /// its sums.
  std::vector<RuleVerdict> judge(const VideoRecord& video) const;

private:
  /// The frames that have the figure of a rule.
  struct FrameCount {
    uint64_t frames = 0, failed = 0;
    uint64_t first = 0;         ///< number of the first frame that fails the rule
    int64_t time = no_time;     ///< of that frame
    double least = 0, most = 0; ///< values of the frames that fail the rule
  };
  void judge_frames(const Rule& rule, const FrameCount& count, const VideoRecord& video,
                    RuleVerdict& verdict) const;
  void judge_sum(const Rule& rule, const FigureSum& sum, RuleVerdict& verdict) const;
  void judge_findings(const Rule& rule, const VideoRecord& video, RuleVerdict& verdict) const;
  void judge_column(const Rule& rule, const VideoRecord& video, RuleVerdict& verdict) const;

  const std::vector<Rule>& rules_;
  std::vector<FrameCount> counts_; ///< one per rule; used by those about figures
  std::set<std::string> kinds_;    ///< of findings
};

} // namespace videohistogram::tools
