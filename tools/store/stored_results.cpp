// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/stored_results.h"

#include "tools/base/failure.h"
#include "tools/store/results.h"
#include "tools/text/escape.h"

#include <algorithm>

namespace videohistogram::tools {

namespace {

/// All rows of a query for the columns field_names<Record>().
template <class Record, class... Parameters>
std::vector<Record> read_rows(Database& database, const std::string& query,
                              Parameters... parameters) {
  Statement select(database, query);
  select.bind(parameters...);
  std::vector<Record> records;
  while (select.step())
    select.read(records.emplace_back());
  return records;
}

/// All rows of a video in a table.
template <class Record>
std::vector<Record> read_parts(Database& database, const std::string& table, int64_t video,
                               const std::string& order) {
  return read_rows<Record>(database,
                           "SELECT " + field_names<Record>() + " FROM " + table +
                               " WHERE video = ? ORDER BY " + order,
                           video);
}

} // namespace

StoredResults::StoredResults(const std::string& path) : database_(path, Access::read) {
  open_for_reading(database_);
}

StoredSettings StoredResults::settings() {
  return read_settings(database_);
}

std::vector<VideoSummary> StoredResults::list_videos(int64_t id) {
  // SQLite finds the row of one video by its key only if that is the whole condition.
  const std::string wanted = id == 0 ? "?1 = 0" : "id = ?1";
  return read_rows<VideoSummary>(
      database_,
      "SELECT " + field_names<VideoSummary>() +
          " FROM (SELECT *, (SELECT count(*) FROM shots WHERE video = id) AS shots, "
          "(SELECT count(*) FROM findings WHERE video = id) AS findings, "
          "(SELECT count(*) FROM verdicts WHERE video = id AND verdict = 'pass') AS rules_passed, "
          "(SELECT count(*) FROM verdicts WHERE video = id AND verdict = 'fail') AS rules_failed, "
          // The end time of the last shot is the start of the last frame.
          "coalesce((SELECT max(end_time) - min(start_time) FROM shots WHERE video = id) "
          "+ CASE WHEN rate_numerator > 0 "
          "THEN 1000000000 * rate_denominator / rate_numerator ELSE 0 END, duration) AS length "
          "FROM videos WHERE " +
          wanted +
          ") "
          "ORDER BY CASE outcome WHEN 'failed' THEN 0 WHEN 'damaged' THEN 1 WHEN 'skipped' THEN 3 "
          "ELSE 2 END, "
          "rules_failed = 0, findings = 0 AND r103 <> 'fail', path_bytes",
      id);
}

std::vector<FindingCount> StoredResults::count_findings() {
  return read_rows<FindingCount>(
      database_, "SELECT " + field_names<FindingCount>() +
                     " FROM (SELECT kind, count(DISTINCT video) AS videos, count(*) AS findings, "
                     "sum(last_frame - first_frame + 1) AS frames FROM findings GROUP BY kind) "
                     "ORDER BY findings DESC, kind");
}

std::vector<VideoFindings> StoredResults::list_findings() {
  return read_rows<VideoFindings>(database_,
                                  "SELECT " + field_names<VideoFindings>() +
                                      " FROM (SELECT video, kind, count(*) AS findings, "
                                      "sum(last_frame - first_frame + 1) AS frames FROM findings "
                                      "GROUP BY kind, video) ORDER BY kind, video");
}

VideoRecord StoredResults::video(int64_t id) {
  VideoRecord video;
  Statement row(database_, "SELECT " + field_names<VideoRecord>() + " FROM videos WHERE id = ?");
  if (!row.bind(id).step())
    return video;
  row.read(video);
  for (const NamedSum& sum : read_parts<NamedSum>(database_, "sums", id, "figure")) {
    for (size_t i = 0; i < figure::count; i++) {
      if (sum.figure == frame_columns[i].name)
        video.sums[i] = sum.sum;
    }
  }
  return video;
}

void StoredResults::each_frame(int64_t video, const std::function<void(const FrameRecord&)>& use) {
  Statement select(database_, "SELECT " + field_names<FrameRecord>() +
                                  " FROM frames WHERE video = ? ORDER BY frame");
  select.bind(video);
  while (select.step()) {
    FrameRecord frame;
    select.read(frame);
    use(frame);
  }
}

std::vector<Finding> StoredResults::findings(int64_t video) {
  return read_parts<Finding>(database_, "findings", video, "first_frame, kind");
}

std::vector<Shot> StoredResults::shots(int64_t video) {
  return read_parts<Shot>(database_, "shots", video, "shot");
}

std::vector<RuleVerdict> StoredResults::verdicts(int64_t video) {
  return read_parts<RuleVerdict>(database_, "verdicts", video, "verdict <> 'fail', policy, rule");
}

std::vector<VideoSummary> StoredResults::select_videos(const std::vector<std::string>& arguments) {
  const std::vector<VideoSummary> videos = list_videos();
  if (arguments.size() == 1)
    return videos;
  std::vector<VideoSummary> selected;
  for (size_t i = 1; i < arguments.size(); i++) {
    const std::string& argument = arguments[i];
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
