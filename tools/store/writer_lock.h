// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <string>

namespace videohistogram::tools {

/// The lock of the only process that may write a database. SQLite locks a database only for the
/// time of a transaction, so that others can read it between two of them; this lock is held as long
/// as a command runs. The kernel releases it at the end of the process.
class WriterLock {
public:
  /// `name` is for messages. Throws Failure if another process has the lock.
  WriterLock(const std::string& file, const std::string& name);
  /// Close SQLite's connection first: closing this file also ends SQLite's own locks on it.
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

private:
  int file_;
};

} // namespace videohistogram::tools
