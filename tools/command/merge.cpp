// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/merge.h"
#include "tools/command/arguments.h"
#include "tools/command/commands.h"
#include "tools/command/failure.h"
#include "tools/store/results.h"
#include "tools/text/escape.h"

#include <filesystem>
#include <memory>
#include <unistd.h>

namespace videohistogram::tools {

namespace {

/// Opens a database of results for reading, until the object is gone.
std::unique_ptr<Database> open_input(const std::string& path) {
  auto database = std::make_unique<Database>(path, Access::read);
  check_results(*database);
  return database;
}

/// In one transaction.
void merge_into(const std::string& output, const std::vector<std::string>& inputs) {
  Database merged(output);
  merged.run("PRAGMA page_size=16384");
  Transaction transaction(merged);
  if (is_empty(merged))
    create_results(merged, read_settings(*open_input(inputs.front())));
  check_results(merged);
  for (const std::string& input : inputs)
    merge_results(*open_input(input), merged);
  transaction.commit();
}

} // namespace

int merge(int argc, char** argv) {
  std::string output;
  Arguments arguments(
      "DATABASE...",
      "Puts the databases of several scans together, such as those of shards. Rows stay as they\n"
      "are. FILE is made, or gets the videos that it lacks; the same command again changes\n"
      "nothing. Of a video that several databases have, the most complete and then the latest\n"
      "results stay. Databases with different settings are refused.\n\n"
      "Exit status: 0 merged, 2 wrong usage, 3 FILE could not be written; it is then unchanged.");
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
  try {
    merge_into(output, inputs);
  } catch (...) {
    if (is_new)
      unlink(output.c_str()); // without a transaction the file is empty
    throw;
  }
  return success;
}

} // namespace videohistogram::tools
