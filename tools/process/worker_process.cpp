// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/process/worker_process.h"

#include "tools/base/failure.h"
#include "tools/process/gpus.h"
#include "tools/process/worker.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace videohistogram::tools {

namespace {

/// The wait for the end of a killed process: number of attempts, and microseconds between two.
constexpr int most_waits = 1000;
constexpr useconds_t wait_interval = 2000;

/// The child's side of fork(): `socket` as worker_socket, and `output` as stdout and stderr.
[[noreturn]] void serve(WorkerProcess::Program program, const std::string& visible_gpus, int socket,
                        int output) noexcept {
  // A process group of its own: Ctrl-C reaches the supervisor alone, which decides what ends.
  setpgid(0, 0);
  for (int number : {SIGINT, SIGTERM, SIGPIPE})
    std::signal(number, SIG_DFL);
  if (std::signal(SIGHUP, SIG_DFL) == SIG_IGN) // by nohup
    std::signal(SIGHUP, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const int input = open("/dev/null", O_RDONLY);
  if (input < 0 || dup2(input, STDIN_FILENO) < 0)
    _exit(127);
  for (int standard : {STDOUT_FILENO, STDERR_FILENO})
    dup2(output, standard);
  dup2(socket, worker_socket);
  closefrom(worker_socket + 1); // also of other workers, which then see the end of the supervisor
  setenv(gpu_variable, visible_gpus.c_str(), 1);
  setenv("GST_DEBUG_NO_COLOR", "1", 1); // its messages do not go to a terminal
  program();
  std::abort();
}

} // namespace

WorkerProcess::WorkerProcess(Program program, const std::string& visible_gpus) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    throw Failure{std::string("cannot start a worker: ") + std::strerror(errno)};
  // Above the descriptors that the worker's side is copied to.
  const int far = fcntl(sockets[1], F_DUPFD_CLOEXEC, worker_socket + 1);
  close(sockets[1]);
  std::fflush(nullptr); // what this process has to print is not printed by the copy
  pid_ = far < 0 ? -1 : fork();
  if (pid_ == 0)
    serve(program, visible_gpus, far, output_.far());
  const int error = pid_ < 0 ? errno : 0;
  close(far);
  output_.close_far();
  socket_ = sockets[0];
  if (error != 0) {
    close(socket_);
    throw Failure{std::string("cannot start a worker: ") + std::strerror(error)};
  }
  inherited_ = private_memory();
}

/// A killed process that waits for a device or a file system does not end until that answers, so
/// the wait for its end is limited.
WorkerProcess::~WorkerProcess() {
  close(socket_);
  if (pid_ <= 0)
    return;
  kill(pid_, SIGKILL);
  for (int i = 0; i < most_waits && waitpid(pid_, nullptr, WNOHANG) == 0; i++)
    usleep(wait_interval);
}

bool WorkerProcess::send(MessageKind kind, const std::string& content) {
  std::string bytes;
  append_message(bytes, kind, content);
  return send_all(socket_, bytes);
}

uint64_t WorkerProcess::memory() const {
  const uint64_t bytes = private_memory();
  return bytes - std::min(bytes, inherited_);
}

uint64_t WorkerProcess::private_memory() const {
  std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
  const std::string name = "RssAnon:";
  for (std::string line; std::getline(status, line);) {
    if (line.compare(0, name.size(), name) == 0)
      return std::stoull(line.substr(name.size())) << 10;
  }
  return 0;
}

std::string WorkerProcess::wait() {
  int status = 0;
  // A process that has closed its socket is ending; one that only broke the protocol is not.
  shutdown(socket_, SHUT_RDWR);
  waitpid(pid_, &status, 0);
  pid_ = -1;
  if (WIFSIGNALED(status))
    return "killed by signal " + std::to_string(WTERMSIG(status)) + " (" +
           strsignal(WTERMSIG(status)) + ")";
  return "ended with status " + std::to_string(WEXITSTATUS(status));
}

} // namespace videohistogram::tools
