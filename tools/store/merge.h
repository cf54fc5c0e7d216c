// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Merges databases of results.
#pragma once

#include "tools/store/results.h"

#include <cstdint>
#include <string>
#include <vector>

namespace videohistogram::tools {

/// Copies all videos of one database into another, with all rows as they are. Both must have passed
/// check_results(). Throws Failure if their settings or tables differ; the message names `with`,
/// the file from which `to` got them.
///
/// If both have a video, one of its results stays: a complete one rather than a damaged one, that
/// rather than a failure, and among equals that of the file modified last. So the result depends
/// neither on the order of databases nor on how often one is merged. Call it within a transaction
/// on `to`.
void merge_results(Database& from, Database& to, const std::string& with);

/// Decides which shards a database records after a merge. A database that records shards is a part
/// of a scan in N parts; one that records none is whole. The shards of a scan in N parts are
/// recorded only if one of its parts has a video that no other database has. The other databases
/// are the whole inputs, and the output unless it is a part of N itself. So merging a part again
/// into an output that has the complete scan does not make the output incomplete.
///
/// Keeps 8 bytes per video of each database. Not thread-safe.
class ShardRecord {
public:
  /// The output is added before anything is merged into it, and left out if it is new.
  enum class Use { input, output };
  void add(Database& database, Use use);

  /// For each divided scan: the shards merged so far. A complete scan lists all of its shards.
  Shards shards() const;

private:
  /// What one database has.
  struct Content {
    Use use;
    Shards shards;
    std::vector<int64_t> videos; ///< sorted
  };
  bool counts(int64_t count) const;

  std::vector<Content> contents_;
};

} // namespace videohistogram::tools
