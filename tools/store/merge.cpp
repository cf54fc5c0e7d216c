// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/merge.h"

#include "tools/base/failure.h"
#include "tools/store/columns.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <string>
#include <tuple>

namespace videohistogram::tools {

namespace {

// A program may have added tables, views and indices of its own, also those of ANALYZE.
constexpr const char* own_tables =
    "FROM sqlite_schema WHERE type = 'table' AND name IN ('counts', "
    "'fields', 'findings', 'frames', 'settings', 'shards', 'shots', 'sums', "
    "'verdicts', 'videos')";

/// The definitions of all tables in one text.
std::string read_tables(Database& database) {
  Statement select(database, std::string("SELECT group_concat(sql, char(10)) FROM (SELECT sql ") +
                                 own_tables + " ORDER BY name)");
  std::string text;
  if (select.step())
    select.read(text);
  return text;
}

/// Copies the rows of one video in one table.
class TableCopy {
public:
  TableCopy(Database& from, Database& to, const std::string& table, const std::string& key)
      : columns_(to.number("SELECT count(*) FROM pragma_table_info('" + table + "')")),
        select_(from, "SELECT * FROM " + table + " WHERE " + key + " = ?"),
        remove_(to, "DELETE FROM " + table + " WHERE " + key + " = ?"),
        insert_(to, insertion("INSERT INTO " + table, static_cast<size_t>(columns_))) {}

  void replace(int64_t video) {
    remove_.bind(video).step();
    select_.bind(video);
    while (select_.step()) {
      for (int64_t column = 0; column < columns_; column++)
        insert_.bind_column(select_);
      insert_.step();
    }
  }

private:
  const int64_t columns_;
  Statement select_, remove_, insert_;
};

/// The path of a file, and the rank of its results. Of two results of a file the greater one stays.
using Version =
    std::tuple<std::string, int64_t, int64_t, int64_t, std::string, int64_t, std::string>;

constexpr const char* version_columns =
    "path_bytes, CASE outcome WHEN 'complete' THEN 2 WHEN 'damaged' THEN 1 ELSE 0 END, "
    "modified, size, hash, frames, message";

Version read_version(Statement& row) {
  Version version;
  std::apply([&](auto&... columns) { row.read(columns...); }, version);
  return version;
}

} // namespace

void merge_results(Database& from, Database& to, const std::string& with) {
  const Transaction reading(from, Access::read); // a scan may write it at the same time
  const char* difference = read_all_settings(from) != read_all_settings(to) ? "settings"
                           : read_tables(from) != read_tables(to)           ? "tables"
                                                                            : nullptr;
  if (difference)
    throw misuse(from.name() + " and " + (with == from.name() ? "this program" : with) +
                 " have different " + difference +
                 "; scan again with the same program and the same options");

  std::deque<TableCopy> copies;
  Statement tables(to, std::string("SELECT name ") + own_tables +
                           " AND name NOT IN ('settings', 'shards') ORDER BY name");
  while (tables.step()) {
    std::string table;
    tables.read(table);
    copies.emplace_back(from, to, table, table == "videos" ? "id" : "video");
  }

  Statement videos(from, std::string("SELECT id, ") + version_columns + " FROM videos ORDER BY id");
  Statement present(to, std::string("SELECT ") + version_columns + " FROM videos WHERE id = ?");
  while (videos.step()) {
    int64_t id = 0;
    videos.read(id);
    const Version offered = read_version(videos);
    if (present.bind(id).step()) {
      const Version kept = read_version(present);
      present.reset();
      if (std::get<0>(kept) != std::get<0>(offered))
        throw Failure{from.name() + " and " + to.name() +
                      " have the same number for two videos; rename one of them and scan it again"};
      if (kept >= offered)
        continue;
    }
    for (TableCopy& copy : copies)
      copy.replace(id);
  }
}

void ShardRecord::add(Database& database, Use use) {
  Content& content = contents_.emplace_back(Content{use, read_shards(database), {}});
  Statement select(database, "SELECT id FROM videos ORDER BY id");
  while (select.step())
    select.read(content.videos.emplace_back());
}

/// Whether parts of a scan in `count` parts have videos of their own.
bool ShardRecord::counts(int64_t count) const {
  const auto is_part = [&](const Content& content) { return content.shards.count(count) > 0; };
  const auto is_other = [&](const Content& content) {
    return content.shards.empty() || (content.use == Use::output && !is_part(content));
  };
  const auto is_elsewhere = [&](int64_t video) {
    return std::any_of(contents_.begin(), contents_.end(), [&](const Content& content) {
      return is_other(content) &&
             std::binary_search(content.videos.begin(), content.videos.end(), video);
    });
  };
  // Without another database, shards without videos count as well.
  return std::none_of(contents_.begin(), contents_.end(), is_other) ||
         std::any_of(contents_.begin(), contents_.end(), [&](const Content& content) {
           return is_part(content) &&
                  !std::all_of(content.videos.begin(), content.videos.end(), is_elsewhere);
         });
}

Shards ShardRecord::shards() const {
  Shards all;
  for (const Content& content : contents_) {
    for (const auto& [count, numbers] : content.shards)
      all[count].insert(numbers.begin(), numbers.end());
  }
  for (auto scan = all.begin(); scan != all.end();)
    scan = counts(scan->first) ? std::next(scan) : all.erase(scan);
  return all;
}

} // namespace videohistogram::tools
