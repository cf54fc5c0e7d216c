// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/command/arguments.h"
#include "tools/command/commands.h"
#include "tools/command/failure.h"
#include "tools/scope/scope_image.h"
#include "tools/store/new_file.h"
#include "tools/text/escape.h"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace videohistogram::tools {

namespace {

constexpr int most_pixels = 16384;   ///< per side of an image
constexpr double most_seconds = 1e9; ///< as ns they fit 64 bits

} // namespace

int scope(int argc, char** argv) {
  std::string output;
  double seconds = 0;
  ScopeRequest request;
  Arguments arguments(
      "VIDEO -o FILE",
      "Draws histogram, waveform, parade and vectorscope of one frame of a video, as a PNG image,\n"
      "and prints a time at which the frame is shown. The elements videoscope and "
      "videoscopeoverlay draw.\n\n"
      "Exit status: 0 drawn, 2 wrong usage, 3 the video could not be read, or FILE not written.");
  arguments.text("output", 'o', output, "FILE", "The image to write; required");
  arguments.real("at", seconds, "SECONDS",
                 "A time at which the frame is shown, from the beginning; 0");
  arguments.number("width", 0, request.width, "PIXELS", "Width of the image; 1920");
  arguments.number("height", 0, request.height, "PIXELS", "Height of the image; 1080");
  arguments.flag("over-video", 0, request.over_video,
                 "Draw the scopes over the frame, in the size of the frame");
  arguments.text("properties", 'p', request.properties, "TEXT",
                 "Properties of the element: \"scopes=parade units=ire\"");
  const std::vector<std::string> videos = arguments.parse(argc, argv);
  if (output.empty())
    throw misuse("name the image to write with -o FILE");
  if (videos.size() != 1)
    throw misuse("name one video");
  if (!(seconds >= 0 && seconds <= most_seconds))
    throw misuse("--at is a time in seconds, from 0 on");
  for (const int side : {request.width, request.height})
    if (side < 1 || side > most_pixels)
      throw misuse("an image has 1 to 16384 pixels per side");
  request.video = videos.front();
  request.time = std::llround(seconds * 1e9);
  if (access(request.video.c_str(), R_OK) != 0)
    throw Failure{escape_for_terminal(request.video) + " cannot be read: " + std::strerror(errno)};

  const ScopeImage image = draw_scope(request);
  NewFile file(output);
  file.write(image.png);
  file.finish();
  if (image.time >= 0)
    std::printf("%s: the frame at %.3f s\n", escape_for_terminal(output).c_str(),
                static_cast<double>(image.time) / 1e9);
  return success;
}

} // namespace videohistogram::tools
