// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/process/worker_output.h"

#include "tools/base/failure.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace videohistogram::tools {

namespace {

/// Longer lines are divided.
constexpr size_t longest_line = 4096;

/// Parts per call, so that a worker that never stops to write does not hold its reader.
constexpr int most_parts = 16;

} // namespace

WorkerOutput::WorkerOutput() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw Failure{std::string("cannot start a worker: ") + std::strerror(errno)};
  near_ = ends[0];
  // Above the descriptors that it is copied to.
  far_ = fcntl(ends[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(ends[1]);
  // Only this end: a worker that is faster than its reader waits.
  fcntl(near_, F_SETFL, O_NONBLOCK);
}

WorkerOutput::~WorkerOutput() {
  close_far();
  if (near_ >= 0)
    close(near_);
}

void WorkerOutput::close_far() {
  if (far_ >= 0)
    close(far_);
  far_ = -1;
}

std::vector<std::string> WorkerOutput::read_lines() {
  std::vector<std::string> lines;
  char part[longest_line];
  for (int parts = 0; near_ >= 0 && parts < most_parts; parts++) {
    const ssize_t got = read(near_, part, sizeof part);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0 && errno == EAGAIN)
      break;
    if (got > 0) {
      rest_.append(part, static_cast<size_t>(got));
      split(lines);
      continue;
    }
    close(near_);
    near_ = -1;
    if (!rest_.empty())
      lines.push_back(std::move(rest_));
  }
  return lines;
}

void WorkerOutput::split(std::vector<std::string>& lines) {
  size_t start = 0;
  for (;;) {
    const size_t end = rest_.find('\n', start);
    if (end == std::string::npos && rest_.size() - start < longest_line)
      break;
    const size_t length = std::min(end - start, longest_line);
    if (length > 0) // an empty line says nothing
      lines.push_back(rest_.substr(start, length));
    start += length + (start + length == end);
  }
  rest_.erase(0, start);
}

} // namespace videohistogram::tools
