// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/command/scan_options.h"

#include "tools/command/failure.h"
#include "tools/record/video.h"
#include "tools/text/escape.h"

#include <glib.h>

#include <algorithm>
#include <iterator>
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

/// Throws Failure if a threshold is out of its range.
void check(const DetectionSettings& settings) {
  const auto is_share = [](double value) { return value >= 0 && value <= 1; };
  const auto is_duration = [](double value) { return value >= 0 && value <= 86400; };
  if (!is_share(settings.black_pixel) || !is_share(settings.black_picture) ||
      !is_share(settings.frozen_noise))
    throw misuse("--black-pixel, --black-picture and --frozen-noise are numbers from 0 to 1");
  if (!is_duration(settings.black_duration) || !is_duration(settings.frozen_duration))
    throw misuse("--black-duration and --frozen-duration are seconds, from 0 to 86400");
}

/// Splits a list such as black,frozen. Throws Failure for a kind that no finding has.
std::vector<std::string> parse_kinds(const std::string& list) {
  std::vector<std::string> kinds;
  for (size_t start = 0; !list.empty() && start <= list.size();) {
    const size_t end = std::min(list.find(',', start), list.size());
    kinds.push_back(list.substr(start, end - start));
    start = end + 1;
    if (std::find(std::begin(finding_kinds), std::end(finding_kinds), kinds.back()) !=
        std::end(finding_kinds))
      continue;
    std::string known;
    for (const char* kind : finding_kinds)
      known += (known.empty() ? "" : ", ") + std::string(kind);
    throw misuse("--fail-on takes kinds of findings: " + known + "; there is no \"" +
                 escape_for_terminal(kinds.back()) + "\"");
  }
  return kinds;
}

} // namespace

ScanOptions parse_scan_options(int argc, char** argv) {
  ScanOptions options;
  gint jobs = static_cast<gint>(usable_cpus());
  gboolean zeros = FALSE;
  gchar *output = nullptr, *list = nullptr, *format = nullptr, *fail_on = nullptr;
  DetectionSettings& detection = options.detection;
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
      {"black-pixel", 0, 0, G_OPTION_ARG_DOUBLE, &detection.black_pixel,
       "The share of the range of Y up to which a sample is black (0.10)", "SHARE"},
      {"black-picture", 0, 0, G_OPTION_ARG_DOUBLE, &detection.black_picture,
       "The share of black samples from which a frame is black (0.98)", "SHARE"},
      {"black-duration", 0, 0, G_OPTION_ARG_DOUBLE, &detection.black_duration,
       "The shortest black passage that is reported (2)", "SECONDS"},
      {"frozen-noise", 0, 0, G_OPTION_ARG_DOUBLE, &detection.frozen_noise,
       "The mean difference up to which a frame repeats the one before (0.001)", "SHARE"},
      {"frozen-duration", 0, 0, G_OPTION_ARG_DOUBLE, &detection.frozen_duration,
       "The shortest frozen passage that is reported (2)", "SECONDS"},
      {"fail-on", 0, 0, G_OPTION_ARG_STRING, &fail_on,
       "Exit with status 1 if a video has such a finding, for example black,frozen", "KIND,..."},
      {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &inputs, nullptr, "INPUT..."},
      {nullptr, 0, 0, G_OPTION_ARG_NONE, nullptr, nullptr, nullptr}};
  const std::unique_ptr<GOptionContext, decltype(&g_option_context_free)> context(
      g_option_context_new(nullptr), g_option_context_free);
  g_option_context_set_summary(
      context.get(),
      "Analyses each frame of videos into a database. INPUT is a file, a folder, a pattern or a\n"
      "file: URI. Videos that the database has already, and that did not change, are not read\n"
      "again: after an interruption, the same command goes on.\n\n"
      "Exit status: 0 all videos were analysed, 1 findings of --fail-on, 2 wrong usage, 3 some\n"
      "videos failed, 130 Ctrl-C, 143 SIGTERM.");
  g_option_context_add_main_entries(context.get(), entries, nullptr);
  GError* error = nullptr;
  const bool parsed = g_option_context_parse(context.get(), &argc, &argv, &error);
  options.output = take(output);
  options.format = take(format);
  const std::string kinds = take(fail_on);
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
  check(detection);
  options.fail_on = parse_kinds(kinds);
  options.jobs = static_cast<size_t>(jobs);
  return options;
}

} // namespace videohistogram::tools
