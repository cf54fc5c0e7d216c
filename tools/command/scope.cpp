// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/base/failure.h"
#include "tools/command/arguments.h"
#include "tools/command/commands.h"
#include "tools/scope/scope_image.h"
#include "tools/store/new_file.h"
#include "tools/text/escape.h"

#include <cerrno>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace videohistogram::tools {

namespace {

constexpr int most_pixels = 16384; ///< per side of an image
constexpr int not_given = INT_MIN;
constexpr double most_seconds = 1e9; ///< as ns they fit 64 bits

/// Refuses names of other kinds of images; names without an extension, such as /dev/stdout, are
/// possible.
void require_png(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1); // npos + 1 is 0
  const size_t dot = name.rfind('.');
  if (dot == std::string::npos || g_ascii_strcasecmp(name.c_str() + dot, ".png") == 0)
    return;
  throw misuse(escape_for_terminal(path) +
               " cannot be written: images are PNG files; name one that ends in .png");
}

} // namespace

int scope(int argc, char** argv) {
  std::string output;
  double seconds = 0;
  ScopeRequest request;
  int width = not_given, height = not_given;
  Arguments arguments(
      "VIDEO -o FILE",
      "Draws histogram, waveform, parade and vectorscope of one frame of a video, as a PNG image,\n"
      "and prints the time at which the frame begins. The elements videoscope and "
      "videoscopeoverlay draw.\n"
      "For vectorscope, lightning and arrowhead, RGB images are converted to Y'CbCr.\n\n"
      "Exit status: 0 drawn, 2 wrong usage, 3 the video could not be read, or FILE not written.");
  arguments.text("output", 'o', output, "FILE", "The image to write, .png; required");
  arguments.real("at", seconds, "SECONDS",
                 "A time at which the frame is shown, from the beginning; 0");
  arguments.number("width", 0, width, "PIXELS", "Width of the image; 1920");
  arguments.number("height", 0, height, "PIXELS", "Height of the image; 1080");
  arguments.flag("over-video", 0, request.over_video,
                 "Draw the scopes over the frame, in the size of the frame");
  arguments.text("properties", 'p', request.properties, "TEXT",
                 "Properties of the element: \"scopes=parade units=ire\"");
  const std::vector<std::string> videos = arguments.parse(argc, argv);
  if (output.empty())
    throw misuse("name the image to write with -o FILE");
  require_png(output);
  if (videos.size() != 1)
    throw misuse("name one video");
  if (!(seconds >= 0 && seconds <= most_seconds))
    throw misuse("--at is a time in seconds, from 0 on");
  if (request.over_video && (width != not_given || height != not_given))
    throw misuse("with --over-video the image has the size of the frame; leave out --width and "
                 "--height");
  request.width = width != not_given ? width : request.width;
  request.height = height != not_given ? height : request.height;
  for (const int side : {request.width, request.height})
    if (side < 1 || side > most_pixels)
      throw misuse("an image has 1 to 16384 pixels per side");
  request.video = videos.front();
  request.time = std::llround(seconds * 1e9);
  if (access(request.video.c_str(), R_OK) != 0)
    throw Failure{escape_for_terminal(request.video) + " cannot be read: " + std::strerror(errno)};

  std::error_code missing; // the image need not exist
  if (std::filesystem::equivalent(request.video, output, missing))
    throw misuse("the image would replace the video; name another file with -o");

  const ScopeImage image = draw_scope(request);
  for (const std::string& warning : image.warnings)
    std::fprintf(stderr, "%s\n", warning.c_str());
  NewFile file(output);
  file.write(image.png);
  file.finish();
  if (image.time >= 0)
    std::printf("%s: the frame at %.3f s\n", escape_for_terminal(output).c_str(),
                static_cast<double>(image.time) / 1e9);
  return success;
}

} // namespace videohistogram::tools
