// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Distributes videos over worker processes and gives their results to one place.
#pragma once

#include "tools/message/message.h"
#include "tools/process/gpus.h"
#include "tools/process/shares.h"
#include "tools/process/worker_process.h"
#include "tools/record/settings.h"
#include "tools/record/video.h"

#include <csignal>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace videohistogram::tools {

/// Receives results on the thread of Supervisor::run(). Messages of several videos alternate; those
/// of one video come in order. `video` is its index, `worker` a name such as "GPU 0" or "CPU".
class ResultListener {
public:
  virtual ~ResultListener() = default;
  /// The format, a frame, its counts, a finding or a shot. `content` is the content of the message,
  /// without the number of the job.
  virtual void part(size_t video, MessageKind kind, std::string_view content) = 0;
  /// The worker cannot finish this video: its parts are void, another worker begins it again.
  virtual void restart(size_t video, const std::string& worker, const std::string& reason) = 0;
  /// The last call for this video. Of a live source whose worker died the record has an outcome
  /// and a message alone.
  virtual void finish(size_t video, const VideoRecord& record, const std::string& worker) = 0;
  /// A line that the worker has written to stdout or stderr, as it is.
  virtual void written(const std::string& worker, const std::string& line) = 0;
  /// A GPU gets no videos.
  virtual void unusable(const std::string& worker, const std::string& reason) = 0;
  /// Called at least five times per second.
  virtual void tick() = 0;
  /// Stores one of the finished videos. Messages are read between two calls: workers that have
  /// something to send do not wait until all videos that have ended are stored. Returns whether
  /// more are left.
  virtual bool store_next() = 0;
};

/// The processors of a scan.
struct Processors {
  std::vector<Gpu> gpus;
  bool require_gpus = false;      ///< run() throws Failure if one of the GPUs cannot be used
  std::optional<size_t> gpu_jobs; ///< videos at once on each GPU; none: what its decoders need
  size_t cpu_jobs = 1;            ///< videos at once on the CPU
  uint64_t max_memory = 0;        ///< bytes per video; 0: no limit
  /// Milliseconds without a sign of life of a video, after its first one, that kill its worker.
  int64_t longest_silence = 300000;
};

/// Uses neither threads nor GStreamer nor CUDA, so that no decoder can crash it.
///
/// Each GPU has one worker, which sees only that GPU: many videos in one process decode faster than
/// in several. One CPU worker does the videos that GPUs cannot; if no GPU can be used, it does them
/// all. If a worker dies, each video that it had in hand is tried again in a worker of its own, on
/// the CPU. If that worker dies as well, the video has failed. A live source cannot be tried again:
/// its result is what has come until then. Workers keep to the timeout themselves, and end videos
/// that make no progress. The supervisor kills a worker that does not.
class Supervisor {
public:
  /// The paths must outlive this object.
  Supervisor(const std::vector<std::string>& paths, const Processors& processors,
             const AnalysisSettings& settings, ResultListener& listener);

  /// Runs all videos, or until `*stop`, the number of stop requests, is not 0: then no video
  /// begins, live sources are ended, and other videos in hand are given up after the frames
  /// in hand. The second request, or a worker that takes too long, ends workers at once. Signals
  /// that request a stop should be blocked outside of this call, so that none of them is missed.
  /// All finished videos are stored in the end. Throws Failure if no worker can work.
  void run(const volatile std::sig_atomic_t* stop);

private:
  /// The queue that a worker takes its videos from.
  enum class Role {
    gpu,
    cpu,
    single ///< one video that was in hand when a worker died
  };

  /// Times in ms of the monotonic clock.
  struct Video {
    int64_t started;
    std::optional<int64_t> heard; ///< the last sign of life; nothing: there was none yet
    uint64_t frames = 0;          ///< that have come
  };
  struct Worker {
    Worker(Role role, size_t gpu, WorkerProcess::Program program, const std::string& visible_gpus)
        : role(role), gpu(gpu), process(program, visible_gpus) {}

    const Role role;
    const size_t gpu;    ///< its index, if `role` is Role::gpu
    size_t gpu_jobs = 1; ///< videos at once that keep its decoders busy
    WorkerProcess process;
    std::map<size_t, Video> videos; ///< in hand
    bool ready = false, ended = false;
    bool retiring = false; ///< finishes its videos, and gets no more
  };

  bool has_usable_gpu() const;
  bool has_worker(Role role, size_t gpu = 0) const;
  void run_workers(const volatile std::sig_atomic_t* stop);
  void start_workers();
  void start_worker(Role role, size_t gpu = 0);
  std::string name_of(const Worker& worker) const;
  size_t limit_of(const Worker& worker) const;
  std::deque<size_t>& queue_of(const Worker& worker);
  double frames_left(const Worker& worker) const;
  bool may_take_another(const Worker& worker) const;
  void fill(Worker& worker);
  void fill_all(Role role);
  void wait_for_messages();
  void remove_ended_workers();
  /// Returns false if the worker is dead.
  bool read(Worker& worker);
  void handle(Worker& worker, const Message& message);
  void greet(Worker& worker, const std::string& reason, uint64_t decoders);
  void give_up_gpu(const Worker& worker, const std::string& reason);
  void bury(Worker& worker);
  void relay_output(Worker& worker);
  void end_videos(const volatile std::sig_atomic_t* stop);
  void salvage(Worker& worker, const std::string& reason);
  void extend_limits(int64_t time);
  void enforce_limits();
  void end_for_memory(Worker& worker);
  void finish(const Worker& worker, size_t video, Outcome outcome, const std::string& message);
  void fail(Worker& worker, size_t video, const std::string& reason, const char* further = "");
  void fail_and_stop(Worker& worker, size_t video, const std::string& message);
  void stop(Worker& worker, const std::string& reason);

  const std::vector<std::string>& paths_;
  const Processors processors_;
  const AnalysisSettings settings_;
  ResultListener& listener_;
  std::vector<bool> usable_;   ///< of each GPU
  bool stopping_ = false;      ///< workers get no more videos
  bool is_storing_ = false;    ///< finished videos are left to store
  MeanLength video_length_;    ///< of the videos that GPUs have finished
  bool died_at_start_ = false; ///< a worker for the CPU; the second time ends run()
  /// Videos for any processor, for the CPU, and for a worker of their own.
  std::deque<size_t> waiting_, waiting_for_cpu_, waiting_alone_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

} // namespace videohistogram::tools
