// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The pages that list all videos.
#pragma once

#include "tools/report/report_folder.h"
#include "tools/report/video_page.h"

#include <string>
#include <vector>

namespace videohistogram::tools {

/// Writes index.html, index-2.html and so on while videos come, each with a bounded number of
/// videos, so that the memory does not depend on their number.
class IndexPages {
public:
  /// `videos` are in the order of add(), and must outlive this object.
  IndexPages(ReportFolder& folder, const std::vector<VideoSummary>& videos,
             const std::vector<FindingCount>& findings);

  /// Adds the next video; `small` is a timeline for the sparkline.
  void add(const VideoContent& video, const Timeline& small);
  /// Writes the page that was begun. Call it after the last video.
  void finish_page();

private:
  std::string make_links() const;
  std::string make_overview() const;

  ReportFolder& folder_;
  const std::vector<VideoSummary>& videos_;
  const std::vector<FindingCount>& findings_;
  const size_t n_pages_;
  size_t page_ = 1, on_page_ = 0;
  std::string list_, group_;
};

} // namespace videohistogram::tools
