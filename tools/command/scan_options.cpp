// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/command/scan_options.h"

#include "tools/command/failure.h"
#include "tools/text/escape.h"

#include <glib.h>

#include <memory>
#include <sched.h>

namespace videohistogram::tools {

namespace {

/// The number of CPUs that this process may use.
size_t usable_cpus() {
  cpu_set_t cpus;
  return sched_getaffinity(0, sizeof cpus, &cpus) == 0 ? static_cast<size_t>(CPU_COUNT(&cpus)) : 1;
}

std::string take(gchar* text) {
  const std::string copy = text ? text : "";
  g_free(text);
  return copy;
}

} // namespace

ScanOptions parse_scan_options(int argc, char** argv) {
  ScanOptions options;
  gint jobs = static_cast<gint>(usable_cpus());
  gboolean zeros = FALSE;
  gchar *output = nullptr, *list = nullptr, *format = nullptr;
  gchar** inputs = nullptr;
  const GOptionEntry entries[] = {
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
       "The database of results, or with --format a folder; required", "FILE"},
      {"format", 0, 0, G_OPTION_ARG_FILENAME, &format,
       "csv or jsonl: a text file per video instead of a database", "NAME"},
      {"jobs", 'j', 0, G_OPTION_ARG_INT, &jobs, "Videos at once (one per usable CPU)", "N"},
      {"files-from", 'T', 0, G_OPTION_ARG_FILENAME, &list,
       "A file with one INPUT per line; - is standard input", "FILE"},
      {"null", '0', 0, G_OPTION_ARG_NONE, &zeros, "Entries of --files-from end with a zero byte",
       nullptr},
      {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &inputs, nullptr, "INPUT..."},
      {nullptr, 0, 0, G_OPTION_ARG_NONE, nullptr, nullptr, nullptr}};
  const std::unique_ptr<GOptionContext, decltype(&g_option_context_free)> context(
      g_option_context_new(nullptr), g_option_context_free);
  g_option_context_set_summary(
      context.get(),
      "Analyses each frame of videos into a database. INPUT is a file, a folder, a pattern or a\n"
      "file: URI. Videos that the database has already, and that did not change, are not read\n"
      "again: after an interruption, the same command goes on.\n\n"
      "Exit status: 0 all videos were analysed, 2 wrong usage, 3 some videos failed, 130 Ctrl-C,\n"
      "143 SIGTERM.");
  g_option_context_add_main_entries(context.get(), entries, nullptr);
  GError* error = nullptr;
  const bool parsed = g_option_context_parse(context.get(), &argc, &argv, &error);
  options.output = take(output);
  options.format = take(format);
  options.inputs.list = take(list);
  options.inputs.zeros = zeros;
  for (gchar** input = inputs; input && *input; input++)
    options.inputs.arguments.emplace_back(*input);
  g_strfreev(inputs);
  if (!parsed) {
    const Failure failure = misuse(escape_for_terminal(error->message));
    g_error_free(error);
    throw failure;
  }
  if (options.output.empty())
    throw misuse("name the database with -o FILE");
  if (!options.format.empty() && options.format != "csv" && options.format != "jsonl")
    throw misuse("--format is csv or jsonl, not " + escape_for_terminal(options.format));
  if (jobs < 1 || jobs > 1024)
    throw misuse("--jobs is a number from 1 to 1024");
  if (options.inputs.arguments.empty() && options.inputs.list.empty())
    throw misuse("name at least one video or folder");
  options.jobs = static_cast<size_t>(jobs);
  return options;
}

} // namespace videohistogram::tools
