// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <string>
#include <vector>

namespace videohistogram::tools {

/// What a worker writes to stdout and stderr: messages of libraries, with names from files. The
/// worker has a pipe for both, so that it cannot write to the terminal or the command's output.
class WorkerOutput {
public:
  /// Throws Failure.
  WorkerOutput();
  ~WorkerOutput();
  WorkerOutput(const WorkerOutput&) = delete;
  WorkerOutput& operator=(const WorkerOutput&) = delete;

  /// The end of the pipe for the worker. Call close_far() once the worker has it.
  int far() const { return far_; }
  void close_far();
  /// Is ready when there is something to read; -1 once the pipe has ended.
  int descriptor() const { return near_; }
  /// The lines that have come, without waiting; the rest of an unfinished one if the pipe has
  /// ended.
  std::vector<std::string> read_lines();

private:
  void split(std::vector<std::string>& lines);

  int near_ = -1, far_ = -1;
  std::string rest_; ///< the start of a line
};

} // namespace videohistogram::tools
