// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/report/lanes.h"

#include "tools/report/drawing.h"
#include "tools/report/page.h"
#include "tools/text/escape.h"

#include <algorithm>
#include <map>

namespace videohistogram::tools {

namespace {

/// Spans narrower than this could not be seen.
constexpr double min_span = 2;

std::string frames_text(uint64_t first, uint64_t last) {
  return first == last ? "frame " + format_count(first)
                       : "frames " + format_count(first) + " to " + format_count(last);
}

/// A rectangle over frames with a tooltip.
std::string draw_span(const Timeline& timeline, uint64_t first, uint64_t last,
                      const std::string& css, const std::string& title) {
  const double left = x_of(timeline, static_cast<double>(first) - 0.5);
  const double right = x_of(timeline, static_cast<double>(last) + 0.5);
  return "<rect class=\"" + css + "\" x=\"" + coordinate(std::min(left, drawing_width - min_span)) +
         "\" y=\"0\" width=\"" + coordinate(std::max(right - left, min_span)) +
         "\" height=\"100\"><title>" + escape_markup(title) + "</title></rect>\n";
}

std::string draw_lane(const std::string& name, const std::string& spans) {
  return "<p class=\"lane-name\">" + escape_markup(name) +
         "</p>\n<div class=\"plot lane\"><svg viewBox=\"0 0 1000 100\" "
         "preserveAspectRatio=\"none\" role=\"img\"><title>" +
         escape_markup(name) + "</title>\n" + spans + "</svg></div>\n";
}

std::string draw_shots(const Timeline& timeline, const std::vector<Shot>& shots) {
  std::string spans;
  for (const Shot& shot : shots) {
    const std::string name = "Shot " + format_count(shot.number + 1) + ", ";
    spans += draw_span(timeline, shot.first, shot.last, shot.number % 2 == 0 ? "shot-a" : "shot-b",
                       name + frames_text(shot.first, shot.last));
    if (shot.transition == Transition::gradual)
      spans +=
          draw_span(timeline, shot.first, shot.transition_last, "gradual",
                    name + "gradual transition, " + frames_text(shot.first, shot.transition_last));
  }
  return spans;
}

/// Findings that are closer than a drawing can show become one span.
std::string draw_findings(const Timeline& timeline, const std::vector<const Finding*>& findings) {
  std::string spans;
  for (size_t i = 0; i < findings.size();) {
    const Finding& finding = *findings[i];
    uint64_t last = finding.last;
    size_t next = i + 1;
    while (next < findings.size() && x_of(timeline, static_cast<double>(findings[next]->first)) -
                                             x_of(timeline, static_cast<double>(last)) <
                                         1)
      last = std::max(last, findings[next++]->last);
    std::string title = finding.kind + ", " + frames_text(finding.first, last);
    if (next - i > 1)
      title += ", " + format_number_of(next - i, "finding");
    else if (!finding.detail.empty())
      title += ": " + finding.detail;
    spans += draw_span(timeline, finding.first, last, finding_class(finding.kind), title);
    i = next;
  }
  return spans;
}

} // namespace

std::string draw_lanes(const Timeline& timeline, const std::vector<Shot>& shots,
                       const std::vector<Finding>& findings) {
  if (shots.empty() && findings.empty())
    return "";
  std::string html = "<figure class=\"chart lanes\">\n";
  if (!shots.empty())
    html += draw_lane(format_number_of(shots.size(), "shot"), draw_shots(timeline, shots));
  std::map<std::string, std::vector<const Finding*>> kinds;
  for (const Finding& finding : findings)
    kinds[finding.kind].push_back(&finding);
  for (const auto& [kind, members] : kinds)
    html += draw_lane(kind, draw_findings(timeline, members));
  return html + draw_ticks(timeline) + "</figure>\n";
}

} // namespace videohistogram::tools
