// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace videohistogram::tools {

/// A file that gets its name when it is complete. Until then it has a name of its own, so that
/// processes that write the same file do not disturb each other; the last to finish replaces the
/// others. Devices and pipes are written directly. All calls throw Failure.
class NewFile {
public:
  explicit NewFile(std::string name);
  /// Removes the file unless finish() was called.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view bytes);
  /// What happens to a file that already has the name.
  enum class Present { replaced, kept };
  void finish(Present present = Present::replaced);

private:
  bool take_name(Present present);
  [[noreturn]] void fail() const;

  const std::string name_;
  std::string beside_; ///< the name until finish(); empty for devices and pipes
  std::FILE* file_ = nullptr;
};

} // namespace videohistogram::tools
