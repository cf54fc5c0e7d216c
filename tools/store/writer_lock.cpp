// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/writer_lock.h"

#include "tools/command/failure.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace videohistogram::tools {

namespace {

/// The byte of the file that is locked: the one before those that SQLite locks, which begin at
/// 0x40000000. Locks of bytes work on network file systems, and the file need not be that long.
constexpr off_t locked_byte = 0x3FFFFFFF;

} // namespace

WriterLock::WriterLock(const std::string& file, const std::string& name)
    : file_(open(file.c_str(), O_RDWR | O_CLOEXEC)) {
  if (file_ < 0)
    throw misuse("cannot write " + name + ": " + std::strerror(errno));
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = locked_byte;
  lock.l_len = 1;
  // Of the open file and not of the process, so that nobody who closes the file ends it.
  if (fcntl(file_, F_OFD_SETLK, &lock) == 0)
    return;
  const int error = errno;
  close(file_);
  if (error == EAGAIN || error == EACCES)
    throw misuse("another command uses " + name);
  throw misuse("cannot lock " + name + ": " + std::strerror(error));
}

WriterLock::~WriterLock() {
  close(file_);
}

} // namespace videohistogram::tools
