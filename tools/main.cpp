// SPDX-License-Identifier: LGPL-2.1-or-later
// The command gst-videohistogram-1.0.
#include "tools/command/failure.h"
#include "tools/command/scan.h"
#include "tools/process/worker.h"
#include "tools/text/escape.h"

#include <cstdio>
#include <exception>
#include <string_view>

namespace {

using namespace videohistogram::tools;

constexpr const char* help = R"(Usage: gst-videohistogram-1.0 COMMAND [OPTION...]

Analyses archives of video.

  scan INPUT... -o FILE    analyse each frame of videos into a database

gst-videohistogram-1.0 COMMAND --help describes a command. --version prints the version.
)";

int run(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  if (command == worker_command)
    run_worker();
  if (command == "scan")
    return scan(argc - 1, argv + 1);
  if (command == "--version") {
    std::printf("gst-videohistogram-1.0 %s\n", VERSION);
    return success;
  }
  if (command == "--help" || command == "-h") {
    std::fputs(help, stdout);
    return success;
  }
  if (command.empty())
    throw misuse("name a command; --help lists them");
  throw misuse("there is no command " + escape_for_terminal(command) + "; --help lists them");
}

} // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const Failure& failure) {
    std::fprintf(stderr, "gst-videohistogram-1.0: %s\n", failure.message.c_str());
    return failure.status;
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "gst-videohistogram-1.0: %s\n", exception.what());
    return videos_failed;
  }
}
