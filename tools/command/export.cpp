// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/base/failure.h"
#include "tools/command/arguments.h"
#include "tools/command/commands.h"
#include "tools/store/junit_files.h"
#include "tools/store/stored_results.h"
#include "tools/store/text_files.h"

#include <algorithm>

namespace videohistogram::tools {

namespace {

/// The frames, findings and shots of a video as a scan would have collected them.
Spool collect_parts(StoredResults& results, int64_t video, const std::string& folder) {
  Spool parts(folder);
  results.each_frame(
      video, [&](const FrameRecord& frame) { parts.append(MessageKind::frame, pack(frame)); });
  for (const Finding& finding : results.findings(video))
    parts.append(MessageKind::finding, pack(finding));
  for (const Shot& shot : results.shots(video))
    parts.append(MessageKind::shot, pack(shot));
  return parts;
}

void export_verdicts(StoredResults& results, const std::vector<VideoSummary>& videos,
                     const std::string& folder) {
  if (std::all_of(videos.begin(), videos.end(),
                  [&](const VideoSummary& video) { return results.verdicts(video.id).empty(); }))
    throw misuse("the database has no verdicts of these videos; `scan --policy FILE` makes them");
  make_folder(folder);
  for (const VideoSummary& video : videos)
    write_junit_file(folder, video.path, results.video(video.id), results.verdicts(video.id));
}

} // namespace

int export_results(int argc, char** argv) {
  std::string format = "csv", output;
  Arguments arguments(
      "DATABASE [VIDEO...]",
      "Writes results of a database into text files, two per video: the same files that\n"
      "`scan --format` writes. With --format junit, one file per video with the verdicts of the\n"
      "policy that the videos were scanned with. VIDEO is a path or its last names; without one,\n"
      "all videos are written.\n\n"
      "Exit status: 0 written, 2 wrong usage or no folder, 3 the files could not be written.");
  arguments.text("output", 'o', output, "FOLDER", "The folder of the files; required");
  arguments.text("format", 0, format, "NAME", "csv (default), jsonl, qctools or junit");
  const std::vector<std::string> names = arguments.parse(argc, argv, "name a database");
  if (output.empty())
    throw misuse("name the folder of the files with -o FOLDER");
  require_one_of("--format", format, {"csv", "jsonl", "qctools", "junit"});
  StoredResults results(names.front());
  const Transaction reading = results.read();
  const std::vector<VideoSummary> videos = results.select_videos(names);
  if (format == "junit") {
    export_verdicts(results, videos, output);
    return success;
  }
  TextFiles files(output, format, results.settings());
  for (const VideoSummary& video : videos) {
    Spool parts = collect_parts(results, video.id, files.folder());
    files.store(video.path, results.video(video.id), parts);
  }
  return success;
}

} // namespace videohistogram::tools
