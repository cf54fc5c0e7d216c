// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/report/video_page.h"

#include "tools/report/chart.h"
#include "tools/report/delivery_page.h"
#include "tools/report/facts.h"
#include "tools/report/lanes.h"
#include "tools/report/page.h"
#include "tools/report/script.h"
#include "tools/text/escape.h"
#include "tools/text/format.h"

#include <algorithm>

namespace videohistogram::tools {

namespace {

/// A longer table would say less, and make the page slow.
constexpr size_t max_rows = 1000;

std::string shot_time(const Shot& shot) {
  return shot.start == no_time ? "frame " + format_count(shot.first) : format_time(shot.start);
}

std::string begin_text(const Shot& shot) {
  if (shot.transition != Transition::gradual)
    return stored_name(shot.transition);
  return "gradual, " + format_number_of(shot.transition_last - shot.first + 1, "frame");
}

std::string make_shots(const VideoContent& video) {
  if (video.shots.empty())
    return "";
  std::string html = "<h2>Shots</h2>\n";
  if (!video.images.empty()) {
    html += "<ol class=\"shots\">\n";
    for (const ShotImage& image : video.images) {
      const Shot& shot = video.shots[image.shot];
      const std::string number = format_count(shot.number + 1);
      html += "<li><img alt=\"Shot " + number + "\" src=\"" + make_image_source(image.jpeg) +
              "\"><b>" + number + "</b> <span class=\"soft\">" + shot_time(shot) + " · " +
              format_number_of(shot.last - shot.first + 1, "frame") + "</span></li>\n";
    }
    html += "</ol>\n";
    if (video.images.size() < video.shots.size())
      html += "<p class=\"soft small\">Images of " + format_count(video.images.size()) + " of " +
              format_number_of(video.shots.size(), "shot") + ".</p>\n";
  } else if (!video.unchanged) {
    html +=
        "<p class=\"soft small\">No images: there is no such file any more, or it changed since "
        "it was analysed.</p>\n";
  }
  PageTable table({">Shot", "Begins with", ">First frame", ">Last frame", ">Frames", ">Start"});
  for (size_t i = 0; i < std::min(video.shots.size(), max_rows); i++) {
    const Shot& shot = video.shots[i];
    table.add({format_count(shot.number + 1), begin_text(shot), format_count(shot.first),
               format_count(shot.last), format_count(shot.last - shot.first + 1), shot_time(shot)});
  }
  html += "<details><summary>All shots as a table</summary>\n" + table.html() + "\n";
  if (video.shots.size() > max_rows)
    html += "<p class=\"soft small\">The first " + format_count(max_rows) +
            " shots; the database has all.</p>\n";
  return html + "</details>\n";
}

std::string make_findings(const std::vector<Finding>& findings) {
  if (findings.empty())
    return "";
  PageTable table({"!Kind", ">From", ">To", ">First frame", ">Last frame", "Detail"});
  for (size_t i = 0; i < std::min(findings.size(), max_rows); i++) {
    const Finding& finding = findings[i];
    table.add({finding.kind, format_time(finding.start), format_time(finding.end),
               format_count(finding.first), format_count(finding.last), finding.detail});
  }
  std::string html = "<h2>Findings</h2>\n" + table.html() + "\n";
  if (findings.size() > max_rows)
    html += "<p class=\"soft small\">The first " + format_count(max_rows) + " of " +
            format_number_of(findings.size(), "finding") + "; the database has all.</p>\n";
  return html;
}

std::string make_verdicts(const std::vector<RuleVerdict>& verdicts) {
  if (verdicts.empty())
    return "";
  PageTable table({"?Verdict", "Policy", "Rule", "Detail"});
  for (const RuleVerdict& verdict : verdicts)
    table.add({verdict.verdict == Verdict::none ? "does not apply" : stored_name(verdict.verdict),
               verdict.policy, verdict.rule, verdict.detail});
  return "<h2>Policy</h2>\n" + table.html() + "\n";
}

std::string make_sums(const VideoRecord& record) {
  const std::vector<NamedSum> sums = list_sums(record);
  if (sums.empty())
    return "";
  PageTable table({"Figure", ">Minimum", ">Mean", ">Maximum", ">Frames"});
  for (const auto& [name, sum] : sums)
    table.add({name, format_real(sum.minimum, 4), format_real(sum.mean, 4),
               format_real(sum.maximum, 4), format_count(sum.frames)});
  return "<h2>Figures</h2>\n<details><summary>Minimum, mean and maximum over all "
         "frames</summary>\n" +
         table.html() + "</details>\n";
}

} // namespace

std::string name_of(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::string folder_of(const std::string& path) {
  return path.substr(0, path.rfind('/') + 1);
}

std::string page_name(const VideoSummary& video) {
  return plain_name(video.path, video.id) + ".html";
}

std::string make_badges(const VideoSummary& video) {
  std::string html;
  if (video.outcome != Outcome::complete)
    html += make_badge(stored_name(video.outcome), Tone::bad);
  if (video.r103 != Verdict::none)
    html += make_badge(std::string("EBU R 103 ") + stored_name(video.r103),
                       video.r103 == Verdict::pass ? Tone::good : Tone::notice);
  if (video.policy() != Verdict::none)
    html += make_badge(std::string("policy ") + stored_name(video.policy()),
                       video.policy() == Verdict::pass ? Tone::good : Tone::bad);
  if (video.findings > 0)
    html += make_badge(format_number_of(video.findings, "finding"), Tone::notice);
  return html;
}

std::string make_video_page(const VideoContent& video) {
  const std::string& path = video.summary.path;
  std::string html = make_back_link() + "<h1><bdi>" + escape_markup(name_of(path)) +
                     "</bdi></h1>\n<p class=\"soft small\"><bdi>" + escape_markup(folder_of(path)) +
                     "</bdi></p>\n<p class=\"badges\">" + make_badges(video.summary) +
                     " <a href=\"" + delivery_name(video.summary) + "\">Delivery report</a></p>\n";
  if (video.record.outcome != Outcome::complete)
    html += "<p class=\"callout\">" + escape_markup(video.record.message) + "</p>\n";
  html += make_facts(video.record, video.summary.length) + make_verdicts(video.verdicts);
  if (video.record.frames > 0) {
    html += "<h2>Timeline</h2>\n";
    html += draw_lanes(video.timeline, video.shots, video.findings);
    html += draw_charts(video.timeline, value_range(video.record), video.shots);
  }
  html += make_shots(video) + make_findings(video.findings) + make_technical_data(video.record) +
          make_sums(video.record);
  html = "<main>\n" + html + "</main>\n";
  return video.record.frames > 0
             ? make_page(name_of(path), html, video_script, make_chart_data(video.timeline))
             : make_page(name_of(path), html);
}

} // namespace videohistogram::tools
