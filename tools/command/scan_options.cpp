// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/command/scan_options.h"

#include "core/pse/profile.h"
#include "tools/base/failure.h"
#include "tools/command/arguments.h"
#include "tools/policy/rule_names.h"
#include "tools/process/cpus.h"
#include "tools/read/colour_names.h"
#include "tools/record/video.h"
#include "tools/text/escape.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <set>

namespace videohistogram::tools {

namespace {

/// The value of --jobs if it is not given.
constexpr int default_jobs = std::numeric_limits<int>::min();

/// Throws Failure if a threshold is out of its range.
void check(const DetectionSettings& settings) {
  const auto is_share = [](double value) { return value >= 0 && value <= 1; };
  const auto is_duration = [](double value) { return value >= 0 && value <= 86400; };
  if (!is_share(settings.black_pixel) || !is_share(settings.black_picture) ||
      !is_share(settings.black_bar) || !is_share(settings.frozen_noise))
    throw misuse("--black-pixel, --black-picture, --black-bar and --frozen-noise are numbers from "
                 "0 to 1");
  if (!is_duration(settings.black_duration) || !is_duration(settings.frozen_duration))
    throw misuse("--black-duration and --frozen-duration are seconds, from 0 to 86400");
}

/// Throws Failure if an option is out of its range, or needs a database.
void check(const ScanOptions& options) {
  const Selection& selection = options.analysis.selection;
  const auto is_time = [](double value) { return value >= 0 && value <= 1e9; };
  if (!is_time(selection.start) || !is_time(selection.duration) ||
      !is_time(options.analysis.timeout))
    throw misuse("--start, --duration and --timeout are seconds, from 0 to 1000000000");
  if (selection.every < 1 || selection.stream < 1)
    throw misuse("--every and --stream are numbers from 1");
  if (options.analysis.live && (selection.start > 0 || !options.inputs.list.empty()))
    throw misuse("--live has neither --start nor --files-from");
  const AnalysisSettings& analysis = options.analysis;
  if (!options.format.empty() && (analysis.counts || analysis.fields || !analysis.per_frame))
    throw misuse("--counts, --fields and --per-frame=no need a database, not --format");
  if (analysis.fields && !analysis.per_frame)
    throw misuse("--fields stores rows for frames; leave --per-frame=no out");
}

/// Throws Failure for a pattern without a number, or one without a rate.
/// Names of colours in a policy are FFmpeg's: no video has another one.
void check_colour_name(const Rule& rule) {
  const std::string suffix = "_name";
  const auto* const value = std::get_if<std::string>(&rule.value);
  if (!value || rule.name.size() <= suffix.size())
    return;
  const std::string part = rule.name.substr(0, rule.name.size() - suffix.size());
  if (rule.name == part + suffix && !is_colour_name(part, *value))
    throw misuse("the policy has the rule `" + escape_for_terminal(rule.text) +
                 "`, but FFmpeg has no such name; ffmpeg -h full lists them");
}

/// Refuses to fail on a kind of finding that the scan does not look for.
void check_looked_for(const std::string& kind, const AnalysisSettings& settings) {
  const size_t needed = figure_of_finding(kind);
  if (needed == figure::count)
    return;
  const bool is_flash = needed == figure::FLASHCOUNT || needed == figure::REDCOUNT;
  if (is_flash ? !settings.has_flashes() : !settings.has_qc())
    throw misuse(kind + " are not looked for by --figures " + settings.figures + "; add " +
                 (is_flash ? "pse" : "qc"));
}

void check_sequence(const InputOptions& inputs) {
  const std::string &pattern = inputs.sequence, &rate = inputs.rate;
  if (pattern.empty() && rate.empty())
    return;
  const size_t start = pattern.find('%');
  const size_t end = pattern.find_first_not_of("0123456789", start + 1);
  if (start == std::string::npos || end == std::string::npos || pattern[end] != 'd' ||
      pattern.find('%', end) != std::string::npos)
    throw misuse("--sequence is a name of images with one number such as %05d");
  const size_t slash = rate.find_first_not_of("0123456789");
  const bool is_whole = !rate.empty() && slash == std::string::npos;
  const bool is_ratio = slash != std::string::npos && slash > 0 && rate[slash] == '/' &&
                        slash + 1 < rate.size() &&
                        rate.find_first_not_of("0123456789", slash + 1) == std::string::npos;
  if ((!is_whole && !is_ratio) || std::atof(rate.c_str()) <= 0)
    throw misuse("--sequence needs --rate, the frames per second such as 24 or 30000/1001");
}

/// Such as "black, frozen".
std::string list_kinds() {
  std::string list;
  for (const char* kind : finding_kinds)
    list += (list.empty() ? "" : ", ") + std::string(kind);
  return list;
}

/// In lines of a help text.
std::string wrap(std::string text) {
  for (size_t start = 0; text.size() - start > 90; start = text.find('\n', start) + 1)
    text[text.rfind(' ', start + 90)] = '\n';
  return text;
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
    throw misuse("--fail-on takes kinds of findings: " + list_kinds() + "; there is no \"" +
                 escape_for_terminal(kinds.back()) + "\"");
  }
  return kinds;
}

/// The kinds of figures of a list such as pse,signalstats, in their order. Throws Failure for one
/// that does not exist, and for a list without signalstats, which the others stand beside.
std::string parse_figures(const std::string& list) {
  constexpr const char* kinds[] = {"signalstats", "qc", "pse"};
  std::set<std::string> named;
  for (size_t start = 0; start <= list.size();) {
    const size_t end = std::min(list.find(',', start), list.size());
    named.insert(list.substr(start, end - start));
    start = end + 1;
  }
  std::string figures;
  for (const char* kind : kinds) {
    if (named.erase(kind) > 0)
      figures += (figures.empty() ? "" : ",") + std::string(kind);
  }
  if (!named.empty() || figures.rfind(kinds[0], 0) != 0)
    throw misuse("--figures is signalstats, alone or with qc and pse, such as signalstats,pse");
  return figures;
}

Processors choose_processors(int jobs, const std::string& devices) {
  Processors processors;
  processors.gpus = parse_gpus(devices, std::getenv(gpu_variable), "/dev");
  processors.require_gpus = devices != "all";
  if (jobs != default_jobs)
    processors.gpu_jobs = static_cast<size_t>(jobs);
  processors.cpu_jobs = static_cast<size_t>(jobs != default_jobs ? jobs : usable_cpus());
  return processors;
}

} // namespace

int decoder_threads(size_t videos) {
  return std::max(2 * usable_cpus() / static_cast<int>(std::max<size_t>(videos, 1)), 1);
}

ScanOptions parse_scan_options(int argc, char** argv) {
  ScanOptions options;
  int jobs = default_jobs, max_memory = 0;
  std::string kinds, policy, shard, devices = "all", per_frame = "yes";
  std::string figures = options.analysis.figures;
  DetectionSettings& detection = options.analysis.detection;
  Selection& selection = options.analysis.selection;
  Arguments arguments(
      "INPUT...",
      "Analyses each frame of videos into a database. INPUT is a file, a folder, a pattern or a\n"
      "URI. Videos that the database has already, and that did not change, are not read again:\n"
      "after an interruption, the same command goes on.\n\n"
      "With --live, INPUT is a device such as /dev/video0, a URI, or a description of a pipeline\n"
      "as gst-launch-1.0 takes it. Every frame is analysed until Ctrl-C or the end of "
      "--duration.\n\n"
      "Kinds of findings for --fail-on:\n" +
          wrap(list_kinds()) +
          ".\n\n"
          "Exit status: 0 all videos were analysed, 1 findings of --fail-on or a rule of --policy\n"
          "that a video fails, 2 wrong usage, 3 some videos failed; without --live 129 SIGHUP,\n"
          "130 Ctrl-C, 143 SIGTERM.");
  arguments.text("output", 'o', options.output, "FILE",
                 "The database of results, or with --format a folder; required");
  arguments.text("format", 0, options.format, "NAME",
                 "csv, jsonl or qctools: a text file per video instead of a database");
  arguments.number("jobs", 'j', jobs, "N",
                   "Videos at once: on each GPU (5 per 3 decoders), on the CPU (1 per usable CPU)");
  arguments.text("devices", 0, devices, "LIST",
                 "GPUs that decode: all, none, or numbers such as 0,2 (all that can be used)");
  arguments.flag("verbose", 'v', options.verbose, "Say of each video what decoded it");
  arguments.text("files-from", 'T', options.inputs.list, "FILE",
                 "A file with one INPUT per line; - is standard input");
  arguments.text("sequence", 0, options.inputs.sequence, "PATTERN",
                 "Images that are one video, such as frames/%05d.png, with --rate");
  arguments.text("rate", 0, options.inputs.rate, "RATE",
                 "The frames per second of --sequence, such as 24 or 30000/1001");
  arguments.flag("list", 0, options.list, "Print the names of the videos instead, one per line");
  arguments.flag("live", 0, options.analysis.live,
                 "Analyse live sources until Ctrl-C, and say how many frames were lost");
  arguments.flag("allow-network", 0, options.inputs.allow_network,
                 "INPUT may be a URI of a network, such as http: or rtsp:");
  arguments.flag("null", '0', options.inputs.zeros,
                 "Names in --files-from, and of --list, end with a zero byte");
  arguments.text("shard", 0, shard, "I/N",
                 "The part I, from 1, of N (by the variables of Slurm or Kubernetes)");
  arguments.real("black-pixel", detection.black_pixel, "SHARE",
                 "The share of the range of Y up to which a sample is black (0.10)");
  arguments.real("black-picture", detection.black_picture, "SHARE",
                 "The share of black samples from which a frame is black (0.98)");
  arguments.real("black-duration", detection.black_duration, "SECONDS",
                 "The shortest black passage that is reported (2)");
  arguments.real("black-bar", detection.black_bar, "SHARE",
                 "The share of the range of Y up to which a sample belongs to a bar (0.04)");
  arguments.real("frozen-noise", detection.frozen_noise, "SHARE",
                 "The mean difference up to which a frame repeats the one before (0.001)");
  arguments.real("frozen-duration", detection.frozen_duration, "SECONDS",
                 "The shortest frozen passage that is reported (2)");
  arguments.text("figures", 0, figures, "KIND,...",
                 "Of signalstats, qc and pse what is recorded of each frame (all)");
  arguments.text("flashes", 0, options.analysis.flashes, "PROFILE",
                 "The limits of flashes: bt1702, ofcom, nab-j, strict or iris (bt1702)");
  arguments.text("fail-on", 0, kinds, "KIND,...",
                 "Exit with status 1 if a video has such a finding, for example black,frozen");
  arguments.text("policy", 0, policy, "FILE",
                 "Judge each video by the rules of a file; exit with status 1 if one fails");
  arguments.real("start", selection.start, "SECONDS", "The first frame to analyse (0)");
  arguments.real("duration", selection.duration, "SECONDS",
                 "The time to analyse, from --start or a later first frame (to the end)");
  arguments.number("every", 0, selection.every, "N", "Analyse each N-th frame (1)");
  arguments.number("stream", 0, selection.stream, "N", "The N-th video stream of a file (1)");
  ColourOverrides& colours = options.analysis.colours;
  arguments.text("range", 0, colours.range, "NAME",
                 "full or limited, whatever the videos state (as they state)");
  arguments.text("matrix", 0, colours.matrix, "NAME",
                 "The matrix by FFmpeg's name, such as bt709, smpte170m, bt2020nc");
  arguments.text("transfer", 0, colours.transfer, "NAME",
                 "The transfer function, such as bt709, smpte2084, arib-std-b67");
  arguments.text("primaries", 0, colours.primaries, "NAME",
                 "The primaries, such as bt709, smpte170m, bt2020");
  arguments.text("per-frame", 0, per_frame, "ANSWER",
                 "yes (default), or no: a database without a row per frame");
  arguments.flag("counts", 0, options.analysis.counts, "Store the histograms of each frame, too");
  arguments.flag("fields", 0, options.analysis.fields,
                 "Store the figures of each field of interlaced frames, too");
  arguments.real("timeout", options.analysis.timeout, "SECONDS",
                 "The longest time for a video (0: no limit)");
  arguments.number("max-memory", 0, max_memory, "MIB", "The most memory for a video (0: no limit)");
  options.inputs.arguments = arguments.parse(argc, argv);
  if (options.output.empty() != options.list)
    throw misuse(options.list ? "--list writes no results; leave -o out"
                              : "name the database with -o FILE");
  if (!options.format.empty())
    require_one_of("--format", options.format, {"csv", "jsonl", "qctools"});
  if (jobs != default_jobs && (jobs < 1 || jobs > 1024))
    throw misuse("--jobs is a number from 1 to 1024");
  check_sequence(options.inputs);
  if (options.inputs.arguments.empty() && options.inputs.list.empty() &&
      options.inputs.sequence.empty())
    throw misuse("name at least one video or folder");
  check(detection);
  require_one_of("--per-frame", per_frame, {"yes", "no"});
  options.analysis.per_frame = per_frame == "yes";
  options.analysis.figures = parse_figures(figures);
  if (!pse::find_flash_profile(options.analysis.flashes))
    throw misuse("--flashes is " + pse::list_flash_profiles());
  check(options);
  if (const std::string name = find_unknown_colour(options.analysis.colours); !name.empty())
    throw misuse("there are no colours with the name " + escape_for_terminal(name) +
                 "; --range takes full and limited, --matrix, --transfer and --primaries take "
                 "FFmpeg's names");
  if (max_memory < 0)
    throw misuse("--max-memory is a number of MiB, or 0");
  options.fail_on = parse_kinds(kinds);
  for (const std::string& kind : options.fail_on)
    check_looked_for(kind, options.analysis);
  if (!policy.empty()) {
    if (!options.format.empty())
      throw misuse("--policy needs a database, not --format");
    options.policy = read_policy(policy);
    for (const Rule& rule : options.policy) {
      check_colour_name(rule);
      if (rule.subject == Rule::Subject::finding)
        check_looked_for(rule.name, options.analysis);
    }
  }
  options.processors = choose_processors(jobs, devices);
  options.analysis.allow_network = options.inputs.allow_network;
  if (options.analysis.live && options.list)
    throw misuse("--list prints the names of files; leave --live out");
  if (options.analysis.live &&
      (!shard.empty() || (options.processors.require_gpus && !options.processors.gpus.empty())))
    throw misuse("--live analyses all sources on the CPU; leave --shard and --devices out");
  options.processors.max_memory = static_cast<uint64_t>(max_memory) << 20;
  if (options.analysis.live) {
    options.processors.gpus.clear();
    return options;
  }
  options.shard = shard.empty() ? shard_of_environment() : parse_shard(shard);
  return options;
}

} // namespace videohistogram::tools
