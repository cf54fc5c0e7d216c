// SPDX-License-Identifier: LGPL-2.1-or-later
// What is recorded of one video.
#pragma once

#include <cstdint>
#include <string>

namespace videohistogram::tools {

/// What tells a file from a changed one without reading it as a whole.
struct Identity {
  uint64_t size = 0;
  int64_t modified = 0; ///< in ns since 1970
  std::string hash;     ///< SHA-256 in hexadecimal digits of the first and the last MiB

  bool operator==(const Identity& other) const {
    return size == other.size && modified == other.modified && hash == other.hash;
  }
};

/// What decoder and container say about a video; texts are empty and numbers are 0 where they say
/// nothing. The size and the format are those of the first frame.
struct VideoFormat {
  uint32_t width = 0, height = 0;
  std::string format, colorimetry, codec, container;
  int32_t rate_numerator = 0, rate_denominator = 1;
  int64_t duration = 0; ///< as the container declares it, in ns
};

/// How the analysis of a video ended.
enum class Outcome : uint8_t {
  complete, ///< all frames were analysed
  damaged,  ///< frames were analysed, but the decoder gave up before the end
  failed    ///< no frame was analysed
};

/// As tables and files name it.
inline const char* outcome_name(Outcome outcome) {
  switch (outcome) {
  case Outcome::complete:
    return "complete";
  case Outcome::damaged:
    return "damaged";
  case Outcome::failed:
    break;
  }
  return "failed";
}

struct VideoRecord {
  Outcome outcome = Outcome::failed;
  std::string message; ///< why the outcome is not `complete`
  Identity identity;
  VideoFormat format;
  uint64_t frames = 0, corrupted = 0;
};

/// Something about a span of frames that a reader should know.
struct Finding {
  std::string kind;             ///< such as "corrupted"
  uint64_t first = 0, last = 0; ///< numbers of frames
  std::string detail;
};

} // namespace videohistogram::tools
