// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What may happen to the process in which the code under test runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace videohistogram {

/// While it lives, no thread can be started: its stack would take three quarters of all addresses.
class NoThreads {
public:
  NoThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t huge;
    pthread_attr_init(&huge);
    pthread_attr_setstacksize(&huge, SIZE_MAX / 4 * 3);
    if (pthread_setattr_default_np(&huge) != 0)
      std::abort();
    pthread_attr_destroy(&huge);
  }
  ~NoThreads() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;

private:
  pthread_attr_t before_;
};

/// While it lives, this thread and those that it starts may use one core only.
class OneCore {
public:
  OneCore() {
    if (sched_getaffinity(0, sizeof before_, &before_) != 0)
      std::abort();
    int core = 0;
    while (!CPU_ISSET(core, &before_))
      core++;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    sched_setaffinity(0, sizeof one, &one);
  }
  ~OneCore() { sched_setaffinity(0, sizeof before_, &before_); }
  OneCore(const OneCore&) = delete;
  OneCore& operator=(const OneCore&) = delete;

private:
  cpu_set_t before_;
};

inline size_t threads_of_process() {
  size_t n = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/task"))
    n++;
  return n;
}

/// The exit status of a child that calls `function`; -1 if it was killed, as after 20 s.
template <class Function>
int status_of_child(Function function) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    _exit(function() ? 0 : 1);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace videohistogram
