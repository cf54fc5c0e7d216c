// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/process/worker.h"

#include "tools/analysis/video.h"
#include "tools/message/channel.h"
#include "tools/read/gpu/gpu.h"

#include <gst/gst.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace videohistogram::tools {

namespace {

/// Ends the process if the supervisor is gone.
void send_whole(const std::string& bytes) {
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex); // messages of several threads must not mix
  if (!send_all(worker_socket, bytes))
    _exit(0);
}

/// Sends what is found of one video; frames in batches, because a system call per frame of a small
/// video would cost more than the frame.
class Sender : public VideoListener {
public:
  explicit Sender(uint64_t job) : job_(job) {}

  void format(const VideoFormat& format) override { add(MessageKind::format, format); }
  void frame(const FrameRecord& frame) override {
    add(MessageKind::frame, frame);
    if (batch_.size() >= batch_size || g_get_monotonic_time() >= due_)
      send_batch();
  }
  void finding(const Finding& finding) override { add(MessageKind::finding, finding); }
  void begun(const Finding& finding) override {
    add(MessageKind::begun, finding);
    send_batch();
  }
  void shot(const Shot& shot) override { add(MessageKind::shot, shot); }
  void counts(const FrameCounts& counts) override { add(MessageKind::counts, counts); }
  void field(const FieldRecord& field) override { add(MessageKind::field, field); }
  void restart() override { add(MessageKind::restarted); }
  void alive() override {
    const gint64 now = g_get_monotonic_time();
    if (now < next_alive_)
      return;
    next_alive_ = now + alive_interval;
    std::string message;
    append_message(message, MessageKind::alive, pack(job_));
    send_whole(message);
  }
  /// Call retire() before end(), which is answered with another job.
  void retire() { append_message(batch_, MessageKind::retiring); }
  /// Sends the last message of the job.
  template <class... Values>
  void end(MessageKind kind, const Values&... values) {
    add(kind, values...);
    send_batch();
  }
  int64_t blocked() const override {
    const gint64 since = sending_since_;
    return blocked_ + (since > 0 ? g_get_monotonic_time() - since : 0);
  }

private:
  static constexpr size_t batch_size = 32768;
  static constexpr gint64 alive_interval = 10 * G_TIME_SPAN_SECOND;

  template <class... Values>
  void add(MessageKind kind, const Values&... values) {
    append_message(batch_, kind, pack(job_, values...));
  }
  void send_batch() {
    const gint64 began = g_get_monotonic_time();
    sending_since_ = began;
    send_whole(batch_);
    blocked_ += g_get_monotonic_time() - began;
    sending_since_ = 0;
    batch_.clear();
    due_ = g_get_monotonic_time() + G_TIME_SPAN_SECOND / 5;
  }

  const uint64_t job_;
  gint64 next_alive_ = 0;
  std::string batch_;
  std::atomic<gint64> blocked_{0}, sending_since_{0}; ///< us; 0: does not send
  gint64 due_ = g_get_monotonic_time() + G_TIME_SPAN_SECOND / 5;
};

/// If a GPU cannot analyse a video to its end, the CPU analyses it again: the GPU may not have the
/// codec, and software decoders go on after damage at which hardware gives up.
void analyse(uint64_t job, const std::string& path, const AnalysisSettings& settings,
             Processor processor) {
  Sender sender(job);
  const std::optional<VideoRecord> record = analyse_video(path, settings, processor, sender);
  if (!record) {
    sender.end(MessageKind::given_up);
    return;
  }
  if (processor == Processor::cpu || record->outcome == Outcome::complete ||
      record->outcome == Outcome::skipped) {
    sender.end(MessageKind::finished, *record, record->delay, record->sums);
    return;
  }
  // A CUDA context that has failed stays so until its process ends.
  if (!why_gpu_does_not_count().empty())
    sender.retire();
  sender.end(MessageKind::unsuitable, record->message);
}

/// Each video takes some seven descriptors, and the limit is often 1024.
void allow_most_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
}

[[noreturn]] void run_worker(Processor processor) {
  allow_most_files();
  gst_init(nullptr, nullptr);
  std::string greeting;
  const std::string problem = why_not_usable(processor);
  const size_t decoders = processor == Processor::gpu && problem.empty() ? count_gpu_decoders() : 0;
  append_message(greeting, MessageKind::ready, pack(problem, decoders));
  send_whole(greeting);

  MessageBuffer requests;
  while (requests.receive(worker_socket)) {
    while (const std::optional<Message> request = requests.next()) {
      if (request->kind == MessageKind::stop) {
        stop_videos();
        continue;
      }
      MessageReader content(request->content);
      const auto job = content.take<uint64_t>();
      const auto path = content.take<std::string>();
      std::thread(analyse, job, path, content.take<AnalysisSettings>(), processor).detach();
    }
  }
  _exit(0);
}

} // namespace

void run_cpu_worker() {
  run_worker(Processor::cpu);
}

void run_gpu_worker() {
  run_worker(Processor::gpu);
}

} // namespace videohistogram::tools
