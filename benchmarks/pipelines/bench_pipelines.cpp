// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Measures whole pipelines, their lower bounds and alternatives: what the element adds to a video
// that the GPU decodes, the cost of system frames from each kind of memory, eight elements at once,
// and several GPUs. The contestants of a group run in turn.
//
//   bench_pipelines [--json FILE] [--film FILE [--decoder ELEMENT]] [--filter TEXT] [--quick]
//                   [--list]
//
// TEXT is a part of the names that --list prints. Contestants that are not installed are reported
// as skipped. Exit status 1: something was not counted correctly.
#include "groups.h"
#include "plugin/element/gstvideohistogramelement.h"
#include "report.h"
#include "source.h"

#include <cstdio>
#include <cstring>
#include <string>

namespace {

using namespace videohistogram::benchmark;

struct Options {
  std::string json, filter;
  Film film;
  bool quick = false, list = false;
};

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; i++) {
    const std::string name = argv[i];
    if (name == "--quick")
      options.quick = true;
    else if (name == "--list")
      options.list = true;
    else if (i + 1 < argc && name == "--json")
      options.json = argv[++i];
    else if (i + 1 < argc && name == "--film")
      options.film.path = argv[++i];
    else if (i + 1 < argc && name == "--decoder")
      options.film.decoder = argv[++i];
    else if (i + 1 < argc && name == "--filter")
      options.filter = argv[++i];
    else
      return false;
  }
  return true;
}

/// Runs each contestant once per round, except those that have failed.
GroupResult run_group(const Group& group, int rounds) {
  GroupResult result{group.name, {}, group.comparisons};
  for (const Contestant& contestant : group.contestants)
    result.results.push_back({contestant.name, contestant.how, contestant.frame_bytes, {}});
  for (int round = 0; round < rounds; round++)
    for (size_t i = 0; i < group.contestants.size(); i++)
      if (!result.results[i].failed())
        result.results[i].runs.push_back(group.contestants[i].run());
  return result;
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    std::fprintf(stderr,
                 "usage: %s [--json FILE] [--film FILE [--decoder ELEMENT]] [--filter TEXT] "
                 "[--quick] [--list]\n",
                 argv[0]);
    return 2;
  }
  gst_init(nullptr, nullptr);
  GST_ELEMENT_REGISTER(videohistogram, nullptr);
  register_source();

  if (!options.list)
    print_header();
  std::vector<GroupResult> results;
  bool wrong = false;
  for (Group& group : all_groups(options.quick, options.film)) {
    std::vector<Contestant> chosen;
    for (Contestant& contestant : group.contestants)
      if ((group.name + "/" + contestant.name).find(options.filter) != std::string::npos)
        chosen.push_back(std::move(contestant));
    group.contestants = std::move(chosen);
    if (options.list)
      for (const Contestant& contestant : group.contestants)
        std::printf("%s/%s\n", group.name.c_str(), contestant.name.c_str());
    if (options.list || group.contestants.empty())
      continue;
    results.push_back(run_group(group, options.quick ? 3 : 5));
    group.contestants.clear(); // also frees their frames
    print_group(results.back());
    for (const Result& result : results.back().results)
      wrong |= result.failed() && result.failed()->wrong;
  }
  if (!options.list && !options.json.empty() && !write_json(options.json, results))
    return 2;
  if (wrong)
    std::fprintf(stderr, "WRONG: not every frame was counted right\n");
  return wrong ? 1 : 0;
}
