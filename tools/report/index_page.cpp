// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/report/index_page.h"

#include "tools/report/chart.h"
#include "tools/report/page.h"
#include "tools/text/escape.h"
#include "tools/text/format.h"

#include <algorithm>
#include <cmath>

namespace videohistogram::tools {

namespace {

constexpr size_t videos_per_page = 200;

std::string index_name(size_t page) {
  return page == 1 ? "index.html" : "index-" + std::to_string(page) + ".html";
}

const char* group_of(const VideoSummary& video) {
  if (video.outcome == Outcome::failed)
    return "Failed";
  if (video.outcome == Outcome::skipped)
    return "Skipped: no video";
  if (video.outcome == Outcome::damaged)
    return "Damaged";
  return video.findings > 0 || video.r103 == Verdict::fail ? "With findings" : "Without findings";
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
  std::string text = format_time(video.length) + " · " + std::to_string(video.width) + " × " +
                     std::to_string(video.height) + " · " + format_number_of(video.frames, "frame");
  if (video.shots > 0)
    text += " · " + format_number_of(video.shots, "shot");
  return text;
}

} // namespace

IndexPages::IndexPages(ReportFolder& folder, const std::vector<VideoSummary>& videos,
                       const std::vector<FindingCount>& findings)
    : folder_(folder), videos_(videos), findings_(findings),
      n_pages_(std::max<size_t>((videos.size() + videos_per_page - 1) / videos_per_page, 1)) {}

void IndexPages::add(const VideoContent& video, const Timeline& small) {
  if (on_page_ == videos_per_page)
    finish_page();
  const VideoSummary& summary = video.summary;
  const std::string group = group_of(summary);
  if (group != group_) {
    const auto members = std::count_if(videos_.begin(), videos_.end(),
                                       [&](const auto& other) { return group == group_of(other); });
    list_ += (on_page_ > 0 ? "</ol>\n<h2>" : "<h2>") + group + " <span class=\"soft\">" +
             format_count(static_cast<uint64_t>(members)) + "</span></h2>\n<ol class=\"videos\">\n";
    group_ = group;
  }
  on_page_++;
  list_ += "<li><a class=\"poster\" href=\"" + page_name(summary) +
           "\" tabindex=\"-1\" aria-hidden=\"true\">" + make_poster(video) +
           "</a><span class=\"name\"><a href=\"" + page_name(summary) + "\"><bdi>" +
           escape_markup(name_of(summary.path)) + "</bdi></a><span class=\"soft\"><bdi>" +
           escape_markup(folder_of(summary.path)) + "</bdi></span></span><span class=\"about\">" +
           make_badges(summary) + " " + about(summary) + "</span><span class=\"spark\">" +
           draw_sparkline(small, std::exp2(small.depth()) - 1) + "</span></li>\n";
}

void IndexPages::finish_page() {
  std::string body = "<main>\n<h1>Videos of an archive</h1>\n";
  if (page_ == 1)
    body += make_overview();
  if (on_page_ > 0)
    list_ += "</ol>\n";
  folder_.add(index_name(page_),
              make_page("Videos of an archive", body + list_ + make_links() + "</main>\n"));
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
  uint64_t frames = 0, failed = 0, damaged = 0, found = 0;
  int64_t length = 0;
  for (const VideoSummary& video : videos_) {
    frames += video.frames;
    length += has_frames(video.outcome) ? video.length : 0;
    failed += video.outcome == Outcome::failed;
    damaged += video.outcome == Outcome::damaged;
    found += group_of(video) == std::string("With findings");
  }
  std::string html = "<div class=\"tiles\">\n" + make_tile(format_count(videos_.size()), "videos") +
                     make_tile(format_time(length), "in all") +
                     make_tile(format_count(frames), "frames") +
                     make_tile(format_count(found), "with findings") +
                     make_tile(format_count(damaged), "damaged") +
                     make_tile(format_count(failed), "failed") + "</div>\n";
  if (findings_.empty())
    return html;
  PageTable table({"!Kind", ">Videos", ">Findings", ">Frames"}, "wide narrow");
  for (const FindingCount& count : findings_)
    table.add({count.kind, format_count(count.videos), format_count(count.findings),
               format_count(count.frames)});
  return html + "<h2>Findings</h2>\n" + table.html() + "\n";
}

} // namespace videohistogram::tools
