// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/results.h"

#include "tools/base/failure.h"
#include "tools/input/address.h"
#include "tools/input/identity.h"
#include "tools/record/field.h"
#include "tools/record/settings.h"
#include "tools/store/columns.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace videohistogram::tools {

namespace {

constexpr const char* part_tables[] = {"frames", "findings", "shots", "counts", "sums", "verdicts"};

/// Whether results with these settings have a table of fields.
bool has_fields(const StoredSettings& settings) {
  return std::find(settings.begin(), settings.end(),
                   std::pair<std::string, std::string>("fields", "yes")) != settings.end();
}

/// A table with a row per record of a video.
template <class Record>
void create_table(Database& database, const std::string& name, const std::string& key,
                  const std::string& storage) {
  database.run("CREATE TABLE " + name + "(video INTEGER NOT NULL" + define_columns<Record>() +
               ", PRIMARY KEY(video, " + key + "))" + storage);
}

/// Inserts records into a table whose first columns are `keys` ones that tell the video.
template <class Record>
Statement insert_into(Database& database, const char* table, size_t keys = 1) {
  return Statement(database, insertion(std::string("INSERT OR REPLACE INTO ") + table,
                                       keys + count_fields<Record>()));
}

/// The name of the folder that a path lies in.
std::string folder_of_database(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

/// From now on, columns that a table lacks are NULL.
template <class Record>
void complete_table(Database& database, const std::string& table) {
  std::set<std::string> present;
  Statement columns(database, "SELECT name FROM pragma_table_info('" + table + "')");
  for (std::string name; columns.step(); present.insert(name))
    columns.read(name);
  std::string missing;
  const Record record{};
  each_field(record, [&](const char* name, const auto&) {
    if (present.count(name) == 0)
      missing += std::string(", NULL AS ") + name;
  });
  database.run("PRAGMA query_only=0; CREATE TEMP VIEW " + table + " AS SELECT *" + missing +
               " FROM main." + table + "; PRAGMA query_only=1");
}

/// The version of a database of results. Throws Failure.
int64_t read_version(Database& database) {
  if (database.number("PRAGMA application_id") != database_application)
    throw misuse(database.name() + " is a database of another program; name another file");
  const int64_t version = database.number("PRAGMA user_version");
  if (version < oldest_version || version > database_version)
    throw misuse(database.name() + " was made by another version of this program; name another "
                                   "file");
  return version;
}

} // namespace

Results::Results(const std::string& path, const StoredSettings& settings, const Shard& shard)
    : database_(path), folder_(folder_of_database(path)), has_fields_(has_fields(settings)) {
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
               define_columns<VideoRecord>() + ")");
  const std::string rows = " WITHOUT ROWID";
  create_table<Finding>(database, "findings", "kind, first_frame", rows);
  create_table<Shot>(database, "shots", "shot", rows);
  create_table<NamedSum>(database, "sums", "figure", rows);
  create_table<RuleVerdict>(database, "verdicts", "policy, rule", rows);
  create_table<FrameCounts>(database, "counts", "frame", ""); // rows are large
  create_table<FrameRecord>(database, "frames", "frame", rows);
  if (has_fields(settings))
    create_table<FieldRecord>(database, "fields", "frame, field", rows);
  Statement insert(database, "INSERT INTO settings VALUES(?, ?)");
  for (const auto& [name, value] : settings)
    insert.bind(name, value).step();
}

void check_results(Database& database) {
  if (read_version(database) != database_version)
    throw misuse(database.name() + " was made by an older version of this program, which read "
                                   "videos in another way; scan them anew into another file with "
                                   "gst-videohistogram-1.0 scan INPUT... -o FILE");
}

void open_for_reading(Database& database) {
  if (read_version(database) == database_version)
    return;
  complete_table<VideoRecord>(database, "videos");
  complete_table<FrameRecord>(database, "frames");
  if (database.number("SELECT count(*) FROM main.sqlite_master WHERE name = 'verdicts'") > 0)
    return;
  std::string verdict;
  const RuleVerdict empty;
  each_field(empty,
             [&](const char* name, const auto&) { verdict += std::string(", NULL AS ") + name; });
  database.run("PRAGMA query_only=0; CREATE TEMP VIEW verdicts AS SELECT NULL AS video" + verdict +
               " WHERE false; PRAGMA query_only=1");
}

StoredSettings read_settings(Database& database) {
  StoredSettings settings;
  Statement select(database, "SELECT name, value FROM settings ORDER BY name");
  while (select.step()) {
    auto& [name, value] = settings.emplace_back();
    select.read(name, value);
  }
  return settings;
}

StoredSettings read_all_settings(Database& database) {
  StoredSettings settings = read_settings(database);
  for (const auto& by_default : list_settings({}))
    if (std::none_of(settings.begin(), settings.end(),
                     [&](const auto& setting) { return setting.first == by_default.first; }))
      settings.push_back(by_default);
  std::sort(settings.begin(), settings.end());
  return settings;
}

Shards read_shards(Database& database) {
  Shards shards;
  Statement select(database, "SELECT count, shard FROM shards");
  while (select.step()) {
    int64_t count = 0, shard = 0;
    select.read(count, shard);
    shards[count].insert(shard);
  }
  return shards;
}

void write_shards(Database& database, const Shards& shards) {
  database.run("DELETE FROM shards");
  Statement insert(database, "INSERT INTO shards VALUES(?, ?)");
  for (const auto& [count, numbers] : shards) {
    for (int64_t number : numbers)
      insert.bind(count, number).step();
  }
}

void Results::check_settings(const StoredSettings& settings) {
  const StoredSettings present = read_all_settings(database_);
  for (const auto& setting : settings) {
    if (std::find(present.begin(), present.end(), setting) == present.end())
      throw misuse(database_.name() + " has results with another setting " + setting.first +
                   "; name another file");
  }
}

std::optional<Outcome> Results::known(const std::string& path, const std::string& decoder) {
  Statement select(database_, "SELECT size, modified, hash, outcome FROM videos "
                              "WHERE id = ? AND path_bytes = ? AND (outcome = 'complete' OR "
                              "lasting AND (outcome = 'damaged' OR decoder = ?))");
  if (!select.bind(video_id(path), Bytes{path}, decoder).step())
    return {};
  Identity known;
  Outcome outcome = Outcome::failed;
  select.read(known, outcome);
  // Nothing shows whether the video of a URI changed.
  const bool is_valid = is_uri(path) ? outcome == Outcome::complete : has_identity(path, known);
  return is_valid ? std::optional(outcome) : std::nullopt;
}

std::set<std::string> Results::kinds_of_findings(const std::string& path) {
  Statement select(database_, "SELECT DISTINCT kind FROM findings WHERE video = ?");
  select.bind(video_id(path));
  std::set<std::string> kinds;
  for (std::string kind; select.step(); kinds.insert(kind))
    select.read(kind);
  return kinds;
}

bool Results::fails_policy(const std::string& path) {
  Statement select(database_, "SELECT 1 FROM verdicts WHERE video = ? AND verdict = 'fail'");
  return select.bind(video_id(path)).step();
}

void Results::store_verdicts(const std::string& path, const std::vector<RuleVerdict>& verdicts) {
  const int64_t id = video_id(path);
  Transaction transaction(database_);
  Statement(database_, "DELETE FROM verdicts WHERE video = ?").bind(id).step();
  Statement insert = insert_into<RuleVerdict>(database_, "verdicts");
  for (const RuleVerdict& verdict : verdicts)
    insert.bind(id, verdict).step();
  transaction.commit();
}

void Results::store(const std::string& path, const VideoRecord& video, Spool& parts) {
  const int64_t id = video_id(path);
  Transaction transaction(database_);
  for (const std::string table : part_tables)
    Statement(database_, "DELETE FROM " + table + " WHERE video = ?").bind(id).step();
  if (has_fields_)
    Statement(database_, "DELETE FROM fields WHERE video = ?").bind(id).step();
  Statement(database_, "DELETE FROM videos WHERE id = ?").bind(id).step();
  insert(id, path, video, parts);
  transaction.commit();
}

bool Results::extend(const std::string& path, const VideoRecord& video, Spool& parts, Wait wait) {
  Transaction transaction(database_, Access::write, wait == Wait::yes);
  if (!transaction.is_open())
    return false;
  insert(video_id(path), path, video, parts);
  transaction.commit();
  parts.clear();
  return true;
}

void Results::insert(int64_t id, const std::string& path, const VideoRecord& video, Spool& parts) {
  insert_into<VideoRecord>(database_, "videos", 3).bind(id, path, Bytes{path}, video).step();
  if (!has_frames(video.outcome))
    return;
  Statement sums = insert_into<NamedSum>(database_, "sums");
  for (const NamedSum& sum : list_sums(video))
    sums.bind(id, sum).step();
  Statement frames = insert_into<FrameRecord>(database_, "frames");
  Statement findings = insert_into<Finding>(database_, "findings");
  Statement shots = insert_into<Shot>(database_, "shots");
  Statement counts = insert_into<FrameCounts>(database_, "counts");
  Statement verdicts = insert_into<RuleVerdict>(database_, "verdicts");
  std::optional<Statement> fields;
  if (has_fields_)
    fields.emplace(database_,
                   insertion("INSERT OR REPLACE INTO fields", 1 + count_fields<FieldRecord>()));
  parts.replay([&](MessageKind kind, MessageReader& content) {
    if (kind == MessageKind::frame)
      frames.bind(id, content.take<FrameRecord>()).step();
    else if (kind == MessageKind::finding)
      findings.bind(id, content.take<Finding>()).step();
    else if (kind == MessageKind::counts)
      counts.bind(id, content.take<FrameCounts>()).step();
    else if (kind == MessageKind::field && fields)
      fields->bind(id, content.take<FieldRecord>()).step();
    else if (kind == MessageKind::verdict)
      verdicts.bind(id, content.take<RuleVerdict>()).step();
    else
      shots.bind(id, content.take<Shot>()).step();
  });
}

} // namespace videohistogram::tools
