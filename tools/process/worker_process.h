// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// A worker as its parent sees it.
#pragma once

#include "tools/message/channel.h"
#include "tools/process/worker_output.h"
#include "tools/record/settings.h"

#include <string>
#include <sys/types.h>

namespace videohistogram::tools {

/// A running copy of this process that serves requests. Loading the libraries of the command takes
/// longer than the scan of a small video, so the copy is forked, and no program is started anew.
/// Not thread-safe.
class WorkerProcess {
public:
  /// CUDA sees no GPU with this number.
  static constexpr const char* no_gpu = "-1";

  /// The function that the process runs. It uses worker_socket, and must not return or throw.
  using Program = void (*)();

  /// Starts the process. It sees the GPUs that `visible_gpus` names as CUDA_VISIBLE_DEVICES does,
  /// gets no signals of the terminal, and inherits no descriptor but its socket and the pipe for
  /// stdout and stderr. The caller must be the only thread. Throws Failure.
  explicit WorkerProcess(Program program, const std::string& visible_gpus = no_gpu);
  /// Kills the process if it still runs.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  int socket() const { return socket_; }
  MessageBuffer& messages() { return messages_; }
  /// Must be read, because a full pipe stops the process.
  WorkerOutput& output() { return output_; }
  /// Sends a message. Returns false if the process is gone.
  bool send(MessageKind kind, const std::string& content = {});
  /// The private memory of the process in bytes, without mapped files and without what the copy
  /// began with; 0 if it is gone.
  uint64_t memory() const;
  /// Waits for the end of a process that closed its socket, and says how it ended, such as
  /// "killed by signal 11 (Segmentation fault)".
  std::string wait();

private:
  uint64_t private_memory() const;

  pid_t pid_ = -1;
  uint64_t inherited_ = 0; ///< private_memory() after the start
  int socket_ = -1;
  MessageBuffer messages_;
  WorkerOutput output_;
};

} // namespace videohistogram::tools
