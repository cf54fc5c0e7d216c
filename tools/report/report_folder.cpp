// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/report/report_folder.h"

#include "tools/base/failure.h"
#include "tools/report/page.h"
#include "tools/text/escape.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace videohistogram::tools {

namespace {

namespace fs = std::filesystem;

bool is_plain(const fs::directory_entry& entry) {
  return fs::is_regular_file(entry.symlink_status()) && entry.path().extension() == ".html";
}

/// Whether a file begins as all pages do.
bool is_page(const fs::path& path) {
  const std::string_view mark = page_mark;
  std::string start(mark.size(), '\0');
  std::ifstream file(path, std::ios::binary);
  return file.read(start.data(), static_cast<std::streamsize>(start.size())) && start == mark;
}

/// Whether the folder holds pages of a report alone, or nothing.
bool is_report(const fs::path& path) {
  const fs::directory_iterator entries(path);
  return std::all_of(fs::begin(entries), fs::end(entries), [](const fs::directory_entry& entry) {
    return is_plain(entry) && is_page(entry.path());
  });
}

mode_t read_umask() {
  const mode_t mask = umask(0);
  umask(mask);
  return mask;
}

} // namespace

ReportFolder::ReportFolder(const std::string& path) {
  try {
    // Links, and slashes at the end, are followed once, so that the same folder is replaced.
    path_ = fs::weakly_canonical(fs::absolute(path)).string();
    if (path_.size() > 1 && path_.back() == '/')
      path_.pop_back();
    if (fs::exists(path_) && (!fs::is_directory(path_) || !is_report(path_)))
      throw misuse(escape_for_terminal(path) + " exists and holds other things than a report; name "
                                               "another folder");
  } catch (const fs::filesystem_error& error) {
    throw misuse("cannot use " + escape_for_terminal(path) + ": " + error.code().message());
  }
  beside_ = path_ + ".part-XXXXXX";
  if (!mkdtemp(beside_.data()) || chmod(beside_.c_str(), 0777 & ~read_umask()) != 0) {
    beside_.clear();
    fail();
  }
}

ReportFolder::~ReportFolder() {
  std::error_code ignored;
  if (!beside_.empty())
    fs::remove_all(beside_, ignored);
}

void ReportFolder::add(const std::string& name, std::string_view page) {
  std::FILE* file = std::fopen((beside_ + "/" + name).c_str(), "wbe");
  if (!file)
    fail();
  const bool written = std::fwrite(page.data(), 1, page.size(), file) == page.size();
  if (std::fclose(file) != 0 || !written)
    fail();
}

void ReportFolder::finish() {
  if (rename(beside_.c_str(), path_.c_str()) == 0) { // the name is free, or that of an empty folder
    beside_.clear();
    return;
  }
  // In one step, so that there is a whole report at every moment; the destructor removes the other.
  if ((errno != ENOTEMPTY && errno != EEXIST) ||
      renameat2(AT_FDCWD, beside_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) != 0)
    fail();
}

void ReportFolder::fail() const {
  throw Failure{"cannot write " + escape_for_terminal(path_) + ": " + std::strerror(errno)};
}

} // namespace videohistogram::tools
