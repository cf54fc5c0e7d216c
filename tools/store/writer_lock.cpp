// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/writer_lock.h"

#include "tools/base/failure.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace videohistogram::tools {

namespace {

/// The byte of the file that is locked: the one before those that SQLite locks, which begin at
/// 0x40000000. Locks of bytes work on network file systems, and the file need not be that long.
constexpr off_t locked_byte = 0x3FFFFFFF;

/// A worker that a killed command was just starting holds the lock until it executes its program.
constexpr auto patience = std::chrono::seconds(1);
constexpr auto interval = std::chrono::milliseconds(20);

/// Returns an error number. The open file owns the lock, not the process: closing another
/// descriptor of the file does not release it.
int try_to_lock(int file) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = locked_byte;
  lock.l_len = 1;
  return fcntl(file, F_OFD_SETLK, &lock) == 0 ? 0 : errno;
}

/// Whether an open file is still the one of this name.
bool is_file(int file, const std::string& name) {
  struct stat open {
  }, named{};
  return fstat(file, &open) == 0 && stat(name.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

bool is_of_another(int error) {
  return error == EAGAIN || error == EACCES;
}

} // namespace

WriterLock::WriterLock(const std::string& file, const std::string& name)
    : file_(open(file.c_str(), O_RDWR | O_CLOEXEC)) {
  if (file_ < 0)
    throw misuse("cannot write " + name + ": " + std::strerror(errno));
  const auto end = std::chrono::steady_clock::now() + patience;
  int error = try_to_lock(file_);
  while (is_of_another(error) && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(interval);
    error = try_to_lock(file_);
  }
  if (error == 0 && !is_file(file_, file))
    error = EAGAIN; // the process that had the lock has deleted the file
  if (error == 0)
    return;
  close(file_);
  throw misuse(is_of_another(error) ? "another command uses " + name
                                    : "cannot lock " + name + ": " + std::strerror(error));
}

WriterLock::~WriterLock() {
  close(file_);
}

} // namespace videohistogram::tools
