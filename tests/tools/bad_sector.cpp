// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Loaded into a process before other libraries: storage with a bad sector in the middle of each
// file whose name begins with "bad-sector". Reads end before it, and fail there.
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

namespace {

constexpr off_t sector_size = 4096;

/// The place of the bad sector; -1: the file has none.
off_t bad_sector(int file) {
  char path[4096];
  const ssize_t size =
      readlink(("/proc/self/fd/" + std::to_string(file)).c_str(), path, sizeof path);
  const std::string name(path, static_cast<size_t>(std::max<ssize_t>(size, 0)));
  struct stat status;
  if (name.find("/bad-sector") == std::string::npos || fstat(file, &status) != 0)
    return -1;
  return status.st_size / 2 / sector_size * sector_size;
}

} // namespace

extern "C" ssize_t read(int file, void* bytes, size_t size) {
  static auto* const original = reinterpret_cast<decltype(read)*>(dlsym(RTLD_NEXT, "read"));
  const off_t bad = bad_sector(file), place = bad < 0 ? 0 : lseek(file, 0, SEEK_CUR);
  if (bad >= 0 && place >= bad && place < bad + sector_size) {
    errno = EIO;
    return -1;
  }
  if (place < bad)
    size = std::min(size, static_cast<size_t>(bad - place));
  return original(file, bytes, size);
}
