// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/results.h"

#include "tools/command/failure.h"
#include "tools/input/identity.h"
#include "tools/record/frame.h"

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

std::string frame_insertion() {
  std::string text = "INSERT INTO frames VALUES(?, ?, ?, ?, ?";
  for (size_t i = 0; i < frame_columns.size(); i++)
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
  Statement statement(database,
                      "INSERT INTO videos VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                      "?, ?, ?)");
  const VideoFormat& format = video.format;
  statement.bind(id).bind_text(path).bind_bytes(path);
  statement.bind_text(outcome_name(video.outcome)).bind_text(video.message);
  statement.bind(static_cast<int64_t>(video.identity.size)).bind(video.identity.modified);
  statement.bind_text(video.identity.hash);
  statement.bind(int64_t{format.width}).bind(int64_t{format.height}).bind_text(format.format);
  statement.bind(int64_t{format.rate_numerator}).bind(int64_t{format.rate_denominator});
  statement.bind_text(format.colorimetry).bind_text(format.codec).bind_text(format.container);
  statement.bind(format.duration);
  statement.bind(static_cast<int64_t>(video.frames)).bind(static_cast<int64_t>(video.corrupted));
  statement.step();
}

/// The name of the folder that a path lies in.
std::string folder_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

} // namespace

Results::Results(const std::string& path) : database_(path), folder_(folder_of(path)) {
  // A process that dies gives its lock back, whatever it left in the file.
  database_.run("PRAGMA locking_mode=EXCLUSIVE; PRAGMA page_size=16384;");
  Transaction transaction(database_);
  const bool is_new = database_.number("SELECT count(*) FROM sqlite_schema") == 0 &&
                      database_.number("PRAGMA application_id") == 0;
  if (is_new)
    create_tables();
  else
    check_tables();
  transaction.commit();
}

void Results::create_tables() {
  database_.run("PRAGMA application_id=" + std::to_string(database_application) +
                "; PRAGMA user_version=" + std::to_string(database_version) + ";");
  database_.run(
      "CREATE TABLE settings(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
      "CREATE TABLE videos(id INTEGER PRIMARY KEY, path TEXT NOT NULL, "
      "path_bytes BLOB NOT NULL UNIQUE, "
      "outcome TEXT NOT NULL CHECK(outcome IN ('complete', 'damaged', 'failed')), "
      "message TEXT NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL, "
      "hash TEXT NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL, "
      "format TEXT NOT NULL, rate_numerator INTEGER NOT NULL, rate_denominator INTEGER NOT NULL, "
      "colorimetry TEXT NOT NULL, codec TEXT NOT NULL, container TEXT NOT NULL, "
      "duration INTEGER NOT NULL, frames INTEGER NOT NULL, corrupted INTEGER NOT NULL);"
      "CREATE TABLE findings(video INTEGER NOT NULL, kind TEXT NOT NULL, "
      "first_frame INTEGER NOT NULL, last_frame INTEGER NOT NULL, detail TEXT NOT NULL, "
      "PRIMARY KEY(video, kind, first_frame)) WITHOUT ROWID;" +
      frame_table());
  Statement insert(database_, "INSERT INTO settings VALUES(?, ?)");
  for (const auto& [name, value] : result_settings)
    insert.bind_text(name).bind_text(value).step();
}

void Results::check_tables() {
  if (database_.number("PRAGMA application_id") != database_application)
    throw misuse(database_.name() + " is a database of another program; name another file");
  if (database_.number("PRAGMA user_version") != database_version)
    throw misuse(database_.name() + " was made by another version of this program; name another "
                                    "file");
  Statement select(database_, "SELECT value FROM settings WHERE name = ?");
  for (const auto& [name, value] : result_settings) {
    const bool found = select.bind_text(name).step();
    if (!found || select.column_text() != value)
      throw misuse(database_.name() + " has results with another setting " + name +
                   "; name another file");
    select.reset();
  }
}

bool Results::has(const std::string& path) {
  Statement select(database_, "SELECT size, modified, hash FROM videos "
                              "WHERE id = ? AND path_bytes = ? AND outcome <> 'failed'");
  if (!select.bind(video_id(path)).bind_bytes(path).step())
    return false;
  Identity known;
  known.size = static_cast<uint64_t>(select.column_number());
  known.modified = select.column_number();
  known.hash = select.column_text();
  return has_identity(path, known);
}

void Results::store(const std::string& path, const VideoRecord& video, Spool& parts) {
  const int64_t id = video_id(path);
  Transaction transaction(database_);
  for (const char* statement :
       {"DELETE FROM frames WHERE video = ?", "DELETE FROM findings WHERE video = ?",
        "DELETE FROM videos WHERE id = ?"})
    Statement(database_, statement).bind(id).step();
  insert_video(database_, id, path, video);
  if (video.outcome != Outcome::failed) {
    Statement frames(database_, frame_insertion());
    Statement findings(database_, "INSERT OR REPLACE INTO findings VALUES(?, ?, ?, ?, ?)");
    parts.replay([&](MessageKind kind, MessageReader& content) {
      if (kind == MessageKind::frame) {
        insert_frame(frames, id, content.frame());
        return;
      }
      const Finding finding = content.finding();
      findings.bind(id).bind_text(finding.kind);
      findings.bind(static_cast<int64_t>(finding.first)).bind(static_cast<int64_t>(finding.last));
      findings.bind_text(finding.detail).step();
    });
  }
  transaction.commit();
}

} // namespace videohistogram::tools
