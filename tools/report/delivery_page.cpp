// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/report/delivery_page.h"

#include "tools/report/chart.h"
#include "tools/report/facts.h"
#include "tools/report/lanes.h"
#include "tools/report/page.h"
#include "tools/text/escape.h"
#include "tools/text/format.h"

#include <algorithm>
#include <map>
#include <utility>

namespace videohistogram::tools {

namespace {

/// Rows of tables, so that the report fits two sheets.
constexpr size_t most_findings = 30, most_rules = 12;

/// The guideline of a profile of flashes.
std::string name_of_profile(const std::string& profile) {
  constexpr std::pair<const char*, const char*> names[] = {
      {"bt1702", "ITU-R BT.1702"},
      {"ofcom", "Ofcom"},
      {"nab-j", "NAB-J"},
      {"strict", "ITU-R BT.1702 with 20 % of the picture"},
      {"iris", "IRIS"}};
  for (const auto& [known, name] : names)
    if (profile == known)
      return name;
  return profile;
}

std::string word_of(Verdict verdict) {
  return verdict == Verdict::none ? "not tested" : stored_name(verdict);
}

bool is_flash(const std::string& kind) {
  return kind == "flashes" || kind == "flashes-extended" || kind == "red-flashes";
}

/// Such as "flashes: 2, red-flashes: 1".
std::string count_flashes(const std::vector<Finding>& findings) {
  std::map<std::string, size_t> kinds;
  for (const Finding& finding : findings)
    if (is_flash(finding.kind))
      kinds[finding.kind]++;
  std::string text;
  for (const auto& [kind, number] : kinds)
    text += (text.empty() ? "" : ", ") + kind + ": " + format_count(number);
  return text;
}

void add_policy(PageTable& table, const VideoContent& video) {
  std::map<std::string, std::pair<uint64_t, uint64_t>> policies; // rules that pass and that fail
  for (const RuleVerdict& rule : video.verdicts) {
    auto& [passed, failed] = policies[rule.policy];
    passed += rule.verdict == Verdict::pass ? 1 : 0;
    failed += rule.verdict == Verdict::fail ? 1 : 0;
  }
  if (policies.empty())
    table.add({word_of(Verdict::none), "Policy", "The scan had no policy."});
  for (const auto& [name, counts] : policies) {
    const auto& [passed, failed] = counts;
    const Verdict verdict = failed > 0 ? Verdict::fail : passed > 0 ? Verdict::pass : Verdict::none;
    table.add({word_of(verdict), "Policy " + name,
               format_count(failed) + " of " + format_number_of(passed + failed, "rule") +
                   (failed == 1 ? " fails" : " fail")});
  }
}

void add_flashes(PageTable& table, const VideoContent& video) {
  const std::string& profile = video.flash_profile; // older databases have none
  const std::string name = "Flashes" + (profile.empty() ? "" : ", " + name_of_profile(profile));
  const FigureSum& area = video.record.sums[figure::FLASHAREA];
  if (area.frames == 0) {
    table.add({word_of(Verdict::none), name, "The scan did not look for flashes."});
    return;
  }
  const std::string found = count_flashes(video.findings);
  table.add({word_of(found.empty() ? Verdict::pass : Verdict::fail), name,
             (found.empty() ? "No passage has too many" : found) +
                 ". No regulator has certified this test, and patterns are not looked for."});
}

/// Of all tests, whether the video passes.
std::string make_verdict_table(const VideoContent& video) {
  const VideoRecord& record = video.record;
  PageTable table({"?Verdict", "Test", "Result"});
  add_policy(table, video);
  add_flashes(table, video);
  const FigureSum& outside = record.sums[figure::R103OUT];
  table.add({word_of(video.summary.r103), "Levels, EBU R 103",
             outside.frames == 0 ? "The levels were not measured."
                                 : "At most " + format_real(100 * outside.maximum, 2) +
                                       " % of the pixels of a frame are outside of the limits."});
  const bool complete = record.outcome == Outcome::complete;
  table.add({word_of(complete ? Verdict::pass : Verdict::fail), "Decoding",
             complete ? "All frames were decoded." : record.message});
  return table.html() + "\n";
}

std::string make_failed_rules(const std::vector<RuleVerdict>& verdicts) {
  std::vector<const RuleVerdict*> failed;
  for (const RuleVerdict& verdict : verdicts)
    if (verdict.verdict == Verdict::fail)
      failed.push_back(&verdict);
  if (failed.empty())
    return "";
  PageTable table({"Rule that fails", "Detail"});
  for (size_t i = 0; i < std::min(failed.size(), most_rules); i++)
    table.add({failed[i]->rule, failed[i]->detail});
  std::string html = "<h2>Rules of the policy</h2>\n" + table.html() + "\n";
  if (failed.size() > most_rules)
    html += "<p class=\"soft small\">The first " + format_count(most_rules) + " of " +
            format_count(failed.size()) + " rules that fail.</p>\n";
  return html;
}

/// The time code of a frame, or else its time.
std::string when(const VideoContent& video, uint64_t frame, int64_t time) {
  const auto timecode = video.timecodes.find(frame);
  return timecode != video.timecodes.end() ? timecode->second : format_time(time);
}

std::string make_finding_table(const VideoContent& video) {
  std::string html = "<h2>Findings</h2>\n";
  if (video.findings.empty())
    return html + "<p>None.</p>\n";
  const size_t shown = std::min(video.findings.size(), most_findings);
  const bool has_codes = !video.timecodes.empty();
  PageTable table({"!Kind", has_codes ? ">From time code" : ">From", ">To", ">Frames", "Detail"});
  for (size_t i = 0; i < shown; i++) {
    const Finding& finding = video.findings[i];
    table.add({finding.kind, when(video, finding.first, finding.start),
               when(video, finding.last, finding.end),
               format_count(finding.last - finding.first + 1), finding.detail});
  }
  html += table.html() + "\n";
  if (shown < video.findings.size())
    html += "<p class=\"soft small\">The first " + format_count(shown) + " of " +
            format_number_of(video.findings.size(), "finding") + ".</p>\n";
  return html;
}

} // namespace

std::string delivery_name(const VideoSummary& video) {
  return "delivery-" + page_name(video);
}

std::string make_delivery_page(const VideoContent& video) {
  const std::string &path = video.summary.path, name = escape_markup(name_of(path));
  std::string html = "<main class=\"delivery\">\n<p class=\"back\"><a href=\"" +
                     page_name(video.summary) + "\">← <bdi>" + name +
                     "</bdi></a></p>\n<h1>Delivery report</h1>\n<p><bdi>" + name +
                     "</bdi> <span class=\"soft\"><bdi>" + escape_markup(folder_of(path)) +
                     "</bdi></span></p>\n" + make_verdict_table(video);
  html += make_facts(video.record, video.summary.length) + make_failed_rules(video.verdicts) +
          make_finding_table(video);
  if (video.record.frames > 0)
    html += "<h2>Timeline</h2>\n" + draw_lanes(video.timeline, {}, video.findings) +
            draw_charts(video.timeline, value_range(video.record), video.shots,
                        {figure::YAVG, figure::R103OUT, figure::FLASHCOUNT});
  html += make_technical_data(video.record) + "</main>\n";
  return make_page("Delivery report: " + name_of(path), html);
}

} // namespace videohistogram::tools
