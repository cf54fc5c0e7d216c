// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The folder of a report.
#pragma once

#include <string>
#include <string_view>

namespace videohistogram::tools {

/// Collects pages in a folder beside, which takes its name when it is whole. All calls throw
/// Failure.
class ReportFolder {
public:
  /// The name must be free, or that of an empty folder or of a report that holds nothing else.
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
