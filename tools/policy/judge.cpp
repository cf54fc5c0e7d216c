// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/policy/judge.h"

#include "tools/text/format.h"
#include "tools/text/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace videohistogram::tools {

namespace {

Verdict verdict_of(bool passes) {
  return passes ? Verdict::pass : Verdict::fail;
}

/// Whether so many of the frames are at least the share of a rule. Exact for any number of frames
/// that a video can have: 2^37 frames and 100 % stay below 2^64.
bool is_share(uint64_t frames, uint64_t all, uint64_t share) {
  return frames * Rule::whole_share >= all * share;
}

/// Six digits of a value, or all if the rounded value would get the other verdict.
std::string print_value(const Rule& rule, double value) {
  const std::string text = print_number(value, "");
  double shown = 0;
  std::from_chars(text.data(), text.data() + text.size(), shown);
  return meets(rule, shown) == meets(rule, value) ? text : print_exact(value);
}

} // namespace

void Judge::add(const FrameRecord& frame) {
  for (size_t i = 0; i < rules_.size(); i++) {
    if (rules_[i].subject != Rule::Subject::frames)
      continue;
    const double value = frame.figures[rules_[i].figure];
    if (std::isnan(value))
      continue;
    FrameCount& count = counts_[i];
    count.frames++;
    if (meets(rules_[i], value))
      continue;
    if (count.failed++ == 0) {
      count.first = frame.number;
      count.time = frame.time;
      count.least = count.most = value;
    }
    count.least = std::min(count.least, value);
    count.most = std::max(count.most, value);
  }
}

void Judge::judge_frames(const Rule& rule, const FrameCount& count, const VideoRecord& video,
                         RuleVerdict& verdict) const {
  if (count.frames == 0) {
    if (video.sums[rule.figure].frames > 0)
      judge_sum(rule, video.sums[rule.figure], verdict);
    else
      verdict.detail = "no frame has " + rule.name;
    return;
  }
  const std::string coverage = count.frames < video.frames
                                   ? "; " + format_count(count.frames) + " of " +
                                         format_number_of(video.frames, "frame") + " have " +
                                         rule.name
                                   : "";
  verdict.verdict = verdict_of(is_share(count.frames - count.failed, count.frames, rule.share));
  if (count.failed == 0) {
    verdict.detail = "all of " + format_number_of(count.frames, "frame") + coverage;
    return;
  }
  const std::string time = format_time(count.time);
  verdict.detail = "not in " + format_count(count.failed) + " of " +
                   format_number_of(count.frames, "frame") + ", of which the first is frame " +
                   format_count(count.first) + (time.empty() ? "" : " at " + time) + "; " +
                   rule.name + " is " + print_value(rule, count.least) +
                   (count.most > count.least ? " to " + print_value(rule, count.most) : "") +
                   " there" + coverage;
}

/// By the least and the greatest value alone, between which all others lie. Both are values of
/// frames.
void Judge::judge_sum(const Rule& rule, const FigureSum& sum, RuleVerdict& verdict) const {
  const double value = std::get<double>(rule.value);
  const bool least = meets(rule, sum.minimum), greatest = meets(rule, sum.maximum);
  // Frames between the two meet any comparison that both meet, but for one with a value between
  // them.
  const bool is_between = value > sum.minimum && value < sum.maximum;
  const bool all_meet =
      least && greatest && !(rule.comparison == Comparison::unequal && is_between);
  const bool none_meets =
      !least && !greatest && !(rule.comparison == Comparison::equal && is_between);
  const uint64_t at_least = all_meet ? sum.frames : least || greatest ? 1 : 0;
  const uint64_t at_most = none_meets ? 0 : least && greatest ? sum.frames : sum.frames - 1;
  if (is_share(at_least, sum.frames, rule.share))
    verdict.verdict = Verdict::pass;
  else if (!is_share(at_most, sum.frames, rule.share))
    verdict.verdict = Verdict::fail;
  verdict.detail = rule.name + " is " + print_value(rule, sum.minimum) +
                   (sum.maximum > sum.minimum ? " to " + print_value(rule, sum.maximum) : "") +
                   " in " + format_number_of(sum.frames, "frame");
  if (verdict.verdict == Verdict::none)
    verdict.detail += "; the database has no rows per frame to count those that meet the rule; "
                      "scan again into another file";
}

void Judge::judge_column(const Rule& rule, const VideoRecord& video, RuleVerdict& verdict) const {
  Value value;
  each_field(video, [&](const char* name, const auto& field) {
    if (rule.name == name)
      value = to_value(field);
  });
  if (const auto* whole = std::get_if<int64_t>(&value))
    value = static_cast<double>(*whole);
  else if (const auto* answer = std::get_if<bool>(&value))
    value = *answer ? 1.0 : 0.0;
  const auto* const text = std::get_if<std::string>(&value);
  const auto* const number = std::get_if<double>(&value);
  if (!(text && !text->empty()) && !(number && !std::isnan(*number))) {
    verdict.detail = rule.name + " is not known";
    return;
  }
  verdict.verdict = verdict_of(text ? meets(rule, *text) : meets(rule, *number));
  verdict.detail = rule.name + " is " + (text ? *text : print_value(rule, *number));
}

void Judge::judge_findings(const Rule& rule, const VideoRecord& video, RuleVerdict& verdict) const {
  if (kinds_.count(rule.name) > 0) {
    verdict.verdict = Verdict::fail;
    verdict.detail = "has findings " + rule.name;
    return;
  }
  // A database may have sums of figures without rows of frames.
  const bool is_always_looked_for = rule.figure == figure::count;
  const uint64_t frames = is_always_looked_for ? video.frames : video.sums[rule.figure].frames;
  if (!is_always_looked_for && frames == 0) {
    verdict.detail = std::string("no frame has ") + frame_columns[rule.figure].name +
                     ", without which " + rule.name + " are not looked for";
    return;
  }
  verdict.verdict = Verdict::pass;
  verdict.detail = "has no finding " + rule.name;
  if (frames < video.frames)
    verdict.detail += " in the " + format_count(frames) + " of " +
                      format_number_of(video.frames, "frame") + " that have " +
                      frame_columns[rule.figure].name;
}

std::vector<RuleVerdict> Judge::judge(const VideoRecord& video) const {
  std::vector<RuleVerdict> verdicts;
  for (size_t i = 0; i < rules_.size(); i++) {
    const Rule& rule = rules_[i];
    RuleVerdict& verdict = verdicts.emplace_back();
    verdict.policy = rule.policy;
    verdict.rule = rule.text;
    if (!has_frames(video.outcome)) {
      verdict.detail = "no frame was analysed";
    } else if (rule.subject == Rule::Subject::frames) {
      judge_frames(rule, counts_[i], video, verdict);
    } else if (rule.subject == Rule::Subject::video) {
      judge_column(rule, video, verdict);
    } else {
      judge_findings(rule, video, verdict);
    }
  }
  return verdicts;
}

} // namespace videohistogram::tools
