// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/input/identity.h"

#include "tools/record/sequence.h"

#include <glib.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace videohistogram::tools {

namespace {

constexpr uint64_t part_size = 1 << 20;

Identity from_stat(const struct stat& status) {
  Identity identity;
  identity.size = static_cast<uint64_t>(status.st_size);
  identity.modified = status.st_mtim.tv_sec * INT64_C(1000000000) + status.st_mtim.tv_nsec;
  return identity;
}

/// Adds up to `size` bytes from `offset` to the checksum.
bool add_part(int file, uint64_t offset, uint64_t size, GChecksum* checksum) {
  std::vector<unsigned char> bytes(size);
  uint64_t done = 0;
  while (done < size) {
    const ssize_t got = pread(file, &bytes[done], size - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return false;
    if (got == 0)
      break; // the file became shorter, which its size tells
    done += static_cast<uint64_t>(got);
  }
  g_checksum_update(checksum, bytes.data(), static_cast<gssize>(done));
  return true;
}

/// FFmpeg looks for the first image among the first numbers, and ends with the first that is
/// missing.
constexpr int first_numbers = 5;

bool read_sequence(const std::string& pattern, Identity& identity) {
  const std::unique_ptr<GChecksum, decltype(&g_checksum_free)> checksum(
      g_checksum_new(G_CHECKSUM_SHA256), g_checksum_free);
  identity = Identity();
  bool any = false;
  for (int number = 0; any || number < first_numbers; number++) {
    struct stat status;
    if (stat(image_of(pattern, number).c_str(), &status) != 0) {
      if (any)
        break;
      continue;
    }
    any = true;
    const Identity image = from_stat(status);
    identity.size += image.size;
    identity.modified = std::max(identity.modified, image.modified);
    const uint64_t numbers[] = {image.size, static_cast<uint64_t>(image.modified)};
    g_checksum_update(checksum.get(), reinterpret_cast<const guchar*>(numbers), sizeof numbers);
  }
  identity.hash = g_checksum_get_string(checksum.get());
  return any;
}

} // namespace

std::string image_of(const std::string& pattern, int number) {
  const size_t start = pattern.rfind('%'), end = pattern.find('d', start);
  if (start == std::string::npos || end == std::string::npos)
    return pattern;
  const std::string width = pattern.substr(start + 1, end - start - 1);
  std::string digits = std::to_string(number);
  const size_t least = width.empty() ? 0 : std::strtoul(width.c_str(), nullptr, 10);
  if (digits.size() < least)
    digits.insert(0, least - digits.size(), '0');
  return pattern.substr(0, start) + digits + pattern.substr(end + 1);
}

bool read_size_and_time(const std::string& path, Identity& identity) {
  if (const auto sequence = find_sequence(path))
    return read_sequence(sequence->pattern, identity);
  struct stat status;
  if (stat(path.c_str(), &status) != 0)
    return false;
  identity = from_stat(status);
  return true;
}

bool read_identity(const std::string& path, Identity& identity) {
  if (const auto sequence = find_sequence(path))
    return read_sequence(sequence->pattern, identity);
  // O_NONBLOCK, because a FIFO that took the place of the file would block for ever.
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return false;
  struct stat status;
  const std::unique_ptr<GChecksum, decltype(&g_checksum_free)> checksum(
      g_checksum_new(G_CHECKSUM_SHA256), g_checksum_free);
  bool ok = fstat(file, &status) == 0;
  if (ok && !S_ISREG(status.st_mode)) {
    errno = EINVAL;
    ok = false;
  }
  if (ok) {
    identity = from_stat(status);
    const uint64_t first = std::min(identity.size, part_size);
    const uint64_t last = std::min(identity.size - first, part_size);
    ok = add_part(file, 0, first, checksum.get()) &&
         add_part(file, identity.size - last, last, checksum.get());
    if (ok)
      identity.hash = g_checksum_get_string(checksum.get());
  }
  const int error = errno;
  close(file);
  errno = error;
  return ok;
}

bool has_identity(const std::string& path, const Identity& known) {
  Identity present;
  // Most files that changed have another size or time.
  return read_size_and_time(path, present) && present.size == known.size &&
         present.modified == known.modified && read_identity(path, present) && present == known;
}

int64_t video_id(const std::string& path) {
  const std::unique_ptr<GChecksum, decltype(&g_checksum_free)> checksum(
      g_checksum_new(G_CHECKSUM_SHA256), g_checksum_free);
  g_checksum_update(checksum.get(), reinterpret_cast<const guchar*>(path.data()),
                    static_cast<gssize>(path.size()));
  guint8 digest[32];
  gsize size = sizeof digest;
  g_checksum_get_digest(checksum.get(), digest, &size);
  int64_t id = 0;
  for (int i = 0; i < 8; i++)
    id = (id & INT64_C(0x7FFFFFFFFFFFFF)) << 8 | digest[i];
  return id;
}

} // namespace videohistogram::tools
