// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace videohistogram::tools {

/// A file that appears under its name when it is whole. Until then it has a name of its own, so
/// that processes that write the same file do not disturb each other; the last one holds. Devices
/// and pipes are written as they are. All calls throw Failure.
class NewFile {
public:
  explicit NewFile(std::string name);
  /// Removes the file unless finish() was called.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view bytes);
  /// What becomes of another file that has the name by now.
  enum class Present { replaced, kept };
  void finish(Present present = Present::replaced);

private:
  void open();
  bool take_name(Present present);
  [[noreturn]] void fail() const;

  const std::string name_;
  std::string beside_; ///< the present name of the file; empty if it is none that can be replaced
  std::FILE* file_ = nullptr;
};

} // namespace videohistogram::tools
