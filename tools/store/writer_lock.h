// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <string>

namespace videohistogram::tools {

/// Says that this process writes a database. SQLite locks a database only while it reads or writes,
/// so that others can read it between two transactions; this lock is for the time of a whole
/// command. It ends with the process, however that ends.
class WriterLock {
public:
  /// `name` is for messages. Throws Failure if another process has the lock.
  WriterLock(const std::string& file, const std::string& name);
  /// Close SQLite's connection before: closing this file also ends SQLite's own locks on it.
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

private:
  int file_;
};

} // namespace videohistogram::tools
