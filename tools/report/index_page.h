// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The pages that list videos.
#pragma once

#include "tools/report/report_folder.h"
#include "tools/report/video_page.h"

#include <string>
#include <vector>

namespace videohistogram::tools {

/// The order of the videos in an index: damaged ones, those with findings, others, failed ones.
void sort_for_index(std::vector<VideoSummary>& videos);

/// Writes index.html, index-2.html and so on while videos come, each with a bounded number of
/// videos, and a page per kind of finding. The first page can search all videos.
class IndexPages {
public:
  /// `videos` are in the order of add(), and must outlive this object, as `findings` must.
  IndexPages(ReportFolder& folder, const std::vector<VideoSummary>& videos,
             const std::vector<FindingCount>& counts, const std::vector<VideoFindings>& findings);

  /// Adds the next video; `small` is a timeline for the sparkline.
  void add(const VideoContent& video, const Timeline& small);
  /// Writes the last page, and those of findings.
  void finish();

private:
  void write_page();
  void write_finding_pages() const;
  std::string make_links() const;
  std::string make_overview() const;
  std::string make_tools() const;
  std::string make_data() const;

  ReportFolder& folder_;
  const std::vector<VideoSummary>& videos_;
  const std::vector<FindingCount>& counts_;
  const std::vector<VideoFindings>& findings_;
  const size_t n_pages_;
  size_t page_ = 1, on_page_ = 0;
  std::string list_, group_;
};

} // namespace videohistogram::tools
