// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <functional>

namespace videohistogram::emulated {

/// How a child process ends if all is well.
constexpr int well = 0;

/// Runs `play` in a process of its own, since CUDA stays lost in a process. Returns the exit status
/// of the process; 1 if it crashes.
inline int status_of_a_process(const std::function<int()>& play) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int status = play();
    std::fflush(nullptr);
    _exit(status);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// Runs `play` in a process of its own and returns whether it returned true there.
inline bool in_a_process(const std::function<bool()>& play) {
  return status_of_a_process([&] { return play() ? well : 1; }) == well;
}

} // namespace videohistogram::emulated
