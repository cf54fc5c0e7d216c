// SPDX-License-Identifier: LGPL-2.1-or-later
// Where results go.
#pragma once

#include "tools/record/video.h"
#include "tools/store/spool.h"

#include <string>
#include <utility>

namespace videohistogram::tools {

/// Settings on which the numbers depend, with their values. Results of others never share a place.
constexpr std::pair<const char*, const char*> result_settings[] = {
    {"figures", "1"}, // version of the definitions of all columns
};

class ResultStore {
public:
  virtual ~ResultStore() = default;
  /// Whether this file was analysed to its end, and has not changed since.
  virtual bool has(const std::string& path) = 0;
  /// Replaces all that is known of this file. After a crash all of it is there, or nothing. Throws
  /// Failure.
  virtual void store(const std::string& path, const VideoRecord& video, Spool& parts) = 0;
  /// The folder that the results are in.
  virtual const std::string& folder() const = 0;
};

} // namespace videohistogram::tools
