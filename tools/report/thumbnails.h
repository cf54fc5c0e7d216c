// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Images of single frames, decoded by another process.
#pragma once

#include "tools/process/worker_process.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram::tools {

/// Keeps one process, and starts another one if it dies or hangs. Not thread-safe.
class Thumbnails {
public:
  /// `timeout` is the longest time for one image, in seconds. A process that needs more is killed,
  /// and the video has no further images.
  explicit Thumbnails(double timeout) : timeout_(timeout) {}

  /// The frames at these stream times in ns, each as JPEG, or empty where none could be had.
  std::vector<std::string> decode(const std::string& path, const std::vector<int64_t>& times);

private:
  /// Waits for the next message until `deadline`, in microseconds of the monotonic clock.
  std::optional<Message> receive(int64_t deadline);

  const double timeout_;
  std::unique_ptr<WorkerProcess> process_;
};

} // namespace videohistogram::tools
