// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The results in a database.
#pragma once

#include "tools/input/shard.h"
#include "tools/record/rule_verdict.h"
#include "tools/store/database.h"
#include "tools/store/result_store.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace videohistogram::tools {

/// Marks the file as one of this program: "VHis".
constexpr int64_t database_application = 0x56486973;
/// Version of the tables.
constexpr int64_t database_version = 8;
/// The oldest version that can be read. Its videos lack columns, and it has no verdicts. Version 5
/// differs in columns that could not be NULL, and versions 6 and 7 in figures that frames lack.
constexpr int64_t oldest_version = 4;

/// Whether the file holds no tables yet.
bool is_empty(Database& database);
/// Makes the tables. Call it within a transaction. Throws Failure.
void create_results(Database& database, const StoredSettings& settings);
/// Throws Failure unless this is a database of this version.
void check_results(Database& database);
/// Throws Failure unless this is a database that can be read. In one of an older version, columns
/// that videos and frames lack are NULL from now on, and without verdicts there are none.
void open_for_reading(Database& database);
/// In the order of names.
StoredSettings read_settings(Database& database);
/// The same, by name. Settings that the program which made the database did not have are as they
/// are by default.
StoredSettings read_all_settings(Database& database);

/// Numbers of shards, for each number of shards that a scan was divided into.
using Shards = std::map<int64_t, std::set<int64_t>>;
/// The shards that a database has; none if it has all videos.
Shards read_shards(Database& database);
/// Replaces them. Call it within a transaction.
void write_shards(Database& database, const Shards& shards);

/// Other processes may read the database between two transactions. Not thread-safe.
class Results : public ResultStore {
public:
  /// Opens the database, or makes one if the file is missing or empty. Throws Failure for any other
  /// file, for a database of another version or with other settings, and if another process writes.
  Results(const std::string& path, const StoredSettings& settings, const Shard& shard);

  std::optional<Outcome> known(const std::string& path, const std::string& decoder) override;
  std::set<std::string> kinds_of_findings(const std::string& path) override;
  /// Stores the video in one transaction.
  void store(const std::string& path, const VideoRecord& video, Spool& parts) override;
  bool extend(const std::string& path, const VideoRecord& video, Spool& parts, Wait wait) override;
  const std::string& folder() const override { return folder_; }

  /// Replaces the verdicts about a video, in one transaction.
  void store_verdicts(const std::string& path, const std::vector<RuleVerdict>& verdicts);
  /// Whether the video fails a rule of the policy.
  bool fails_policy(const std::string& path);

private:
  void check_settings(const StoredSettings& settings);
  /// Call it within a transaction.
  void insert(int64_t id, const std::string& path, const VideoRecord& video, Spool& parts);

  Database database_;
  std::string folder_;
  const bool has_fields_;
};

} // namespace videohistogram::tools
