// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/report/index_page.h"

#include "tools/report/chart.h"
#include "tools/report/facts.h"
#include "tools/report/page.h"
#include "tools/report/script.h"
#include "tools/text/escape.h"
#include "tools/text/format.h"
#include "tools/text/json.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace videohistogram::tools {

namespace {

constexpr size_t videos_per_page = 200;

std::string index_name(size_t page) {
  return page == 1 ? "index.html" : "index-" + std::to_string(page) + ".html";
}

/// The groups of an index in their order.
constexpr const char* groups[] = {"Damaged",          "Fails the policy", "With findings",
                                  "Without findings", "Failed",           "Skipped: no video"};
enum Group : size_t {
  damaged_group,
  policy_group,
  with_findings,
  without_findings,
  failed_group,
  skipped_group
};

bool has_any_finding(const VideoSummary& video) {
  return video.findings > 0 || video.r103 == Verdict::fail;
}

Group group_of(const VideoSummary& video) {
  if (video.outcome == Outcome::failed)
    return failed_group;
  if (video.outcome == Outcome::skipped)
    return skipped_group;
  if (video.outcome == Outcome::damaged)
    return damaged_group;
  if (video.policy() == Verdict::fail)
    return policy_group;
  return has_any_finding(video) ? with_findings : without_findings;
}

/// The page that lists the videos with a kind of finding; empty for a kind that only another
/// program has stored.
std::string finding_page_name(const std::string& kind) {
  const bool known = std::find(std::begin(finding_kinds), std::end(finding_kinds), kind) !=
                     std::end(finding_kinds);
  return known ? "findings-" + kind + ".html" : "";
}

std::string make_video_link(const VideoSummary& video) {
  return "<a href=\"" + page_name(video) + "\"><bdi>" + escape_markup(name_of(video.path)) +
         "</bdi></a><span class=\"soft\"><bdi>" + escape_markup(folder_of(video.path)) +
         "</bdi></span>";
}

/// Page 1, 2 and so on of `count`, where there are several.
std::string make_title(size_t page, size_t count) {
  return "Videos of an archive" +
         (count == 1 ? "" : ", page " + std::to_string(page) + " of " + std::to_string(count));
}

std::string make_option(const std::string& value, const std::string& text) {
  return "<option value=\"" + value + "\">" + escape_markup(text) + "</option>";
}

std::string make_poster(const VideoContent& video) {
  if (video.images.empty())
    return "<span class=\"none\"></span>";
  return "<img alt=\"\" src=\"" + make_image_source(video.images[video.images.size() / 2].jpeg) +
         "\">";
}

std::string about(const VideoSummary& video) {
  if (!has_frames(video.outcome))
    return escape_markup(video.message);
  // A still image has neither a length nor shots.
  std::string text = (video.frames > 1 ? format_time(video.length) + " · " : "") +
                     format_size(video.width, video.height) + " · " +
                     format_number_of(video.frames, "frame");
  if (video.frames > 1 && video.shots > 0)
    text += " · " + format_number_of(video.shots, "shot");
  return text;
}

} // namespace

void sort_for_index(std::vector<VideoSummary>& videos) {
  std::stable_sort(videos.begin(), videos.end(), [](const VideoSummary& a, const VideoSummary& b) {
    return group_of(a) < group_of(b);
  });
}

IndexPages::IndexPages(ReportFolder& folder, const std::vector<VideoSummary>& videos,
                       const std::vector<FindingCount>& counts,
                       const std::vector<VideoFindings>& findings)
    : folder_(folder), videos_(videos), counts_(counts), findings_(findings),
      n_pages_(std::max<size_t>((videos.size() + videos_per_page - 1) / videos_per_page, 1)) {}

void IndexPages::add(const VideoContent& video, const Timeline& small) {
  if (on_page_ == videos_per_page)
    write_page();
  const VideoSummary& summary = video.summary;
  const std::string group = groups[group_of(summary)];
  if (group != group_) {
    const auto members = std::count_if(videos_.begin(), videos_.end(), [&](const auto& other) {
      return group == groups[group_of(other)];
    });
    list_ += (on_page_ > 0 ? "</ol>\n<h2>" : "<h2>") + group + " <span class=\"soft\">" +
             format_count(static_cast<uint64_t>(members)) + "</span></h2>\n<ol class=\"videos\">\n";
    group_ = group;
  }
  on_page_++;
  list_ += "<li><a class=\"poster\" href=\"" + page_name(summary) +
           "\" tabindex=\"-1\" aria-hidden=\"true\">" + make_poster(video) +
           "</a><span class=\"name\">" + make_video_link(summary) +
           "</span><span class=\"about\">" + make_badges(summary) + " " + about(summary) +
           "</span><span class=\"spark\">" +
           draw_sparkline(small, value_range(video.record).maximum()) + "</span></li>\n";
}

void IndexPages::finish() {
  write_page();
  write_finding_pages();
}

void IndexPages::write_page() {
  const std::string title = make_title(page_, n_pages_);
  std::string body = "<main>\n<h1>" + title + "</h1>\n";
  if (on_page_ > 0)
    list_ += "</ol>\n";
  list_ = "<div id=\"list\">\n" + list_ + make_links() + "</div>\n</main>\n";
  if (page_ == 1)
    folder_.add(index_name(page_), make_page(title, body + make_overview() + make_tools() + list_,
                                             index_script, make_data()));
  else
    folder_.add(index_name(page_), make_page(title, body + make_links() + list_));
  page_++;
  on_page_ = 0;
  list_.clear();
  group_.clear();
}

std::string IndexPages::make_links() const {
  if (n_pages_ == 1)
    return "";
  std::string html = "<nav class=\"pages\" aria-label=\"Pages\">";
  for (size_t page = 1; page <= n_pages_; page++) {
    const std::string number = std::to_string(page);
    html += page == page_ ? "<b aria-current=\"page\">" + number + "</b>"
                          : "<a href=\"" + index_name(page) + "\">" + number + "</a>";
  }
  return html + "</nav>\n";
}

std::string IndexPages::make_overview() const {
  uint64_t frames = 0, failed = 0, skipped = 0, damaged = 0, found = 0, judged = 0, refused = 0;
  int64_t length = 0;
  for (const VideoSummary& video : videos_) {
    frames += video.frames;
    length += has_frames(video.outcome) ? video.length : 0;
    failed += video.outcome == Outcome::failed;
    skipped += video.outcome == Outcome::skipped;
    damaged += video.outcome == Outcome::damaged;
    judged += video.policy() != Verdict::none;
    refused += video.policy() == Verdict::fail;
    found += has_any_finding(video);
  }
  std::string html =
      "<div class=\"tiles\">\n" + make_tile(format_count(videos_.size()), "videos") +
      make_tile(format_time(length), "in all") + make_tile(format_count(frames), "frames") +
      (judged > 0 ? make_tile(format_count(refused), "fail the policy") : "") +
      make_tile(format_count(found), "with findings") +
      make_tile(format_count(damaged), "damaged") + make_tile(format_count(failed), "failed") +
      (skipped > 0 ? make_tile(format_count(skipped), "without video") : "") + "</div>\n";
  if (counts_.empty())
    return html;
  PageTable table({"!Kind", ">Videos", ">Findings", ">Frames"}, "wide narrow");
  for (const FindingCount& count : counts_)
    table.add({count.kind, format_count(count.videos), format_count(count.findings),
               format_count(count.frames)},
              finding_page_name(count.kind));
  return html + "<h2>Findings</h2>\n" + table.html() + "\n";
}

void IndexPages::write_finding_pages() const {
  std::map<int64_t, const VideoSummary*> videos;
  for (const VideoSummary& video : videos_)
    videos[video.id] = &video;
  std::map<std::string, std::string> rows; // in HTML, by kind
  for (const VideoFindings& found : findings_) {
    const auto video = videos.find(found.video);
    if (video != videos.end() && !finding_page_name(found.kind).empty())
      rows[found.kind] += "<tr><td>" + make_video_link(*video->second) +
                          "</td><td class=\"number\">" + format_count(found.findings) +
                          "</td><td class=\"number\">" + format_count(found.frames) +
                          "</td></tr>\n";
  }
  for (const auto& [kind, html] : rows) {
    const std::string title = "Videos with findings " + kind;
    folder_.add(finding_page_name(kind),
                make_page(title, "<main>\n" + make_back_link() + "<h1>" + title +
                                     "</h1>\n<div class=\"wide found\"><table><thead><tr>"
                                     "<th>Video</th><th class=\"number\">Findings</th>"
                                     "<th class=\"number\">Frames</th></tr></thead>\n<tbody>\n" +
                                     html + "</tbody></table></div>\n</main>\n"));
  }
}

/// The form and the table of matches, which stay hidden without a script.
std::string IndexPages::make_tools() const {
  std::string html = "<form id=\"tools\" hidden>\n<label>Search <input type=\"search\" "
                     "name=\"search\" autocomplete=\"off\"></label>\n"
                     "<label>State <select name=\"state\">" +
                     make_option("", "all");
  for (size_t group = 0; group < std::size(groups); group++) {
    if (std::any_of(videos_.begin(), videos_.end(),
                    [&](const VideoSummary& video) { return group_of(video) == group; }))
      html += make_option(std::to_string(group), groups[group]);
  }
  html += "</select></label>\n<label>Finding <select name=\"kind\">" + make_option("", "all");
  for (size_t kind = 0; kind < counts_.size(); kind++)
    html += make_option(std::to_string(kind), counts_[kind].kind);
  html += "</select></label>\n<label>Sort by <select name=\"sort\">" + make_option("", "state");
  for (const char* key : {"name", "length", "frames", "shots", "findings"})
    html += make_option(key, key);
  html += make_option("pixels", "size");
  return html +
         "</select></label>\n<label><input type=\"checkbox\" name=\"reverse\"> Reverse</label>\n"
         "</form>\n<div id=\"found\" class=\"wide found\" hidden>\n"
         "<p id=\"count\" class=\"soft\" aria-live=\"polite\"></p>\n<table><thead><tr>"
         "<th>Video</th><th>State</th><th class=\"number\">Length</th><th "
         "class=\"number\">Size</th>"
         "<th class=\"number\">Frames</th><th class=\"number\">Shots</th>"
         "<th class=\"number\">Findings</th></tr></thead><tbody></tbody></table>\n"
         "<button id=\"more\" type=\"button\" hidden></button></div>\n";
}

/// The videos as index_script reads them.
std::string IndexPages::make_data() const {
  std::map<int64_t, std::string> kinds; // of each video, as indexes
  for (size_t kind = 0; kind < counts_.size(); kind++) {
    for (const VideoFindings& found : findings_) {
      if (found.kind == counts_[kind].kind) {
        std::string& list = kinds[found.video];
        list += (list.empty() ? "" : ",") + std::to_string(kind);
      }
    }
  }
  std::string json = "{\"groups\":[";
  for (const char* group : groups)
    json += (group == groups[0] ? "\"" : ",\"") + std::string(group) + "\"";
  json += "],\"videos\":[";
  const auto text = [](const std::string& bytes) { return quote_json(escape_for_terminal(bytes)); };
  for (const VideoSummary& video : videos_) {
    const bool analysed = has_frames(video.outcome);
    json += (&video == videos_.data() ? "[" : ",\n[") + text(name_of(video.path)) + "," +
            text(folder_of(video.path)) + "," + quote_json(page_name(video)) + "," +
            std::to_string(group_of(video)) + "," +
            std::to_string(analysed ? video.length / 1000000 : 0) + "," +
            quote_json(analysed ? format_time(video.length) : "") + "," +
            std::to_string(uint64_t{video.width} * video.height) + "," +
            quote_json(analysed ? format_size(video.width, video.height) : "") + "," +
            std::to_string(video.frames) + "," + std::to_string(video.shots) + "," +
            std::to_string(video.findings) + ",[" + kinds[video.id] + "]]";
  }
  return json + "]}";
}

} // namespace videohistogram::tools
