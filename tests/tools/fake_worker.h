// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "tools/message/channel.h"
#include "tools/process/gpus.h"
#include "tools/process/worker.h"
#include "tools/record/settings.h"
#include "tools/record/video.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <unistd.h>

namespace videohistogram::tools {

/// A worker that decodes nothing. The name of a video chooses what happens to it:
///   hold     is finished when the same worker is given one that is named "release". At a stop
///            request it is finished if it is live, else given up
///   last     is finished at a stop request
///   stuck    never ends
///   silent   gives one sign of life, and never ends; silent-gpu only on a GPU
///   lively   gives signs of life for six seconds, and is finished
///   meet     is finished when a video of this name has come to two workers
///   cpu      is none for a GPU
///   lose     is none for a GPU, whose worker is of no more use
///   kill     ends every worker with a signal
///   kill-gpu ends only workers of GPUs
///   speak    ends every worker with a signal, after two lines on stderr and stdout
/// Others are finished at once. FAKE_UNUSABLE is the id of a GPU whose worker gives that up,
/// FAKE_DEAD that of one whose worker ends before its first message, FAKE_MEETING a folder,
/// FAKE_DECODERS the number of decoders of each GPU.
class FakeWorker {
public:
  explicit FakeWorker(bool gpu) : gpu_(gpu), id_(variable(gpu_variable)) {}

  [[noreturn]] void run() {
    if (gpu_ && variable("FAKE_DEAD") == id_)
      std::abort();
    const bool unusable = gpu_ && variable("FAKE_UNUSABLE") == id_;
    send(MessageKind::ready, pack(std::string(unusable ? "out of order" : ""),
                                  std::strtoull(variable("FAKE_DECODERS").c_str(), nullptr, 10)));
    MessageBuffer requests;
    while (requests.receive(worker_socket)) {
      while (const std::optional<Message> request = requests.next()) {
        if (request->kind == MessageKind::stop) {
          stop();
          continue;
        }
        MessageReader content(request->content);
        const auto job = content.take<uint64_t>();
        const auto name = content.take<std::string>();
        live_ = content.take<AnalysisSettings>().live;
        take(job, name);
      }
    }
    _exit(0);
  }

private:
  static std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
  }
  static void send(MessageKind kind, const std::string& content) {
    std::string bytes;
    append_message(bytes, kind, content);
    send_all(worker_socket, bytes);
  }

  void take(uint64_t job, std::string name) {
    if (gpu_ && name == "silent-gpu")
      name = "silent";
    in_hand_[job] = name;
    most_ = std::max(most_, in_hand_.size());
    if (name == "speak")
      speak();
    const bool dies = name == "kill" || name == "speak" || (gpu_ && name == "kill-gpu");
    const bool stays = name == "hold" || name == "last" || name == "stuck" || name == "silent";
    if (dies || stays) // one frame, which becomes void if the worker dies
      send(MessageKind::frame, pack(job, FrameRecord()));
    if (dies)
      std::abort();
    if (name == "silent")
      send(MessageKind::alive, pack(job));
    if (name == "lively")
      live(job);
    if (name == "meet")
      wait_for_two();
    if (gpu_ && name == "lose")
      send(MessageKind::retiring, {});
    if (gpu_ && (name == "cpu" || name == "lose")) {
      in_hand_.erase(job);
      send(MessageKind::unsuitable, pack(job, std::string("no decoder")));
    } else if (name == "release") {
      finish_all();
    } else if (!stays) {
      finish(job);
    }
  }
  static void speak() {
    std::fputs("\x1b[31mred\n", stderr);
    std::fputs("\nlast words", stdout);
    std::fflush(stdout);
  }
  static void live(uint64_t job) {
    for (int i = 0; i < 300; i++) {
      send(MessageKind::alive, pack(job));
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  void wait_for_two() {
    const std::filesystem::path folder = variable("FAKE_MEETING");
    std::ofstream(folder / id_).put('\n');
    const auto is_alone = [&] {
      return std::distance(std::filesystem::directory_iterator(folder), {}) < 2;
    };
    while (is_alone())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  void finish_all() {
    for (const auto& [job, name] : std::map<uint64_t, std::string>(in_hand_))
      finish(job);
  }
  void stop() {
    for (const auto& [job, name] : std::map<uint64_t, std::string>(in_hand_)) {
      if (name == "stuck" || name == "silent")
        continue;
      if (live_ || name == "last") {
        finish(job);
      } else {
        in_hand_.erase(job);
        send(MessageKind::given_up, pack(job));
      }
    }
  }
  void finish(uint64_t job) {
    in_hand_.erase(job);
    VideoRecord record;
    record.outcome = Outcome::complete;
    record.message = std::string(gpu_ ? "gpu" : "cpu") + " sees " + id_;
    record.frames = most_;
    record.identity.size = static_cast<uint64_t>(getpid());
    send(MessageKind::finished, pack(job, record, record.delay, record.sums));
  }

  const bool gpu_;
  const std::string id_;
  std::map<uint64_t, std::string> in_hand_; ///< with their names
  bool live_ = false;
  size_t most_ = 0;
};

} // namespace videohistogram::tools
