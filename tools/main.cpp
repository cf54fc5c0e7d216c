// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The command gst-videohistogram-1.0.
#include "tools/base/failure.h"
#include "tools/command/commands.h"
#include "tools/text/escape.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>

namespace {

using namespace videohistogram::tools;

struct Command {
  const char *name, *arguments, *effect;
  int (*run)(int argc, char** argv);
};

constexpr Command commands[] = {
    {"scan", "INPUT... -o FILE", "analyse each frame of videos into a database", scan},
    {"report", "DATABASE -o FOLDER", "make pages to read: timelines, shots, findings", report},
    {"show", "DATABASE [VIDEO...]", "print videos and what was found in them", show},
    {"shots", "DATABASE [VIDEO...]", "print shots as CSV or as an edit decision list", shots},
    {"export", "DATABASE -o FOLDER", "write results into text files", export_results},
    {"merge", "DATABASE... -o FILE", "put the databases of several scans together", merge},
    {"scope", "VIDEO -o FILE", "draw waveform, vectorscope and more of one frame", scope},
};

void print_help() {
  std::puts("Usage: gst-videohistogram-1.0 COMMAND [OPTION...]\n\nAnalyses archives of video.\n");
  for (const Command& command : commands)
    std::printf("  %-7s %-22s %s\n", command.name, command.arguments, command.effect);
  std::puts("\ngst-videohistogram-1.0 COMMAND --help describes a command. --version prints the "
            "version.");
}

int run(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  for (const Command& known : commands) {
    if (command == known.name)
      return known.run(argc - 1, argv + 1);
  }
  if (command == "--version") {
    std::printf("gst-videohistogram-1.0 %s\n", VERSION);
    return success;
  }
  if (command == "--help" || command == "-h") {
    print_help();
    return success;
  }
  if (command.empty())
    throw misuse("name a command; --help lists them");
  throw misuse("there is no command " + escape_for_terminal(command) + "; --help lists them");
}

} // namespace

int main(int argc, char** argv) {
  try {
    const int status = run(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout))
      throw Failure{std::string("the output cannot be written: ") + std::strerror(errno)};
    return status;
  } catch (const Failure& failure) {
    std::fprintf(stderr, "gst-videohistogram-1.0: %s\n", failure.message.c_str());
    return failure.status;
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "gst-videohistogram-1.0: %s\n", exception.what());
    return videos_failed;
  }
}
