// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/stored_results.h"

#include "tools/command/failure.h"
#include "tools/store/results.h"
#include "tools/text/escape.h"

#include <algorithm>

namespace videohistogram::tools {

namespace {

Outcome parse_outcome(const std::string& name) {
  for (Outcome outcome : {Outcome::complete, Outcome::damaged}) {
    if (name == outcome_name(outcome))
      return outcome;
  }
  return Outcome::failed;
}

Verdict parse_verdict(const std::string& name) {
  for (Verdict verdict : {Verdict::pass, Verdict::fail}) {
    if (name == verdict_name(verdict))
      return verdict;
  }
  return Verdict::none;
}

Transition parse_transition(const std::string& name) {
  for (Transition transition : {Transition::start, Transition::cut}) {
    if (name == transition_name(transition))
      return transition;
  }
  return Transition::gradual;
}

uint64_t read_count(Statement& row) {
  return static_cast<uint64_t>(row.column_number());
}

uint32_t read_side(Statement& row) {
  return static_cast<uint32_t>(row.column_number());
}

int64_t read_time(Statement& row) {
  const bool none = row.next_is_null();
  const int64_t time = row.column_number();
  return none ? no_time : time;
}

std::optional<uint32_t> read_level(Statement& row) {
  const bool none = row.next_is_null();
  const uint32_t level = read_side(row);
  return none ? std::optional<uint32_t>() : level;
}

} // namespace

StoredResults::StoredResults(const std::string& path) : database_(path, Access::read) {
  check_results(database_);
}

StoredSettings StoredResults::settings() {
  return read_settings(database_);
}

std::vector<VideoSummary> StoredResults::list_videos(int64_t id) {
  Statement select(database_,
                   "SELECT id, path_bytes, outcome, message, r103, width, height, frames, "
                   "(SELECT count(*) FROM shots WHERE video = id), "
                   "(SELECT count(*) FROM findings WHERE video = id) AS found, "
                   // The time of the last shot ends with that of the last frame.
                   "coalesce((SELECT max(end_time) - min(start_time) FROM shots WHERE video = id) "
                   "+ CASE WHEN rate_numerator > 0 "
                   "THEN 1000000000 * rate_denominator / rate_numerator ELSE 0 END, duration) "
                   "FROM videos "
                   "WHERE ?1 = 0 OR id = ?1 ORDER BY CASE outcome WHEN 'failed' THEN 0 WHEN "
                   "'damaged' THEN 1 ELSE 2 END, "
                   "found = 0 AND r103 <> 'fail', path_bytes");
  select.bind(id);
  std::vector<VideoSummary> videos;
  while (select.step()) {
    VideoSummary video;
    video.id = select.column_number();
    video.path = select.column_text();
    video.outcome = parse_outcome(select.column_text());
    video.message = select.column_text();
    video.r103 = parse_verdict(select.column_text());
    video.width = read_side(select);
    video.height = read_side(select);
    video.frames = read_count(select);
    video.shots = read_count(select);
    video.findings = read_count(select);
    video.length = select.column_number();
    videos.push_back(std::move(video));
  }
  return videos;
}

std::vector<FindingCount> StoredResults::count_findings(int64_t video) {
  Statement select(database_,
                   "SELECT kind, count(DISTINCT video), count(*), "
                   "sum(last_frame - first_frame + 1) FROM findings WHERE ?1 = 0 OR video = ?1 "
                   "GROUP BY kind ORDER BY count(*) DESC, kind");
  select.bind(video);
  std::vector<FindingCount> counts;
  while (select.step()) {
    FindingCount count;
    count.kind = select.column_text();
    count.videos = read_count(select);
    count.findings = read_count(select);
    count.frames = read_count(select);
    counts.push_back(std::move(count));
  }
  return counts;
}

VideoRecord StoredResults::video(int64_t id) {
  Statement row(
      database_,
      "SELECT outcome, message, size, modified, hash, width, height, format, "
      "rate_numerator, rate_denominator, colorimetry, codec, container, duration, timecode, "
      "frames, corrupted, lost, r103, active_x, active_y, active_width, active_height, "
      "max_cll, max_fall, active_max_fall, declared_max_cll, declared_max_fall, "
      "mastering_display FROM videos WHERE id = ?");
  VideoRecord video;
  if (!row.bind(id).step())
    return video;
  video.outcome = parse_outcome(row.column_text());
  video.message = row.column_text();
  video.identity.size = read_count(row);
  video.identity.modified = row.column_number();
  video.identity.hash = row.column_text();
  VideoFormat& format = video.format;
  format.width = read_side(row);
  format.height = read_side(row);
  format.format = row.column_text();
  format.rate_numerator = static_cast<int32_t>(row.column_number());
  format.rate_denominator = static_cast<int32_t>(row.column_number());
  format.colorimetry = row.column_text();
  format.codec = row.column_text();
  format.container = row.column_text();
  format.duration = row.column_number();
  format.timecode = row.column_text();
  video.frames = read_count(row);
  video.corrupted = read_count(row);
  const bool lost_known = !row.next_is_null();
  const uint64_t lost = read_count(row);
  if (lost_known)
    video.lost = lost;
  video.r103 = parse_verdict(row.column_text());
  video.active.x = read_side(row);
  video.active.y = read_side(row);
  video.active.width = read_side(row);
  video.active.height = read_side(row);
  LightLevels& light = video.light;
  light.max_cll = row.column_real();
  light.max_fall = row.column_real();
  light.active_max_fall = row.column_real();
  light.declared_max_cll = read_level(row);
  light.declared_max_fall = read_level(row);
  light.mastering_display = row.column_text();

  Statement sums(database_, "SELECT figure, frames, minimum, mean, maximum FROM sums "
                            "WHERE video = ?");
  sums.bind(id);
  while (sums.step()) {
    const size_t column = find_column(sums.column_text());
    if (column == frame_columns.size())
      continue;
    FigureSum& sum = video.sums[column];
    sum.frames = read_count(sums);
    sum.minimum = sums.column_real();
    sum.mean = sums.column_real();
    sum.maximum = sums.column_real();
  }
  return video;
}

void StoredResults::each_frame(int64_t video, const std::function<void(const FrameRecord&)>& use) {
  std::string text = "SELECT frame, time, timecode, corrupted";
  for (const Column& column : frame_columns)
    text += std::string(", ") + column.name;
  Statement select(database_, text + " FROM frames WHERE video = ? ORDER BY frame");
  select.bind(video);
  FrameRecord frame;
  while (select.step()) {
    frame.number = read_count(select);
    frame.time = read_time(select);
    frame.timecode = select.column_text();
    frame.corrupted = select.column_number() != 0;
    for (double& figure : frame.figures)
      figure = select.column_real();
    use(frame);
  }
}

std::vector<Finding> StoredResults::findings(int64_t video) {
  Statement select(database_, "SELECT kind, first_frame, last_frame, start_time, end_time, detail "
                              "FROM findings WHERE video = ? ORDER BY first_frame, kind");
  select.bind(video);
  std::vector<Finding> findings;
  while (select.step()) {
    Finding finding;
    finding.kind = select.column_text();
    finding.first = read_count(select);
    finding.last = read_count(select);
    finding.start = read_time(select);
    finding.end = read_time(select);
    finding.detail = select.column_text();
    findings.push_back(std::move(finding));
  }
  return findings;
}

std::vector<Shot> StoredResults::shots(int64_t video) {
  Statement select(database_,
                   "SELECT shot, first_frame, last_frame, start_time, end_time, transition, "
                   "transition_last FROM shots WHERE video = ? ORDER BY shot");
  select.bind(video);
  std::vector<Shot> shots;
  while (select.step()) {
    Shot shot;
    shot.number = read_count(select);
    shot.first = read_count(select);
    shot.last = read_count(select);
    shot.start = read_time(select);
    shot.end = read_time(select);
    shot.transition = parse_transition(select.column_text());
    shot.transition_last = read_count(select);
    shots.push_back(shot);
  }
  return shots;
}

std::vector<VideoSummary> select_videos(const std::vector<VideoSummary>& videos,
                                        const std::vector<std::string>& arguments) {
  if (arguments.empty())
    return videos;
  std::vector<VideoSummary> selected;
  for (const std::string& argument : arguments) {
    const std::string end = "/" + argument;
    const VideoSummary* found = nullptr;
    for (const VideoSummary& video : videos) {
      const bool whole = video.path == argument;
      const bool matches = whole || (video.path.size() > end.size() &&
                                     video.path.compare(video.path.size() - end.size(),
                                                        std::string::npos, end) == 0);
      if (matches && found && !whole)
        throw misuse("several videos end in " + escape_for_terminal(argument) +
                     "; name the whole path of one");
      if (matches)
        found = &video;
      if (whole)
        break;
    }
    if (!found)
      throw misuse("the database has no video " + escape_for_terminal(argument) +
                   "; `show` lists them");
    selected.push_back(*found);
  }
  return selected;
}

} // namespace videohistogram::tools
