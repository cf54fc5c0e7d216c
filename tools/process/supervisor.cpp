// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/process/supervisor.h"

#include "tools/command/failure.h"

#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <time.h>

namespace videohistogram::tools {

Supervisor::Supervisor(const std::vector<std::string>& paths, size_t jobs,
                       const DetectionSettings& settings, ResultListener& listener)
    : paths_(paths), jobs_(jobs), settings_(settings), listener_(listener) {
  for (size_t video = 0; video < paths.size(); video++)
    waiting_.push_back(video);
}

void Supervisor::run(const volatile std::sig_atomic_t* stop) {
  while (*stop == 0) {
    start_workers();
    if (workers_.empty())
      return;
    wait_for_messages();
    listener_.tick();
  }
  workers_.clear();
}

/// One worker for the videos that no worker has died of, and one at a time for each of the others.
void Supervisor::start_workers() {
  const auto has = [&](bool alone) {
    return std::any_of(workers_.begin(), workers_.end(),
                       [&](const auto& worker) { return worker->alone == alone; });
  };
  if (!waiting_.empty() && !has(false))
    workers_.push_back(std::make_unique<Worker>());
  if (!waiting_alone_.empty() && !has(true)) {
    workers_.push_back(std::make_unique<Worker>());
    workers_.back()->alone = true;
  }
}

/// Gives the worker as many videos as it may have.
void Supervisor::fill(Worker& worker) {
  std::deque<size_t>& queue = worker.alone ? waiting_alone_ : waiting_;
  const size_t limit = worker.alone ? 1 : jobs_;
  while (worker.videos.size() < limit && !queue.empty()) {
    const size_t video = queue.front();
    queue.pop_front();
    worker.videos.push_back(video);
    // If the worker is dead, its socket will tell.
    worker.process.request(video, paths_[video], settings_);
    if (worker.alone)
      break;
  }
}

void Supervisor::wait_for_messages() {
  std::vector<pollfd> sockets;
  for (const auto& worker : workers_)
    sockets.push_back({worker->process.socket(), POLLIN, 0});
  sigset_t none;
  sigemptyset(&none);
  const timespec fifth{0, 200000000};
  if (ppoll(sockets.data(), sockets.size(), &fifth, &none) <= 0)
    return;
  for (size_t i = 0; i < sockets.size(); i++) {
    if (sockets[i].revents == 0)
      continue;
    Worker& worker = *workers_[i];
    const bool alive = read(worker);
    if (!alive)
      bury(worker);
    // A worker that has no video after its first message has nothing left to do; a worker for
    // single videos serves one.
    if (!alive || (worker.ready && worker.videos.empty()))
      workers_[i].reset();
  }
  workers_.erase(std::remove(workers_.begin(), workers_.end(), nullptr), workers_.end());
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
    const std::string reason = content.text();
    if (!reason.empty())
      throw Failure{reason};
    worker.ready = true;
    fill(worker);
    return;
  }
  const uint64_t video = content.number();
  const auto place = std::find(worker.videos.begin(), worker.videos.end(), video);
  if (place == worker.videos.end())
    throw ProtocolError{};
  if (message.kind == MessageKind::frame || message.kind == MessageKind::finding ||
      message.kind == MessageKind::shot) {
    listener_.part(video, message.kind, std::string_view(message.content).substr(sizeof video));
  } else if (message.kind == MessageKind::finished) {
    const VideoRecord record = content.video();
    worker.videos.erase(place);
    listener_.finish(video, record);
    if (!worker.alone)
      fill(worker);
  } else {
    throw ProtocolError{};
  }
}

void Supervisor::bury(Worker& worker) {
  const std::string end = worker.process.wait();
  if (!worker.ready)
    throw Failure{"a worker cannot start: it was " + end};
  for (size_t video : worker.videos) {
    listener_.restart(video);
    if (!worker.alone) {
      waiting_alone_.push_back(video);
      continue;
    }
    VideoRecord record;
    record.message = "the worker was " + end + ", twice";
    listener_.finish(video, record);
  }
}

} // namespace videohistogram::tools
