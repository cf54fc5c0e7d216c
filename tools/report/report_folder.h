// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The folder of a report.
#pragma once

#include <string>
#include <string_view>

namespace videohistogram::tools {

/// Collects pages in a temporary folder next to that of the report, and renames it at the end.
/// All calls throw Failure.
class ReportFolder {
public:
  /// `path` must not exist, or be an empty folder, or an older report without other files.
  explicit ReportFolder(const std::string& path);
  /// Removes what was written unless finish() was called.
  ~ReportFolder();
  ReportFolder(const ReportFolder&) = delete;
  ReportFolder& operator=(const ReportFolder&) = delete;

  /// `name` is a plain name that ends in .html.
  void add(const std::string& name, std::string_view page);
  /// Replaces an older report.
  void finish();

private:
  [[noreturn]] void fail() const;

  std::string path_, beside_;
};

} // namespace videohistogram::tools
