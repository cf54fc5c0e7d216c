// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/new_file.h"

#include "tools/base/failure.h"
#include "tools/text/escape.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace videohistogram::tools {

NewFile::NewFile(std::string name) : name_(std::move(name)) {
  std::error_code missing;
  const auto status = std::filesystem::status(name_, missing);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    file_ = std::fopen(name_.c_str(), "wbe");
    if (!file_)
      fail();
    return;
  }
  // Processes of other machines, or killed ones, may have left files of this process number.
  const std::string start = name_ + ".part-" + std::to_string(getpid()) + "-";
  for (unsigned number = 0; !file_; number++) {
    beside_ = start + std::to_string(number);
    file_ = std::fopen(beside_.c_str(), "wbxe");
    if (!file_ && errno != EEXIST)
      fail();
  }
}

NewFile::~NewFile() {
  if (!file_)
    return;
  std::fclose(file_);
  if (!beside_.empty())
    unlink(beside_.c_str());
}

void NewFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size())
    fail();
}

/// Returns false if the file cannot have the name, and sets errno.
bool NewFile::take_name(Present present) {
  if (present == Present::kept) {
    const bool linked = link(beside_.c_str(), name_.c_str()) == 0;
    if (linked || errno == EEXIST)
      return unlink(beside_.c_str()) == 0;
    if (errno != EPERM && errno != EOPNOTSUPP)
      return false;
  } // some file systems have no links
  return std::rename(beside_.c_str(), name_.c_str()) == 0;
}

void NewFile::finish(Present present) {
  if (std::fflush(file_) != 0)
    fail();
  if (!beside_.empty() && (fsync(fileno(file_)) != 0 || !take_name(present)))
    fail();
  std::fclose(file_);
  file_ = nullptr;
}

void NewFile::fail() const {
  throw Failure{"cannot write " + escape_for_terminal(name_) + ": " + std::strerror(errno)};
}

} // namespace videohistogram::tools
