// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/process/supervisor.h"

#include "tools/base/failure.h"
#include "tools/process/worker.h"

#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <time.h>
#include <utility>

namespace videohistogram::tools {

namespace {

/// How much longer than its timeout a video may take before its worker is killed.
constexpr int64_t grace = 5000; // ms

/// The time that workers have to end live sources. Each source has less, see stop_limit.
constexpr int64_t live_grace = 30000; // ms

/// The time that workers have to give up other videos. One frame takes less, unless a decoder
/// hangs.
constexpr int64_t stop_grace = 2000; // ms

/// A round of run() that takes longer was blocked, for example by a reader of the database or by
/// Ctrl-Z. That time does not count for any limit.
constexpr int64_t longest_round = 1000; // ms

/// The number of decoders of a GPU that does not report it: an H200 has so many.
constexpr uint64_t assumed_decoders = 7;

/// Videos at once on a GPU that keep its decoders busy. Five for three: the others begin and end
/// meanwhile, which takes up to a second if the driver makes and frees a decoder.
size_t jobs_of(uint64_t decoders) {
  return static_cast<size_t>((5 * (decoders > 0 ? decoders : assumed_decoders) + 2) / 3);
}

int64_t now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

} // namespace

Supervisor::Supervisor(const std::vector<std::string>& paths, const Processors& processors,
                       const AnalysisSettings& settings, ResultListener& listener)
    : paths_(paths), processors_(processors), settings_(settings), listener_(listener),
      usable_(processors.gpus.size(), true) {
  for (size_t video = 0; video < paths.size(); video++)
    waiting_.push_back(video);
}

void Supervisor::run(const volatile std::sig_atomic_t* stop) {
  const auto store_all = [this] {
    while (listener_.store_next())
      ;
  };
  try {
    run_workers(stop);
  } catch (const Failure&) {
    store_all(); // fails as well if this is what failed
    throw;
  }
  workers_.clear();
  store_all();
}

void Supervisor::run_workers(const volatile std::sig_atomic_t* stop) {
  int64_t began = now(); // the round
  while (*stop == 0) {
    start_workers();
    if (workers_.empty())
      return;
    wait_for_messages();
    is_storing_ = listener_.store_next();
    if (now() - began > longest_round)
      extend_limits(now() - began);
    began = now();
    enforce_limits();
    listener_.tick();
  }
  end_videos(stop);
}

/// After a stop request: live sources are finished with the frames that they have sent until now,
/// and so is any other video whose last frame is already in hand.
void Supervisor::end_videos(const volatile std::sig_atomic_t* stop) {
  stopping_ = true;
  for (const auto& worker : workers_) {
    worker->ended = worker->videos.empty(); // it only starts
    if (!worker->ended)
      worker->process.send(MessageKind::stop);
  }
  remove_ended_workers();
  const int64_t deadline = now() + (settings_.live ? live_grace : stop_grace);
  while (!workers_.empty() && *stop == 1 && now() < deadline) {
    wait_for_messages();
    listener_.tick();
  }
  if (!settings_.live)
    return;
  for (const auto& worker : workers_)
    salvage(*worker, "the worker did not end");
}

/// Finishes the live sources of a worker with what it has sent of them.
void Supervisor::salvage(Worker& worker, const std::string& reason) {
  for (const auto& [video, times] : worker.videos)
    finish(worker, video, Outcome::damaged, reason);
  worker.videos.clear();
}

/// Ends a video with a record of which only the outcome and the message are known.
void Supervisor::finish(const Worker& worker, size_t video, Outcome outcome,
                        const std::string& message) {
  VideoRecord record;
  record.outcome = outcome;
  record.message = message;
  listener_.finish(video, record, name_of(worker));
}

bool Supervisor::has_usable_gpu() const {
  return std::find(usable_.begin(), usable_.end(), true) != usable_.end();
}

bool Supervisor::has_worker(Role role, size_t gpu) const {
  return std::any_of(workers_.begin(), workers_.end(), [&](const auto& worker) {
    return worker->role == role && worker->gpu == gpu;
  });
}

/// Starts workers for each queue that is not empty. The worker of a GPU starts only if a video is
/// left for it: those that are starting will take one each.
void Supervisor::start_workers() {
  for (size_t gpu = 0; gpu < usable_.size(); gpu++) {
    const auto starting = std::count_if(workers_.begin(), workers_.end(), [](const auto& worker) {
      return worker->role == Role::gpu && !worker->ready;
    });
    if (usable_[gpu] && !has_worker(Role::gpu, gpu) &&
        waiting_.size() > static_cast<size_t>(starting))
      start_worker(Role::gpu, gpu);
  }
  const bool for_cpu = !waiting_for_cpu_.empty() || (!waiting_.empty() && !has_usable_gpu());
  if (for_cpu && !has_worker(Role::cpu))
    start_worker(Role::cpu);
  if (!waiting_alone_.empty() && !has_worker(Role::single))
    start_worker(Role::single);
}

void Supervisor::start_worker(Role role, size_t gpu) {
  const bool on_gpu = role == Role::gpu;
  workers_.push_back(
      std::make_unique<Worker>(role, gpu, on_gpu ? run_gpu_worker : run_cpu_worker,
                               on_gpu ? processors_.gpus[gpu].id : WorkerProcess::no_gpu));
}

std::string Supervisor::name_of(const Worker& worker) const {
  return worker.role == Role::gpu ? processors_.gpus[worker.gpu].name : "CPU";
}

/// The number of videos that the worker may have at once. Few videos are shared evenly by all GPUs.
size_t Supervisor::limit_of(const Worker& worker) const {
  if (worker.retiring || stopping_)
    return 0;
  if (worker.role == Role::single)
    return 1;
  if (worker.role == Role::cpu)
    return processors_.cpu_jobs;
  size_t videos = waiting_.size();
  for (const auto& other : workers_)
    videos += other->role == Role::gpu ? other->videos.size() : 0;
  const auto gpus = static_cast<size_t>(std::count(usable_.begin(), usable_.end(), true));
  return std::min(processors_.gpu_jobs.value_or(worker.gpu_jobs), (videos + gpus - 1) / gpus);
}

std::deque<size_t>& Supervisor::queue_of(const Worker& worker) {
  if (worker.role == Role::single)
    return waiting_alone_;
  if (worker.role == Role::cpu && (!waiting_for_cpu_.empty() || has_usable_gpu()))
    return waiting_for_cpu_;
  return waiting_;
}

/// Frames left in the videos that a worker has in hand, if these have the mean length.
double Supervisor::frames_left(const Worker& worker) const {
  double left = 0;
  for (const auto& [number, video] : worker.videos)
    left += std::max(video_length_.frames() - static_cast<double>(video.frames), 0.0);
  return left;
}

bool Supervisor::may_take_another(const Worker& worker) const {
  if (worker.videos.size() >= limit_of(worker))
    return false;
  if (worker.role != Role::gpu || worker.videos.empty())
    return true;
  const double own = frames_left(worker);
  double all = video_length_.frames() * static_cast<double>(waiting_.size()), least = own;
  for (const auto& other : workers_) {
    if (other->role != Role::gpu)
      continue;
    all += frames_left(*other);
    if (other->ready)
      least = std::min(least, frames_left(*other));
  }
  const auto gpus = static_cast<size_t>(std::count(usable_.begin(), usable_.end(), true));
  return is_within_share(own, least, all, gpus, video_length_.frames());
}

/// Gives all workers of a queue as many videos as they may have.
void Supervisor::fill_all(Role role) {
  for (const auto& worker : workers_) {
    if (worker->role == role && worker->ready && !worker->ended)
      fill(*worker);
  }
}

/// Gives the worker as many videos as it may have.
void Supervisor::fill(Worker& worker) {
  while (!queue_of(worker).empty() && may_take_another(worker)) {
    std::deque<size_t>& queue = queue_of(worker);
    const size_t video = queue.front();
    queue.pop_front();
    worker.videos[video] = {now(), {}};
    // If the worker is dead, reading from its socket will fail.
    worker.process.send(MessageKind::analyse, pack(video, paths_[video], settings_));
  }
}

void Supervisor::wait_for_messages() {
  std::vector<pollfd> sockets;
  for (const auto& worker : workers_)
    sockets.push_back({worker->process.socket(), POLLIN, 0});
  for (const auto& worker : workers_)
    sockets.push_back({worker->process.output().descriptor(), POLLIN, 0});
  sigset_t none;
  sigemptyset(&none);
  const timespec limit{0, is_storing_ ? 0 : 200000000};
  if (ppoll(sockets.data(), sockets.size(), &limit, &none) <= 0)
    return;
  for (size_t i = 0; i < workers_.size(); i++) {
    if (sockets[workers_.size() + i].revents != 0)
      relay_output(*workers_[i]);
    if (sockets[i].revents == 0)
      continue;
    Worker& worker = *workers_[i];
    const bool alive = read(worker);
    if (!alive)
      bury(worker);
    // A worker that has no video after its first message has nothing left to do; a worker for
    // single videos serves one.
    worker.ended = !alive || (worker.ready && worker.videos.empty());
    if (worker.ended)
      relay_output(worker);
  }
  remove_ended_workers();
}

void Supervisor::remove_ended_workers() {
  const auto ended = [](const auto& worker) { return worker->ended; };
  workers_.erase(std::remove_if(workers_.begin(), workers_.end(), ended), workers_.end());
}

bool Supervisor::read(Worker& worker) {
  if (!worker.process.messages().receive(worker.process.socket()))
    return false;
  try {
    while (const std::optional<Message> message = worker.process.messages().next())
      handle(worker, *message);
  } catch (const ProtocolError&) {
    return false;
  }
  return true;
}

void Supervisor::handle(Worker& worker, const Message& message) {
  MessageReader content(message.content);
  if (message.kind == MessageKind::ready) {
    const auto reason = content.take<std::string>();
    greet(worker, reason, content.take<uint64_t>());
    return;
  }
  if (message.kind == MessageKind::retiring) {
    worker.retiring = true;
    return;
  }
  const auto video = content.take<uint64_t>();
  const auto place = worker.videos.find(video);
  if (place == worker.videos.end())
    throw ProtocolError{};
  switch (message.kind) {
  case MessageKind::frame:
    place->second.frames++;
    [[fallthrough]];
  case MessageKind::format:
  case MessageKind::finding:
  case MessageKind::begun:
  case MessageKind::shot:
  case MessageKind::counts:
  case MessageKind::field:
    listener_.part(video, message.kind, std::string_view(message.content).substr(sizeof video));
    return;
  case MessageKind::finished: {
    auto record = content.take<VideoRecord>();
    content.read(record.delay);
    content.read(record.sums);
    if (worker.role == Role::gpu && record.outcome != Outcome::failed)
      video_length_.add(place->second.frames);
    worker.videos.erase(place);
    listener_.finish(video, record, name_of(worker));
    break;
  }
  case MessageKind::restarted:
    place->second.frames = 0;
    listener_.restart(video, name_of(worker), "errors, so that it is decoded in a repeatable way");
    return;
  case MessageKind::alive:
    place->second.heard = now();
    return;
  case MessageKind::given_up:
    if (!stopping_)
      throw ProtocolError{};
    worker.videos.erase(place);
    return;
  case MessageKind::unsuitable: {
    const auto reason = content.take<std::string>();
    worker.videos.erase(place);
    listener_.restart(video, name_of(worker), reason);
    waiting_for_cpu_.push_back(video);
    fill_all(Role::cpu); // its worker may have room for the video
    break;
  }
  default:
    throw ProtocolError{};
  }
  if (worker.role == Role::single)
    return;
  fill(worker);
  if (worker.role == Role::gpu)
    fill_all(Role::gpu); // the share of each GPU has changed
}

/// The first message of a worker.
void Supervisor::greet(Worker& worker, const std::string& reason, uint64_t decoders) {
  worker.ready = true;
  worker.gpu_jobs = jobs_of(decoders);
  if (reason.empty())
    fill(worker);
  else if (worker.role == Role::gpu)
    give_up_gpu(worker, reason);
  else
    throw Failure{reason};
}

void Supervisor::give_up_gpu(const Worker& worker, const std::string& reason) {
  if (processors_.require_gpus)
    throw Failure{name_of(worker) + " cannot be used: " + reason};
  usable_[worker.gpu] = false;
  listener_.unusable(name_of(worker), reason);
}

/// The time for which the supervisor was blocked does not count: workers could not send meanwhile.
void Supervisor::extend_limits(int64_t time) {
  for (const auto& worker : workers_) {
    for (auto& [number, video] : worker->videos) {
      video.started += time;
      if (video.heard)
        *video.heard += time;
    }
  }
}

void Supervisor::enforce_limits() {
  const int64_t time = now(); // of all workers: the listener may block between two of them
  const int64_t limit = grace + static_cast<int64_t>(settings_.timeout * 1000);
  for (const auto& worker : workers_) {
    const std::map<size_t, Video>& videos = worker->videos;
    const auto over = std::find_if(videos.begin(), videos.end(), [&](const auto& video) {
      return settings_.timeout > 0 && time - video.second.started > limit;
    });
    // A live source may be silent until it has a connection.
    const auto silent = std::find_if(videos.begin(), videos.end(), [&](const auto& video) {
      const std::optional<int64_t>& heard = video.second.heard;
      return !settings_.live && heard && time - *heard > processors_.longest_silence;
    });
    const std::string silence = "the decoder did not answer for " +
                                std::to_string(processors_.longest_silence / 1000) + " seconds";
    if (over != videos.end())
      fail_and_stop(*worker, over->first, "the decoder did not end at the timeout");
    else if (silent != videos.end() && worker->role == Role::gpu)
      stop(*worker, silence); // the CPU may do it
    else if (silent != videos.end())
      fail_and_stop(*worker, silent->first, silence);
    // The limit of a worker is the sum of the limits of its videos.
    else if (processors_.max_memory > 0 && !videos.empty() &&
             worker->process.memory() > processors_.max_memory * videos.size())
      end_for_memory(*worker);
  }
  remove_ended_workers();
}

void Supervisor::end_for_memory(Worker& worker) {
  const std::string message =
      "more than " + std::to_string(processors_.max_memory >> 20) + " MiB of memory";
  // Other workers may hold memory of videos that they have finished; their videos are tried alone.
  if (worker.role == Role::single)
    fail(worker, worker.videos.begin()->first, message);
  stop(worker, message);
}

void Supervisor::fail_and_stop(Worker& worker, size_t video, const std::string& message) {
  fail(worker, video, message);
  stop(worker, "another video did not end");
}

/// The message of the video is `reason` followed by `further`.
void Supervisor::fail(Worker& worker, size_t video, const std::string& reason,
                      const char* further) {
  if (settings_.live)
    return; // stop() follows
  worker.videos.erase(video);
  listener_.restart(video, name_of(worker), reason);
  finish(worker, video, Outcome::failed, reason + further);
}

/// Ends a worker. The videos that it has in hand are tried again, each alone.
void Supervisor::stop(Worker& worker, const std::string& reason) {
  if (settings_.live)
    salvage(worker, reason);
  for (const auto& [video, times] : worker.videos) {
    listener_.restart(video, name_of(worker), reason);
    waiting_alone_.push_back(video);
  }
  worker.videos.clear();
  worker.ended = true;
}

void Supervisor::relay_output(Worker& worker) {
  for (const std::string& line : worker.process.output().read_lines())
    listener_.written(name_of(worker), line);
}

void Supervisor::bury(Worker& worker) {
  const std::string end = "the worker was " + worker.process.wait();
  if (!worker.ready && worker.role != Role::gpu) {
    if (std::exchange(died_at_start_, true))
      throw Failure{"a worker cannot start: " + end + ", twice"};
    return; // it has no videos yet; another one is started
  }
  if (!worker.ready)
    give_up_gpu(worker, end);
  if (worker.role == Role::single && !worker.videos.empty())
    fail(worker, worker.videos.begin()->first, end, ", twice");
  stop(worker, end);
}

} // namespace videohistogram::tools
