// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/base/failure.h"
#include "tools/command/arguments.h"
#include "tools/command/commands.h"
#include "tools/record/values.h"
#include "tools/store/stored_results.h"
#include "tools/text/escape.h"
#include "tools/text/timecode.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

namespace videohistogram::tools {

namespace {

/// One line per shot, with the columns of the table.
void print_csv(StoredResults& results, const std::vector<VideoSummary>& videos) {
  std::puts(("path," + field_names<Shot>(",")).c_str());
  for (const VideoSummary& video : videos) {
    for (const Shot& shot : results.shots(video.id))
      std::puts((quote_csv(video.path) + "," + csv_cells(shot)).c_str());
  }
}

/// The time codes of times in a video.
class SourceTimes {
public:
  /// Throws Failure for a video that has none.
  SourceTimes(const VideoSummary& video, const VideoFormat& format, const std::vector<Shot>& shots,
              bool is_part)
      : name_(escape_for_terminal(video.path)) {
    const std::optional<TimecodeRate> rate =
        TimecodeRate::of(format.rate_numerator, format.rate_denominator);
    if (!rate)
      throw misuse(name_ + " has no rate of at most 99 frames per second, which time codes count; "
                           "use --format csv");
    rate_ = *rate;
    frames_per_second_ = static_cast<double>(format.rate_numerator) / format.rate_denominator;
    const std::optional<uint64_t> timecode = parse_timecode(format.timecode, rate_);
    start_ = static_cast<int64_t>(timecode.value_or(0));
    // Without a time code, a whole video begins with 00:00:00:00. A part counts from stream time 0:
    // the database does not have the time of the first frame of the video, which may be later.
    if (!shots.empty() && (timecode || !is_part))
      start_time_ = require(shots.front().start);
  }

  const TimecodeRate& rate() const { return rate_; }
  /// The number of the frame at this time. Throws Failure if there is no time.
  int64_t frame_at(int64_t time) const {
    const auto elapsed = static_cast<double>(require(time) - start_time_);
    return start_ + std::llround(elapsed * frames_per_second_ / 1e9);
  }
  std::string print(int64_t frame) const {
    return format_timecode(static_cast<uint64_t>(std::max<int64_t>(frame, 0)), rate_);
  }

private:
  int64_t require(int64_t time) const {
    if (time == no_time)
      throw misuse(name_ + " has shots without times, which time codes need; use --format csv");
    return time;
  }

  const std::string name_;
  TimecodeRate rate_;
  double frames_per_second_ = 0;
  int64_t start_ = 0, start_time_ = 0; ///< a frame and its time
};

/// Whether a scan left frames at the begin of videos out.
bool is_part(const StoredSettings& settings) {
  return std::any_of(settings.begin(), settings.end(), [](const auto& setting) {
    return setting.first == "start" && setting.second != "0";
  });
}

/// An edit decision list of CMX 3600, in which each shot is an event of the video alone. All events
/// are cuts: gradual transitions are in the video already, so a program that made them again would
/// make them twice.
void print_edl(StoredResults& results, const VideoSummary& video) {
  const VideoFormat format = results.video(video.id).format;
  const std::vector<Shot> shots = results.shots(video.id);
  const SourceTimes times(video, format, shots, is_part(results.settings()));
  const std::string name = escape_for_terminal(video.path.substr(video.path.rfind('/') + 1));
  std::printf("TITLE: %s\nFCM: %s\n\n", name.c_str(),
              times.rate().drop ? "DROP FRAME" : "NON-DROP FRAME");
  for (const Shot& shot : shots) {
    const int64_t first = times.frame_at(shot.start);
    // The end time of the last shot is the start of its last frame. No event is empty.
    const bool is_last = &shot == &shots.back();
    const int64_t end = std::max(times.frame_at(shot.end) + (is_last ? 1 : 0), first + 1);
    const std::string in = times.print(first), out = times.print(end);
    std::printf("%03llu  AX       V     C        %s %s %s %s\n* FROM CLIP NAME: %s\n",
                static_cast<unsigned long long>(shot.number + 1), in.c_str(), out.c_str(),
                in.c_str(), out.c_str(), name.c_str());
    if (shot.transition == Transition::gradual)
      std::printf("* GRADUAL TRANSITION OF %llu FRAMES\n",
                  static_cast<unsigned long long>(shot.transition_last - shot.first + 1));
    std::puts("");
  }
}

} // namespace

int shots(int argc, char** argv) {
  std::string format = "csv";
  Arguments arguments(
      "DATABASE [VIDEO...]",
      "Prints the shots of videos: as CSV with the columns of the table of shots, or as an edit\n"
      "decision list (CMX 3600) of one video. VIDEO is a path or its last names; without one,\n"
      "the shots of all videos are printed.\n\n"
      "Exit status: 0 printed, 2 wrong usage or no database, 3 it cannot be read.");
  arguments.text("format", 0, format, "NAME", "csv (default) or edl");
  const std::vector<std::string> names = arguments.parse(argc, argv, "name a database");
  require_one_of("--format", format, {"csv", "edl"});
  StoredResults results(names.front());
  const Transaction reading = results.read();
  const std::vector<VideoSummary> videos = results.select_videos(names);
  if (format == "csv") {
    print_csv(results, videos);
    return success;
  }
  if (videos.size() != 1)
    throw misuse("an edit decision list is of one video; name it behind the database");
  print_edl(results, videos.front());
  return success;
}

} // namespace videohistogram::tools
