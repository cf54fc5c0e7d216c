// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/command/judge_stored.h"

#include "tools/input/identity.h"
#include "tools/policy/judge.h"
#include "tools/store/stored_results.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace videohistogram::tools {

namespace {

/// Policy and rule.
using RuleName = std::pair<std::string, std::string>;
using Verdicts = std::map<RuleName, RuleVerdict>;

Verdicts by_name(const std::vector<RuleVerdict>& verdicts) {
  Verdicts named;
  for (const RuleVerdict& verdict : verdicts)
    named.emplace(RuleName{verdict.policy, verdict.rule}, verdict);
  return named;
}

/// Those other than Verdict::none. They are kept: without rows per frame they cannot be judged
/// again.
Verdicts decided(const std::vector<RuleVerdict>& verdicts) {
  Verdicts named = by_name(verdicts);
  for (auto verdict = named.begin(); verdict != named.end();)
    verdict = verdict->second.verdict == Verdict::none ? named.erase(verdict) : std::next(verdict);
  return named;
}

Verdicts judge(StoredResults& stored, const std::vector<Rule>& rules, int64_t id,
               const VideoRecord& video) {
  Judge judge(rules);
  if (std::any_of(rules.begin(), rules.end(),
                  [](const Rule& rule) { return rule.subject == Rule::Subject::frames; }))
    stored.each_frame(id, [&](const FrameRecord& frame) { judge.add(frame); });
  for (const Finding& finding : stored.findings(id))
    judge.add(finding);
  return by_name(judge.judge(video));
}

} // namespace

void judge_stored(Results& results, const std::string& file, const std::vector<Rule>& rules,
                  const std::vector<std::string>& paths) {
  StoredResults stored(file);
  for (const std::string& path : paths) {
    const int64_t id = video_id(path);
    const VideoRecord video = stored.video(id);
    if (!has_frames(video.outcome))
      continue;
    const std::vector<RuleVerdict> before = stored.verdicts(id);
    Verdicts known = decided(before);
    std::vector<Rule> open;
    for (const Rule& rule : rules)
      if (known.count({rule.policy, rule.text}) == 0)
        open.push_back(rule);
    known.merge(judge(stored, open, id, video));
    std::vector<RuleVerdict> verdicts;
    for (const Rule& rule : rules)
      verdicts.push_back(known.at({rule.policy, rule.text}));
    if (by_name(verdicts) != by_name(before))
      results.store_verdicts(path, verdicts);
  }
}

} // namespace videohistogram::tools
