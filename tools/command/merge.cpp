// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/merge.h"
#include "tools/base/failure.h"
#include "tools/command/arguments.h"
#include "tools/command/commands.h"
#include "tools/text/escape.h"

#include <cstdio>
#include <filesystem>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <unistd.h>

namespace videohistogram::tools {

namespace {

/// Opens a database of results for reading, until the object is gone.
std::unique_ptr<Database> open_input(const std::string& path) {
  auto database = std::make_unique<Database>(path, Access::read);
  check_results(*database);
  return database;
}

/// The numbers from 1 to `count` that are not in the set, such as "2, 5-7"; empty if none is
/// missing.
std::string list_missing(int64_t count, const std::set<int64_t>& present) {
  std::string list;
  int64_t first = 1; // the number after the last one that is present
  const auto add_before = [&](int64_t number) {
    if (first < number)
      list += (list.empty() ? "" : ", ") + std::to_string(first) +
              (first + 1 < number ? "-" + std::to_string(number - 1) : "");
    first = number + 1;
  };
  for (int64_t number : present)
    add_before(number);
  add_before(count + 1);
  return list;
}

/// Merges the inputs into the output in one transaction. Returns the shards that are missing, such
/// as "2, 5-7 of 8"; empty if none is. The output records which shards it has of scans that are not
/// complete, so that the others can be merged later.
std::string merge_into(const std::string& output, const std::vector<std::string>& inputs) {
  Database merged(output);
  merged.run("PRAGMA page_size=16384");
  Transaction transaction(merged);
  ShardRecord record;
  const bool is_new = is_empty(merged);
  if (is_new)
    create_results(merged, read_settings(*open_input(inputs.front())));
  check_results(merged);
  if (!is_new)
    record.add(merged, ShardRecord::Use::output);
  // A new output has the settings of the first input.
  const std::string with = is_new ? escape_for_terminal(inputs.front()) : merged.name();
  for (const std::string& input : inputs) {
    const std::unique_ptr<Database> database = open_input(input);
    record.add(*database, ShardRecord::Use::input);
    merge_results(*database, merged, with);
  }
  Shards shards = record.shards();
  std::string missing;
  for (auto scan = shards.begin(); scan != shards.end();) {
    const std::string list = list_missing(scan->first, scan->second);
    if (!list.empty())
      missing += (missing.empty() ? "" : "; ") + list + " of " + std::to_string(scan->first);
    scan = list.empty() ? shards.erase(scan) : std::next(scan);
  }
  write_shards(merged, shards);
  transaction.commit();
  return missing;
}

} // namespace

int merge(int argc, char** argv) {
  std::string output;
  bool partial = false;
  Arguments arguments(
      "DATABASE...",
      "Puts the databases of several scans together, such as those of shards. Rows stay as they\n"
      "are. FILE is made, or gets the videos that it lacks; the same command again changes\n"
      "nothing. Of a video that several databases have, the most complete and then the latest\n"
      "results stay. Databases with different settings are refused.\n\n"
      "Exit status: 0 merged, 2 wrong usage, 3 shards are missing, whose numbers are printed, or\n"
      "FILE could not be written; it is then unchanged.");
  arguments.flag("partial", 0, partial, "Some shards may be missing");
  arguments.text("output", 'o', output, "FILE", "The database to write; required");
  const std::vector<std::string> inputs = arguments.parse(argc, argv);
  if (output.empty())
    throw misuse("name the database to write with -o FILE");
  if (inputs.empty())
    throw misuse("name the databases to merge");
  for (const std::string& input : inputs) {
    std::error_code error;
    if (std::filesystem::equivalent(input, output, error))
      throw misuse(escape_for_terminal(input) + " is an input; name another file with -o");
    open_input(input);
  }

  const bool is_new = !std::filesystem::exists(output);
  std::string missing;
  try {
    missing = merge_into(output, inputs);
  } catch (...) {
    if (is_new)
      unlink(output.c_str()); // without a transaction the file is empty
    throw;
  }
  if (partial || missing.empty())
    return success;
  std::fprintf(stderr, "%s lacks shards %s; merge them as well, or permit it with --partial\n",
               escape_for_terminal(output).c_str(), missing.c_str());
  return videos_failed;
}

} // namespace videohistogram::tools
