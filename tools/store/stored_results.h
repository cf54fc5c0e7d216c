// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Results read from a database.
#pragma once

#include "tools/record/rule_verdict.h"
#include "tools/store/database.h"
#include "tools/store/result_store.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace videohistogram::tools {

/// A video in a list of all of them.
struct VideoSummary {
  int64_t id = 0;
  std::string path; ///< bytes, as the file system has them
  Outcome outcome = Outcome::failed;
  std::string message;
  Verdict r103 = Verdict::none;
  uint32_t width = 0, height = 0;
  uint64_t frames = 0, shots = 0, findings = 0;
  uint64_t rules_passed = 0, rules_failed = 0; ///< of the policy
  int64_t length = 0;                          ///< by the times of frames, else as declared, in ns

  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    visit("id", self.id);
    visit("path_bytes", self.path);
    visit("outcome", self.outcome);
    visit("message", self.message);
    visit("r103", self.r103);
    visit("width", self.width);
    visit("height", self.height);
    visit("frames", self.frames);
    visit("shots", self.shots);
    visit("findings", self.findings);
    visit("rules_passed", self.rules_passed);
    visit("rules_failed", self.rules_failed);
    visit("length", self.length);
  }

  /// The verdict of the policy: none without a rule that applies.
  Verdict policy() const {
    return rules_failed > 0 ? Verdict::fail : rules_passed > 0 ? Verdict::pass : Verdict::none;
  }
};

/// How often a kind of finding occurs.
struct FindingCount {
  std::string kind;
  uint64_t videos = 0, findings = 0, frames = 0;

  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    visit("kind", self.kind);
    visit("videos", self.videos);
    visit("findings", self.findings);
    visit("frames", self.frames);
  }
};

/// How often a kind of finding occurs in a video.
struct VideoFindings {
  int64_t video = 0;
  std::string kind;
  uint64_t findings = 0, frames = 0;

  template <class Self, class Visit>
  static void list_fields(Self& self, Visit&& visit) {
    visit("video", self.video);
    visit("kind", self.kind);
    visit("findings", self.findings);
    visit("frames", self.frames);
  }
};

/// A scan may write the database meanwhile. Memory does not depend on the number of videos and
/// frames, but for list_videos(). Not thread-safe. All calls throw Failure.
class StoredResults {
public:
  explicit StoredResults(const std::string& path);

  /// Nothing changes during the life of the transaction. A scan that has to store a video waits for
  /// its end.
  Transaction read() { return Transaction(database_, Access::read); }

  StoredSettings settings();
  /// One video, or all for 0: failed ones first, then damaged ones, those that fail the policy,
  /// those with findings, others;
  /// each by path.
  std::vector<VideoSummary> list_videos(int64_t video = 0);
  /// The videos that the arguments after the first one, the database, name: by their whole path, or
  /// by its end after a slash. All videos if there is no such argument. Throws Failure for an
  /// argument that names none, or more than one.
  std::vector<VideoSummary> select_videos(const std::vector<std::string>& arguments);
  /// Of all videos; the kinds that occur most often come first.
  std::vector<FindingCount> count_findings();
  /// Of all videos, by kind.
  std::vector<VideoFindings> list_findings();

  VideoRecord video(int64_t id);
  void each_frame(int64_t video, const std::function<void(const FrameRecord&)>& use);
  std::vector<Finding> findings(int64_t video);
  std::vector<Shot> shots(int64_t video);
  /// By the rules of the policy, failed ones first.
  std::vector<RuleVerdict> verdicts(int64_t video);

private:
  Database database_;
};

} // namespace videohistogram::tools
