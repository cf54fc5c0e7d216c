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
#include <iterator>
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

constexpr const char* partly_tested = "partly tested";

std::string word_of(Verdict verdict) {
  return verdict == Verdict::none ? "not tested" : stored_name(verdict);
}

const Finding* find_first(const std::vector<Finding>& findings, const std::string& kind) {
  const auto found = std::find_if(findings.begin(), findings.end(),
                                  [&](const Finding& finding) { return finding.kind == kind; });
  return found == findings.end() ? nullptr : &*found;
}

/// Findings that tell of frames that are missing, or out of order.
constexpr const char* signs_of_loss[] = {"ends-early", "gap", "time-backwards"};

/// Whether the frames that were analysed are all of the video, as far as it is known.
bool is_whole(const VideoContent& video) {
  return video.part.empty() && video.record.outcome == Outcome::complete &&
         std::none_of(std::begin(signs_of_loss), std::end(signs_of_loss),
                      [&](const char* kind) { return find_first(video.findings, kind); });
}

/// A test that no frame fails passes only if it had all frames of the video.
std::string word_of_test(const VideoContent& video, Verdict verdict, uint64_t frames) {
  const bool has_all = is_whole(video) && frames >= video.record.frames;
  return verdict == Verdict::pass && !has_all ? partly_tested : word_of(verdict);
}

/// Such as "120 frames were analysed."
std::string count_frames(uint64_t frames, const std::string& verb) {
  return format_number_of(frames, "frame") + (frames == 1 ? " was " : " were ") + verb + ".";
}

/// Such as " Only 50 of 120 frames were looked at." Empty if that is the whole video.
std::string describe_coverage(const VideoContent& video, uint64_t frames) {
  const uint64_t all = video.record.frames;
  if (frames < all)
    return " Only " + format_count(frames) + " of " + format_number_of(all, "frame") +
           " were looked at.";
  return is_whole(video) ? "" : " " + count_frames(frames, "looked at");
}

std::string to_sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text.empty() || text.back() == '.' ? text : text + ".";
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
  struct Counts {
    uint64_t passed = 0, failed = 0, none = 0; ///< `none`: rules that do not apply
  };
  std::map<std::string, Counts> policies;
  for (const RuleVerdict& rule : video.verdicts) {
    Counts& counts = policies[rule.policy];
    counts.passed += rule.verdict == Verdict::pass ? 1 : 0;
    counts.failed += rule.verdict == Verdict::fail ? 1 : 0;
    counts.none += rule.verdict == Verdict::none ? 1 : 0;
  }
  if (policies.empty())
    table.add({word_of(Verdict::none), "Policy", "The scan had no policy."});
  for (const auto& [name, counts] : policies) {
    const auto& [passed, failed, none] = counts;
    const Verdict verdict = failed > 0 ? Verdict::fail : passed > 0 ? Verdict::pass : Verdict::none;
    std::string text;
    const auto add = [&](uint64_t rules, const char* one, const char* more) {
      if (rules > 0)
        text += (text.empty() ? "Rules: " : ", ") + format_count(rules) + (rules == 1 ? one : more);
    };
    add(failed, " fails", " fail");
    add(passed, " passes", " pass");
    add(none, " does not apply", " do not apply");
    table.add({word_of(verdict), "Policy " + name, text + "."});
  }
}

void add_flashes(PageTable& table, const VideoContent& video) {
  const std::string& profile = video.flash_profile; // older databases have none
  const std::string name = "Flashes" + (profile.empty() ? "" : ", " + name_of_profile(profile));
  const uint64_t frames = video.record.sums[figure::FLASHAREA].frames;
  // Databases of versions without FLASHAREA have findings.
  const std::string found = count_flashes(video.findings);
  if (found.empty() && frames == 0) {
    table.add({word_of(Verdict::none), name, "No frame was looked at for flashes."});
    return;
  }
  table.add({found.empty() ? word_of_test(video, Verdict::pass, frames) : word_of(Verdict::fail),
             name,
             (found.empty() ? "No passage has too many" : found) + "." +
                 (frames > 0 ? describe_coverage(video, frames) : "") +
                 " No regulator has certified this test, and patterns are not looked for."});
}

void add_levels(PageTable& table, const VideoContent& video) {
  const FigureSum& outside = video.record.sums[figure::R103OUT];
  table.add({word_of_test(video, video.summary.r103, outside.frames), "Levels, EBU R 103",
             outside.frames == 0 ? "The levels were not measured."
                                 : "At most " + format_real(100 * outside.maximum, 2) +
                                       " % of the pixels of a frame are outside of the limits." +
                                       describe_coverage(video, outside.frames)});
}

/// Damage that the decoder knows of, in sentences; empty: none.
std::string describe_damage(const VideoContent& video) {
  const VideoRecord& record = video.record;
  std::string text;
  const auto add = [&](const std::string& sentence) {
    text += (text.empty() ? "" : " ") + sentence;
  };
  if (record.outcome != Outcome::complete)
    add(to_sentence(record.message));
  if (record.lost.value_or(0) > 0)
    add("The source lost " + format_number_of(*record.lost, "frame") + ".");
  // Each concealed frame that is among those of the video is a corrupted one as well.
  if (record.corrupted > 0)
    add(format_number_of(record.corrupted, "frame") +
        (record.corrupted == 1 ? " is corrupted." : " are corrupted."));
  else if (const uint64_t concealed = record.account.concealed.value_or(0); concealed > 0)
    add(format_number_of(concealed, "frame") +
        (concealed == 1 ? " has concealed damage." : " have concealed damage."));
  if (const Finding* const errors = find_first(video.findings, "decoder-errors"))
    add(to_sentence("The decoder reported errors: " + errors->detail));
  return text;
}

void add_decoding(PageTable& table, const VideoContent& video) {
  const VideoRecord& record = video.record;
  const std::string damage = describe_damage(video);
  const bool passes = damage.empty() && is_whole(video);
  std::string text;
  const auto add = [&](const std::string& sentence) {
    text += (text.empty() ? "" : " ") + sentence;
  };
  if (has_frames(record.outcome))
    add(passes ? "All frames were decoded." : count_frames(record.frames, "analysed"));
  if (!video.part.empty())
    add("The scan had " + video.part + ".");
  for (const char* const kind : signs_of_loss)
    if (const Finding* const sign = find_first(video.findings, kind))
      add(to_sentence(sign->detail.empty() ? std::string("There is a finding ") + kind
                                           : sign->detail));
  if (!damage.empty())
    add(damage);
  table.add({passes           ? word_of(Verdict::pass)
             : damage.empty() ? partly_tested
                              : word_of(Verdict::fail),
             "Decoding", text});
}

/// Of all tests, whether the video passes.
std::string make_verdict_table(const VideoContent& video) {
  PageTable table({"?Verdict", "Test", "Result"});
  add_policy(table, video);
  add_flashes(table, video);
  add_levels(table, video);
  add_decoding(table, video);
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
