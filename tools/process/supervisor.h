// SPDX-License-Identifier: LGPL-2.1-or-later
// Distributes videos over worker processes and gives their results to one place.
#pragma once

#include "tools/process/message.h"
#include "tools/process/worker_process.h"

#include <csignal>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram::tools {

/// Receives results on the thread of Supervisor::run(). Messages of several videos alternate; those
/// of one video come in order. `video` is its index.
class ResultListener {
public:
  virtual ~ResultListener() = default;
  /// A frame, a finding or a shot, with the content of the message behind the number of the job.
  virtual void part(size_t video, MessageKind kind, std::string_view content) = 0;
  /// The worker died: what came of this video is void, it begins again.
  virtual void restart(size_t video) = 0;
  /// The last call for this video.
  virtual void finish(size_t video, const VideoRecord& record) = 0;
  /// Called at least five times per second.
  virtual void tick() = 0;
};

/// Has no thread and no GStreamer of its own, so that nothing that decodes can harm it.
///
/// One worker runs up to `jobs` videos at once. If a worker dies, the videos that it had in hand
/// are tried again, each alone in a worker of its own. If that dies as well, the video failed.
class Supervisor {
public:
  /// The paths must outlive this object.
  Supervisor(const std::vector<std::string>& paths, size_t jobs, const DetectionSettings& settings,
             ResultListener& listener);

  /// Runs all videos, or until `*stop` is not 0: then videos in hand are given up. SIGINT and
  /// SIGTERM should be blocked outside of this call, so that none of them is missed. Throws Failure
  /// if no worker can work.
  void run(const volatile std::sig_atomic_t* stop);

private:
  struct Worker {
    WorkerProcess process;
    std::vector<size_t> videos; ///< in hand
    bool alone = false;         ///< for one video that was in hand when a worker died
    bool ready = false;
  };

  void start_workers();
  void fill(Worker& worker);
  void wait_for_messages();
  /// Returns false if the worker is dead.
  bool read(Worker& worker);
  void handle(Worker& worker, const Message& message);
  void bury(Worker& worker);

  const std::vector<std::string>& paths_;
  const size_t jobs_;
  const DetectionSettings settings_;
  ResultListener& listener_;
  std::deque<size_t> waiting_, waiting_alone_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

} // namespace videohistogram::tools
