// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace videohistogram::tools {

/// A file that appears under its name when it is whole. All calls throw Failure.
class NewFile {
public:
  explicit NewFile(std::string name);
  /// Removes the file unless finish() was called.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view bytes);
  /// Replaces a file of that name.
  void finish();

private:
  std::string beside() const { return name_ + ".part"; }
  [[noreturn]] void fail() const;

  const std::string name_;
  std::FILE* file_;
};

} // namespace videohistogram::tools
