// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Where results go.
#pragma once

#include "tools/record/video.h"
#include "tools/store/spool.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace videohistogram::tools {

/// Names and values, as list_settings() gives them.
using StoredSettings = std::vector<std::pair<std::string, std::string>>;

/// Whether a call waits until no other process reads the results.
enum class Wait { no, yes };

class ResultStore {
public:
  virtual ~ResultStore() = default;
  /// The outcome of a file that need not be read again: it has not changed since, and was analysed
  /// to its end, or this version of the decoder would fail again.
  virtual std::optional<Outcome> known(const std::string& path, const std::string& decoder) = 0;
  /// The kinds of the findings of a file that has results.
  virtual std::set<std::string> kinds_of_findings(const std::string& path) = 0;
  /// Replaces all results of this file. After a crash the new results are complete, or there are
  /// none of them. Throws Failure.
  virtual void store(const std::string& path, const VideoRecord& video, Spool& parts) = 0;
  /// Stores what is known of a recording so far, and empties `parts`. Any number of calls add up;
  /// the last record replaces the earlier ones. Throws Failure. Changes nothing and returns false
  /// if only whole videos can be stored, or if another process reads the database and `wait` is no.
  virtual bool extend(const std::string& path, const VideoRecord& video, Spool& parts,
                      Wait wait) = 0;
  /// The folder that the results are in.
  virtual const std::string& folder() const = 0;
};

} // namespace videohistogram::tools
