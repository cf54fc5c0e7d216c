// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/command/judge_stored.h"

#include "tools/input/identity.h"
#include "tools/policy/judge.h"
#include "tools/store/stored_results.h"

#include <set>
#include <utility>

namespace videohistogram::tools {

namespace {

using RuleNames = std::set<std::pair<std::string, std::string>>;

RuleNames names_of(const std::vector<Rule>& rules) {
  RuleNames names;
  for (const Rule& rule : rules)
    names.emplace(rule.policy, rule.text);
  return names;
}

RuleNames names_of(const std::vector<RuleVerdict>& verdicts) {
  RuleNames names;
  for (const RuleVerdict& verdict : verdicts)
    names.emplace(verdict.policy, verdict.rule);
  return names;
}

std::vector<RuleVerdict> judge(StoredResults& stored, const std::vector<Rule>& rules, int64_t id,
                               const VideoRecord& video) {
  Judge judge(rules);
  stored.each_frame(id, [&](const FrameRecord& frame) { judge.add(frame); });
  for (const Finding& finding : stored.findings(id))
    judge.add(finding);
  return judge.judge(video);
}

} // namespace

void judge_stored(Results& results, const std::string& file, const std::vector<Rule>& rules,
                  const std::vector<std::string>& paths) {
  StoredResults stored(file);
  for (const std::string& path : paths) {
    const int64_t id = video_id(path);
    const VideoRecord video = stored.video(id);
    if (has_frames(video.outcome) && names_of(stored.verdicts(id)) != names_of(rules))
      results.store_verdicts(path, judge(stored, rules, id, video));
  }
}

} // namespace videohistogram::tools
