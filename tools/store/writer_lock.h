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
  /// Must come after the end of SQLite's connection, which loses its own locks with this one.
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

private:
  int file_;
};

} // namespace videohistogram::tools
