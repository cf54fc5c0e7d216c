// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Images with numbers in their names that are one video.
#pragma once

#include <optional>
#include <string>

namespace videohistogram::tools {

/// A video of images, whose place in results is the text "sequence:RATE:PATTERN".
struct Sequence {
  std::string rate;    ///< frames per second, such as "24" or "30000/1001"
  std::string pattern; ///< an absolute path with one number of the image such as %05d

  std::string path() const { return "sequence:" + rate + ":" + pattern; }
};

/// The sequence that a path stands for; nothing if it is that of a file.
inline std::optional<Sequence> find_sequence(const std::string& path) {
  constexpr const char prefix[] = "sequence:";
  const size_t start = sizeof prefix - 1, end = path.find(':', start);
  if (path.compare(0, start, prefix) != 0 || end == std::string::npos)
    return {};
  return Sequence{path.substr(start, end - start), path.substr(end + 1)};
}

} // namespace videohistogram::tools
