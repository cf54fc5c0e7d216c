// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/base/failure.h"
#include "tools/command/arguments.h"
#include "tools/command/commands.h"
#include "tools/input/identity.h"
#include "tools/report/chart.h"
#include "tools/report/delivery_page.h"
#include "tools/report/index_page.h"
#include "tools/report/report_folder.h"
#include "tools/report/thumbnails.h"
#include "tools/report/video_page.h"
#include "tools/store/stored_results.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace videohistogram::tools {

namespace {

constexpr size_t timeline_points = 2000, sparkline_points = 120;

/// The images in the middle of up to `limit` shots of a video.
std::vector<ShotImage> decode_images(Thumbnails& thumbnails, const std::string& path,
                                     const std::vector<Shot>& shots, size_t limit) {
  std::vector<size_t> chosen;
  std::vector<int64_t> times;
  const size_t count = std::min(shots.size(), limit);
  for (size_t i = 0; i < count; i++) {
    const size_t shot = i * shots.size() / count;
    const int64_t start = shots[shot].start, end = shots[shot].end;
    if (start == no_time || end == no_time)
      continue;
    chosen.push_back(shot);
    times.push_back(start + (end - start) / 2);
  }
  std::vector<std::string> decoded = thumbnails.decode(path, times);
  std::vector<ShotImage> images;
  for (size_t i = 0; i < decoded.size(); i++) {
    if (!decoded[i].empty())
      images.push_back({chosen[i], std::move(decoded[i])});
  }
  return images;
}

/// All of a video but its images, and a timeline for the index.
std::pair<VideoContent, Timeline> read_video(StoredResults& results, const VideoSummary& listed) {
  const Transaction reading = results.read();
  const VideoSummary summary =
      results.list_videos(listed.id).front(); // a scan may have replaced it
  VideoContent video{summary,
                     results.video(summary.id),
                     results.shots(summary.id),
                     results.findings(summary.id),
                     results.verdicts(summary.id),
                     Timeline(summary.frames, timeline_points, chart_columns()),
                     {},
                     false,
                     {},
                     "",
                     ""};
  std::set<uint64_t> ends;
  for (const Finding& finding : video.findings)
    ends.insert({finding.first, finding.last});
  Timeline small(summary.frames, sparkline_points, chart_columns());
  results.each_frame(summary.id, [&](const FrameRecord& frame) {
    video.timeline.add(frame);
    small.add(frame);
    if (!frame.timecode.empty() && ends.count(frame.number) > 0)
      video.timecodes.emplace(frame.number, frame.timecode);
  });
  return {std::move(video), std::move(small)};
}

/// The settings of a scan that its pages tell.
struct ScanFacts {
  std::string flash_profile; ///< empty: an older database
  std::string part;          ///< see VideoContent::part
};

ScanFacts read_facts(StoredResults& results) {
  const Transaction reading = results.read();
  std::map<std::string, std::string> settings;
  for (const auto& [name, value] : results.settings())
    settings[name] = value;
  ScanFacts facts{settings["flashes"], ""};
  for (const auto& [name, whole] :
       {std::pair("start", "0"), std::pair("duration", "0"), std::pair("every", "1")}) {
    const std::string& value = settings[name];
    if (!value.empty() && value != whole)
      facts.part += (facts.part.empty() ? "--" : " --") + std::string(name) + " " + value;
  }
  return facts;
}

/// Writes the pages of a video and its entry in the index.
void write_video(StoredResults& results, const VideoSummary& summary, size_t images,
                 const ScanFacts& facts, Thumbnails& thumbnails, ReportFolder& folder,
                 IndexPages& index) {
  auto [video, small] = read_video(results, summary);
  video.flash_profile = facts.flash_profile;
  video.part = facts.part;
  video.unchanged = has_identity(summary.path, video.record.identity);
  if (video.unchanged)
    video.images = decode_images(thumbnails, summary.path, video.shots, images);
  folder.add(page_name(summary), make_video_page(video));
  folder.add(delivery_name(summary), make_delivery_page(video));
  index.add(video, small);
}

} // namespace

int report(int argc, char** argv) {
  std::string output;
  int images = 24;
  double timeout = 10;
  Arguments arguments(
      "DATABASE",
      "Makes pages to read from a database: index.html lists all videos, and each video has a\n"
      "page with timelines, shots, findings and figures, and a delivery report to print. The\n"
      "pages need no other file and no network. Images of shots are decoded from videos that did\n"
      "not change.\n\n"
      "FOLDER is made, or replaced if it holds nothing but a report.\n\n"
      "Exit status: 0 written, 2 wrong usage, 3 the pages could not be written.");
  arguments.text("output", 'o', output, "FOLDER", "The folder of the pages; required");
  arguments.number("thumbnails", 0, images, "N", "Images per video, at most (24)");
  arguments.real("timeout", timeout, "SECONDS", "The longest time for an image (10)");
  const std::vector<std::string> names = arguments.parse(argc, argv);
  if (names.size() != 1)
    throw misuse("name one database; `merge` puts several together");
  if (output.empty())
    throw misuse("name the folder of the pages with -o FOLDER");
  if (images < 0 || images > 1000)
    throw misuse("--thumbnails is a number from 0 to 1000");
  if (!(timeout > 0 && timeout <= 86400))
    throw misuse("--timeout is a number of seconds above 0, up to 86400");
  StoredResults results(names.front());
  const ScanFacts facts = read_facts(results);
  auto [videos, counts, findings] = [&] {
    const Transaction reading = results.read();
    return std::tuple(results.list_videos(), results.count_findings(), results.list_findings());
  }();
  sort_for_index(videos);
  ReportFolder folder(output);
  IndexPages index(folder, videos, counts, findings);
  Thumbnails thumbnails(timeout);
  for (const VideoSummary& video : videos)
    write_video(results, video, static_cast<size_t>(images), facts, thumbnails, folder, index);
  index.finish();
  folder.finish();
  return success;
}

} // namespace videohistogram::tools
