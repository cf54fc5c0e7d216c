// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The page of one video.
#pragma once

#include "tools/report/timeline.h"
#include "tools/store/stored_results.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace videohistogram::tools {

/// An image for a shot.
struct ShotImage {
  size_t shot;      ///< an index of VideoContent::shots
  std::string jpeg; ///< never empty
};

/// All that a page shows of a video.
struct VideoContent {
  VideoSummary summary;
  VideoRecord record;
  std::vector<Shot> shots;
  std::vector<Finding> findings;
  std::vector<RuleVerdict> verdicts;
  Timeline timeline;
  std::vector<ShotImage> images;
  bool unchanged; ///< the file is still that which was analysed
  /// By the number of frames at which findings begin or end; those without a time code are missing.
  std::map<uint64_t, std::string> timecodes;
  std::string flash_profile; ///< by which flashes were looked for
  std::string part;          ///< the options that selected a part of the video; empty: none
};

/// The name of the page's file.
std::string page_name(const VideoSummary& video);

std::string make_video_page(const VideoContent& video);

/// The marks of a video: outcome, verdict, number of findings.
std::string make_badges(const VideoSummary& video);

/// The last part of a path, and the folder before it.
std::string name_of(const std::string& path);
std::string folder_of(const std::string& path);

} // namespace videohistogram::tools
