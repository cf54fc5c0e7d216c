// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/results.h"

#include "tools/command/failure.h"
#include "tools/input/address.h"
#include "tools/input/identity.h"
#include "tools/record/frame.h"
#include "tools/store/rows.h"

#include <utility>

namespace videohistogram::tools {

namespace {

std::string frame_table() {
  std::string text = "CREATE TABLE frames(video INTEGER NOT NULL, frame INTEGER NOT NULL, "
                     "time INTEGER, timecode TEXT, corrupted INTEGER NOT NULL";
  for (const Column& column : frame_columns)
    text += std::string(", ") + column.name + (column.whole ? " INTEGER" : " REAL");
  return text + ", PRIMARY KEY(video, frame)) WITHOUT ROWID;";
}

/// The columns of a table whose rows are like this one.
std::string columns_of(const Row& row) {
  std::string text;
  for (const Field& field : row)
    text += std::string(", ") + field.name + " " + field.type;
  return text;
}

std::string insertion(const std::string& table, size_t columns) {
  std::string text = "INSERT OR REPLACE INTO " + table + " VALUES(?";
  for (size_t i = 1; i < columns; i++)
    text += ", ?";
  return text + ")";
}

void insert_frame(Statement& statement, int64_t id, const FrameRecord& frame) {
  statement.bind(id).bind(static_cast<int64_t>(frame.number));
  if (frame.time == no_time)
    statement.bind_null();
  else
    statement.bind(frame.time);
  if (frame.timecode.empty())
    statement.bind_null();
  else
    statement.bind_text(frame.timecode);
  statement.bind(int64_t{frame.corrupted});
  // SQLite stores reals without a fraction in the column of whole numbers as integers.
  for (double figure : frame.figures)
    statement.bind(figure);
  statement.step();
}

void insert_video(Database& database, int64_t id, const std::string& path,
                  const VideoRecord& video) {
  const Row row = describe_video(video);
  Statement statement(database, insertion("videos", row.size() + 3));
  statement.bind(id).bind_text(path).bind_bytes(path).bind_row(row).step();
}

void insert_sums(Database& database, int64_t id, const VideoRecord& video) {
  Statement statement(database, insertion("sums", describe_sum(0, {}).size() + 1));
  for (size_t column = 0; column < video.sums.size(); column++) {
    if (video.sums[column].frames > 0)
      statement.bind(id).bind_row(describe_sum(column, video.sums[column])).step();
  }
}

/// Inserts frames, findings and shots as they come.
class PartInserter {
public:
  PartInserter(Database& database, int64_t id)
      : id_(id), frames_(database, insertion("frames", frame_columns.size() + 5)),
        findings_(database, insertion("findings", describe_finding({}).size() + 1)),
        shots_(database, insertion("shots", describe_shot({}).size() + 1)),
        counts_(database, insertion("counts", 4)) {}

  void insert(MessageKind kind, MessageReader& content) {
    if (kind == MessageKind::frame)
      insert_frame(frames_, id_, content.frame());
    else if (kind == MessageKind::finding)
      findings_.bind(id_).bind_row(describe_finding(content.finding())).step();
    else if (kind == MessageKind::counts)
      insert_counts(content.counts());
    else
      shots_.bind(id_).bind_row(describe_shot(content.shot())).step();
  }

private:
  void insert_counts(const FrameCounts& counts) {
    counts_.bind(id_).bind(static_cast<int64_t>(counts.number));
    counts_.bind_text(counts.channels).bind_bytes(counts.data).step();
  }

  const int64_t id_;
  Statement frames_, findings_, shots_, counts_;
};

/// The name of the folder that a path lies in.
std::string folder_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

} // namespace

Results::Results(const std::string& path, const StoredSettings& settings, const Shard& shard)
    : database_(path), folder_(folder_of(path)) {
  database_.run("PRAGMA page_size=16384");
  if (is_empty(database_)) {
    Transaction transaction(database_);
    create_results(database_, settings);
    if (shard.count > 1)
      write_shards(database_, {{shard.count, {shard.index}}});
    transaction.commit();
  }
  check_results(database_);
  check_settings(settings);
}

bool is_empty(Database& database) {
  return database.number("SELECT count(*) FROM sqlite_schema") == 0 &&
         database.number("PRAGMA application_id") == 0;
}

void create_results(Database& database, const StoredSettings& settings) {
  database.run("PRAGMA application_id=" + std::to_string(database_application) +
               "; PRAGMA user_version=" + std::to_string(database_version) + ";");
  database.run("CREATE TABLE settings(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
               "CREATE TABLE shards(count INTEGER NOT NULL, shard INTEGER NOT NULL, "
               "PRIMARY KEY(count, shard)) WITHOUT ROWID;"
               "CREATE TABLE videos(id INTEGER PRIMARY KEY, path TEXT NOT NULL, "
               "path_bytes BLOB NOT NULL UNIQUE" +
               columns_of(describe_video({})) +
               ");"
               "CREATE TABLE findings(video INTEGER NOT NULL" +
               columns_of(describe_finding({})) +
               ", PRIMARY KEY(video, kind, first_frame)) WITHOUT ROWID;"
               "CREATE TABLE shots(video INTEGER NOT NULL" +
               columns_of(describe_shot({})) +
               ", PRIMARY KEY(video, shot)) WITHOUT ROWID;"
               "CREATE TABLE sums(video INTEGER NOT NULL" +
               columns_of(describe_sum(0, {})) +
               ", PRIMARY KEY(video, figure)) WITHOUT ROWID;"
               "CREATE TABLE counts(video INTEGER NOT NULL, frame INTEGER NOT NULL, "
               "channels TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY(video, frame));" +
               frame_table());
  Statement insert(database, "INSERT INTO settings VALUES(?, ?)");
  for (const auto& [name, value] : settings)
    insert.bind_text(name).bind_text(value).step();
}

void check_results(Database& database) {
  if (database.number("PRAGMA application_id") != database_application)
    throw misuse(database.name() + " is a database of another program; name another file");
  if (database.number("PRAGMA user_version") != database_version)
    throw misuse(database.name() + " was made by another version of this program; name another "
                                   "file");
}

StoredSettings read_settings(Database& database) {
  StoredSettings settings;
  Statement select(database, "SELECT name, value FROM settings ORDER BY name");
  while (select.step()) {
    std::string name = select.column_text();
    settings.emplace_back(std::move(name), select.column_text());
  }
  return settings;
}

Shards read_shards(Database& database) {
  Shards shards;
  Statement select(database, "SELECT count, shard FROM shards");
  while (select.step()) {
    const int64_t count = select.column_number();
    shards[count].insert(select.column_number());
  }
  return shards;
}

void write_shards(Database& database, const Shards& shards) {
  database.run("DELETE FROM shards");
  Statement insert(database, "INSERT INTO shards VALUES(?, ?)");
  for (const auto& [count, numbers] : shards) {
    for (int64_t number : numbers)
      insert.bind(count).bind(number).step();
  }
}

void Results::check_settings(const StoredSettings& settings) {
  Statement select(database_, "SELECT value FROM settings WHERE name = ?");
  for (const auto& [name, value] : settings) {
    const bool found = select.bind_text(name).step();
    if (!found || select.column_text() != value)
      throw misuse(database_.name() + " has results with another setting " + name +
                   "; name another file");
    select.reset();
  }
}

bool Results::has(const std::string& path) {
  Statement select(database_, "SELECT size, modified, hash, outcome FROM videos "
                              "WHERE id = ? AND path_bytes = ? AND outcome <> 'failed' AND "
                              "NOT EXISTS (SELECT 1 FROM findings WHERE video = id AND "
                              "kind = 'timeout')");
  if (!select.bind(video_id(path)).bind_bytes(path).step())
    return false;
  Identity known;
  known.size = static_cast<uint64_t>(select.column_number());
  known.modified = select.column_number();
  known.hash = select.column_text();
  const bool complete = select.column_text() == outcome_name(Outcome::complete);
  // Nothing shows whether the video of a URI changed.
  return is_uri(path) ? complete : has_identity(path, known);
}

std::set<std::string> Results::kinds_of_findings(const std::string& path) {
  Statement select(database_, "SELECT DISTINCT kind FROM findings WHERE video = ?");
  select.bind(video_id(path));
  std::set<std::string> kinds;
  while (select.step())
    kinds.insert(select.column_text());
  return kinds;
}

void Results::store(const std::string& path, const VideoRecord& video, Spool& parts) {
  const int64_t id = video_id(path);
  Transaction transaction(database_);
  for (const char* statement :
       {"DELETE FROM frames WHERE video = ?", "DELETE FROM findings WHERE video = ?",
        "DELETE FROM shots WHERE video = ?", "DELETE FROM counts WHERE video = ?",
        "DELETE FROM sums WHERE video = ?", "DELETE FROM videos WHERE id = ?"})
    Statement(database_, statement).bind(id).step();
  insert(id, path, video, parts);
  transaction.commit();
}

bool Results::extend(const std::string& path, const VideoRecord& video, Spool& parts) {
  Transaction transaction(database_);
  insert(video_id(path), path, video, parts);
  transaction.commit();
  parts.clear();
  return true;
}

bool Results::try_extend(const std::string& path, const VideoRecord& video, Spool& parts) {
  if (!database_.begin_without_readers())
    return false;
  Transaction transaction(database_, Transaction::Begun{});
  insert(video_id(path), path, video, parts);
  transaction.commit();
  parts.clear();
  return true;
}

void Results::insert(int64_t id, const std::string& path, const VideoRecord& video, Spool& parts) {
  insert_video(database_, id, path, video);
  if (video.outcome == Outcome::failed)
    return;
  insert_sums(database_, id, video);
  PartInserter inserter(database_, id);
  parts.replay([&](MessageKind kind, MessageReader& content) { inserter.insert(kind, content); });
}

} // namespace videohistogram::tools
