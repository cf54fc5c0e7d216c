// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/base/failure.h"
#include "tools/command/arguments.h"
#include "tools/command/commands.h"
#include "tools/store/stored_results.h"
#include "tools/text/escape.h"
#include "tools/text/format.h"
#include "tools/text/table.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace videohistogram::tools {

namespace {

void print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
}

void print(const Table& table) {
  const size_t width = terminal_width();
  print(table.text(width, width > 0 && !std::getenv("NO_COLOR")));
}

std::string print_size(uint32_t width, uint32_t height) {
  return std::to_string(width) + "x" + std::to_string(height);
}

void show_list(const std::vector<VideoSummary>& videos) {
  const std::vector<std::string> names{"Outcome", "R 103",  "Policy",    ">Length", ">Size",
                                       ">Frames", ">Shots", ">Findings", "Video"};
  // The policy has a column only where there is one.
  constexpr size_t policy = 2;
  const bool judged = std::any_of(videos.begin(), videos.end(), [](const VideoSummary& video) {
    return video.policy() != Verdict::none;
  });
  const auto row = [&](std::vector<std::string> cells) {
    if (!judged)
      cells.erase(cells.begin() + policy);
    return cells;
  };
  Table table(row(names));
  uint64_t frames = 0, failed = 0, skipped = 0;
  int64_t length = 0;
  for (const VideoSummary& video : videos) {
    const bool analysed = has_frames(video.outcome);
    table.add(
        row({stored_name(video.outcome), stored_name(video.r103), stored_name(video.policy()),
             analysed ? format_time(video.length) : "",
             analysed ? print_size(video.width, video.height) : "", format_count(video.frames),
             format_count(video.shots), format_count(video.findings), video.path}));
    frames += video.frames;
    length += analysed ? video.length : 0;
    failed += video.outcome == Outcome::failed;
    skipped += video.outcome == Outcome::skipped;
  }
  print(table);
  print("\n" + format_number_of(videos.size(), "video") + ", " + format_time(length) + ", " +
        format_number_of(frames, "frame") +
        (failed > 0 ? ", " + format_count(failed) + " failed" : "") +
        (skipped > 0 ? ", " + format_count(skipped) + " skipped" : "") + "\n");
}

void show_fact(const char* name, const std::string& value) {
  if (!value.empty())
    print(std::string("  ") + name + ": " + escape_for_terminal(value) + "\n");
}

void show_facts(const VideoSummary& summary, const VideoRecord& video) {
  const VideoFormat& format = video.format;
  print(escape_for_terminal(summary.path) + "\n");
  show_fact("outcome", stored_name(video.outcome));
  show_fact("message", video.message);
  if (video.frames > 0) {
    show_fact("length", format_time(summary.length) + ", " +
                            format_number_of(video.frames, "frame") + ", frames per second: " +
                            format_rate(format.rate_numerator, format.rate_denominator));
    show_fact("video", print_size(format.width, format.height) + " " + format.format + " " +
                           format.colorimetry);
  }
  if (video.lost)
    show_fact("lost", format_number_of(*video.lost, "frame"));
  show_fact("codec", format.codec);
  show_fact("container", format.container);
  show_fact("EBU R 103", stored_name(video.r103));
  if (!video.active.empty())
    show_fact("active picture", print_size(video.active.width, video.active.height) + " at " +
                                    std::to_string(video.active.x) + ", " +
                                    std::to_string(video.active.y));
  show_fact("MaxCLL", format_light(video.light.max_cll, "cd/m2"));
  show_fact("MaxFALL", format_light(video.light.max_fall, "cd/m2"));
  show_fact("file", format_bytes(video.identity.size));
}

void show_findings(const std::vector<Finding>& findings) {
  if (findings.empty())
    return;
  Table table({"Finding", ">From", ">To", ">First frame", ">Last frame", "Detail"});
  for (const Finding& finding : findings)
    table.add({finding.kind, format_time(finding.start), format_time(finding.end),
               format_count(finding.first), format_count(finding.last), finding.detail});
  print("\n");
  print(table);
}

void show_verdicts(const std::vector<RuleVerdict>& verdicts) {
  if (verdicts.empty())
    return;
  Table table({"Verdict", "Policy", "Rule", "Detail"});
  for (const RuleVerdict& verdict : verdicts)
    table.add({verdict.verdict == Verdict::none ? "none" : stored_name(verdict.verdict),
               verdict.policy, verdict.rule, verdict.detail});
  print("\n");
  print(table);
}

void show_shots(const std::vector<Shot>& shots) {
  if (shots.empty())
    return;
  Table table({">Shot", ">Start", ">First frame", ">Last frame", "Begins with"});
  for (const Shot& shot : shots) {
    table.add({format_count(shot.number), format_time(shot.start), format_count(shot.first),
               format_count(shot.last),
               shot.transition == Transition::gradual
                   ? "gradual, to frame " + format_count(shot.transition_last)
                   : stored_name(shot.transition)});
  }
  print("\n");
  print(table);
}

void show_sums(const VideoRecord& video) {
  Table table({"Figure", ">Minimum", ">Mean", ">Maximum"});
  for (size_t column :
       {figure::YMIN, figure::YLOW, figure::YAVG, figure::YHIGH, figure::YMAX, figure::SATAVG,
        figure::SATMAX, figure::YDIF, figure::R103OUT, figure::LIGHTPEAK, figure::LIGHTAVG}) {
    const FigureSum& sum = video.sums[column];
    if (sum.frames > 0)
      table.add({frame_columns[column].name, format_real(sum.minimum, 4), format_real(sum.mean, 4),
                 format_real(sum.maximum, 4)});
  }
  print("\n");
  print(table);
}

} // namespace

int show(int argc, char** argv) {
  Arguments arguments(
      "DATABASE [VIDEO...]",
      "Prints the videos of a database, those that need attention first, or what is known of the\n"
      "videos that are named. VIDEO is a path or its last names. On a terminal the last column is\n"
      "shortened to its width, but not below 12 characters; below about 80 columns lines may be\n"
      "longer. In a pipe nothing is shortened. Control characters of names are escaped.\n\n"
      "Exit status: 0 printed, 2 wrong usage or no database, 3 it cannot be read.");
  const std::vector<std::string> names = arguments.parse(argc, argv, "name a database");
  StoredResults results(names.front());
  const Transaction reading = results.read();
  const std::vector<VideoSummary> videos = results.select_videos(names);
  if (names.size() == 1) {
    show_list(videos);
    return success;
  }
  bool first = true;
  for (const VideoSummary& summary : videos) {
    print(first ? "" : "\n");
    first = false;
    const VideoRecord video = results.video(summary.id);
    show_facts(summary, video);
    show_verdicts(results.verdicts(summary.id));
    show_findings(results.findings(summary.id));
    show_shots(results.shots(summary.id));
    if (video.frames > 0)
      show_sums(video);
  }
  return success;
}

} // namespace videohistogram::tools
