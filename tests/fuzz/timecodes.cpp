// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Files that claim to be QuickTime, MP4, Matroska or RIFF: their time codes and declared sizes.
#include "tests/fuzz/fuzz.h"
#include "tools/input/container.h"
#include "tools/input/timecode_track.h"

#include <optional>
#include <sys/mman.h>
#include <unistd.h>

using namespace videohistogram;
using namespace videohistogram::tools;

namespace {

/// A file in memory, which has a path as long as this object lives.
class MemoryFile {
public:
  MemoryFile(const uint8_t* data, size_t size) : file_(memfd_create("input", MFD_CLOEXEC)) {
    REQUIRE(file_ >= 0);
    REQUIRE(write(file_, data, size) == static_cast<ssize_t>(size));
  }
  ~MemoryFile() { close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

private:
  int file_;
};

/// Hours, minutes, seconds and frames, each of at least two digits.
bool is_timecode(const std::string& text) {
  return text.size() >= 11 && text[2] == ':' && text[5] == ':' &&
         text.find_first_not_of("0123456789:;") == text.npos;
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const MemoryFile file(data, size);
  declared_size(file.path());
  for (int stream : {1, 2}) {
    const std::optional<TimecodeTrack> track = read_timecode_track(file.path(), stream);
    if (!track)
      continue;
    REQUIRE(track->at(-1).empty());
    for (int64_t time : {int64_t{0}, int64_t{40000000}, int64_t{3600000000000}, INT64_MAX}) {
      const std::string code = track->at(time);
      REQUIRE(code.empty() || is_timecode(code));
    }
  }
  return 0;
}
