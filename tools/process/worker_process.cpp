// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/process/worker_process.h"

#include "tools/base/failure.h"
#include "tools/process/gpus.h"
#include "tools/process/worker.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace videohistogram::tools {

namespace {

/// The wait for the end of a killed process: number of attempts, and microseconds between two.
constexpr int most_waits = 1000;
constexpr useconds_t wait_interval = 2000;

std::vector<std::string> worker_environment(const std::string& visible_gpus) {
  const std::string gpus = std::string(gpu_variable) + "=";
  std::vector<std::string> variables;
  for (char** variable = environ; *variable; variable++) {
    if (std::string(*variable).rfind(gpus, 0) != 0)
      variables.emplace_back(*variable);
  }
  variables.push_back(gpus + visible_gpus);
  variables.emplace_back("GST_DEBUG_NO_COLOR=1"); // its messages do not go to a terminal
  return variables;
}

/// Starts this program with a subcommand, `socket` as descriptor 3, and `output` as stdout and
/// stderr. Returns an error number.
int spawn(std::string command, const std::string& visible_gpus, int socket, int output,
          pid_t& pid) {
  char program[] = "/proc/self/exe", name[] = "gst-videohistogram-1.0";
  char* const arguments[] = {name, command.data(), nullptr};
  std::vector<std::string> variables = worker_environment(visible_gpus);
  std::vector<char*> environment;
  for (std::string& variable : variables)
    environment.push_back(variable.data());
  environment.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  for (int standard : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_adddup2(&actions, output, standard);
  posix_spawn_file_actions_adddup2(&actions, socket, worker_socket);
  // A process group of its own: Ctrl-C reaches the supervisor alone, which decides what ends.
  sigset_t none, all;
  sigemptyset(&none);
  sigemptyset(&all);
  for (int number : {SIGINT, SIGTERM, SIGPIPE})
    sigaddset(&all, number);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  const int error =
      posix_spawn(&pid, program, &actions, &attributes, arguments, environment.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

} // namespace

WorkerProcess::WorkerProcess(const std::string& command, const std::string& visible_gpus) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    throw Failure{std::string("cannot start a worker: ") + std::strerror(errno)};
  // Above the descriptors that the worker's side is copied to.
  const int far = fcntl(sockets[1], F_DUPFD_CLOEXEC, worker_socket + 1);
  close(sockets[1]);
  const int error = far < 0 ? errno : spawn(command, visible_gpus, far, output_.far(), pid_);
  close(far);
  output_.close_far();
  socket_ = sockets[0];
  if (error != 0) {
    close(socket_);
    throw Failure{std::string("cannot start a worker: ") + std::strerror(error)};
  }
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
