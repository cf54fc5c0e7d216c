// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The supervisor distributes videos over workers of GPUs and of the CPU. A FakeWorker stands in for
// each of these.
#include "tools/process/supervisor.h"

#include "tests/tools/fake_worker.h"
#include "tools/base/failure.h"
#include "tools/process/worker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <thread>

using namespace videohistogram::tools;

namespace {

/// Sets a variable of the environment of workers for the length of a test.
class Variable {
public:
  Variable(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  ~Variable() { unsetenv(name_); }

private:
  const char* const name_;
};

class Listener : public ResultListener {
public:
  void part(size_t video, MessageKind, std::string_view) override { parts[video]++; }
  void restart(size_t video, const std::string& worker, const std::string& reason) override {
    parts.erase(video);
    restarts.emplace(video, worker + ": " + reason);
    on_restart();
  }
  void finish(size_t video, const VideoRecord& record, const std::string& worker) override {
    EXPECT_TRUE(records.emplace(video, record).second) << "video " << video << " ended twice";
    workers[video] = worker;
    finished.push_back(video);
  }
  void written(const std::string& worker, const std::string& line) override {
    lines.push_back(worker + ": " + line);
  }
  void unusable(const std::string& worker, const std::string& reason) override {
    given_up[worker] = reason;
  }
  void tick() override { on_tick(); }
  bool store_next() override {
    if (!finished.empty() && may_store()) {
      stored.push_back(finished.front());
      finished.pop_front();
    }
    return !finished.empty();
  }

  /// How many videos ended with each message.
  std::map<std::string, int> messages() const {
    std::map<std::string, int> numbers;
    for (const auto& [video, record] : records)
      numbers[record.message]++;
    return numbers;
  }

  std::map<size_t, VideoRecord> records;
  std::map<size_t, std::string> workers;
  std::map<size_t, int> parts;
  std::multimap<size_t, std::string> restarts;
  std::map<std::string, std::string> given_up;
  std::vector<std::string> lines;
  std::deque<size_t> finished; ///< and not stored
  std::vector<size_t> stored;
  std::function<bool()> may_store = [] { return true; };
  std::function<void()> on_tick = [] {}, on_restart = [] {};
};

using Numbers = std::map<std::string, int>;
using Videos = std::vector<std::string>;

Processors make_processors(size_t gpus, size_t jobs = 2) {
  Processors processors;
  for (size_t gpu = 0; gpu < gpus; gpu++)
    processors.gpus.push_back({"GPU " + std::to_string(gpu), "id" + std::to_string(gpu)});
  processors.gpu_jobs = processors.cpu_jobs = jobs;
  return processors;
}

void run(const Videos& videos, const Processors& processors, Listener& listener) {
  volatile std::sig_atomic_t stop = 0;
  Supervisor(videos, processors, {}, listener).run(&stop);
}

} // namespace

void videohistogram::tools::run_cpu_worker() {
  FakeWorker(false).run();
}

void videohistogram::tools::run_gpu_worker() {
  FakeWorker(true).run();
}

TEST(Supervisor, WithoutGpusTheCpuDoesAllVideosAndSeesNoGpu) {
  Listener listener;
  run(Videos(5, "any"), make_processors(0), listener);
  EXPECT_EQ(listener.messages(), (Numbers{{"cpu sees -1", 5}}));
  EXPECT_EQ(listener.workers[0], "CPU");
}

TEST(Supervisor, EachGpuHasOneWorkerThatSeesThatGpuAlone) {
  const Variable inherited(gpu_variable, "0,1,2,3");
  Listener listener;
  char folder[] = "/tmp/meeting-XXXXXX";
  ASSERT_TRUE(mkdtemp(folder));
  const Variable meeting("FAKE_MEETING", folder);
  run({"meet", "meet"}, make_processors(2), listener);
  std::filesystem::remove_all(folder);
  EXPECT_EQ(listener.messages(), (Numbers{{"gpu sees id0", 1}, {"gpu sees id1", 1}}));
  for (const auto& [video, worker] : listener.workers)
    EXPECT_EQ("gpu sees id" + worker.substr(4), listener.records[video].message);
}

TEST(Supervisor, AWorkerHasAsManyVideosAtOnceAsJobs) {
  for (size_t gpus : {0, 1}) {
    Listener listener;
    run({"hold", "hold", "release", "hold", "hold", "release"}, make_processors(gpus, 3), listener);
    ASSERT_EQ(listener.records.size(), 6u);
    for (const auto& [video, record] : listener.records)
      EXPECT_EQ(record.frames, 3u); // the most that the worker had in hand
  }
}

TEST(Supervisor, VideosEndWhileOthersAreNotStoredYet) {
  Listener listener;
  listener.may_store = [&] { return listener.records.size() == 6; };
  run(Videos(6, "any"), make_processors(1), listener);
  EXPECT_EQ(listener.stored.size(), 6u);
  EXPECT_TRUE(listener.finished.empty());
}

TEST(Supervisor, VideosThatHaveEndedAreStoredIfTheScanFails) {
  Listener listener;
  bool failed = false;
  listener.may_store = [&] { return failed; };
  listener.on_tick = [&] {
    failed = listener.records.size() >= 3;
    if (failed)
      throw Failure{"no"};
  };
  EXPECT_THROW(run(Videos(6, "any"), make_processors(1), listener), Failure);
  EXPECT_GE(listener.stored.size(), 3u);
  EXPECT_TRUE(listener.finished.empty());
}

TEST(Supervisor, AGpuHasFiveVideosForThreeDecodersUnlessToldOtherwise) {
  for (const auto& [decoders, most] : {std::pair("1", 2u), {"3", 5u}, {"7", 12u}, {"0", 12u}}) {
    const Variable told("FAKE_DECODERS", decoders);
    Videos videos(most - 1, "hold");
    videos.push_back("release");
    const Videos again = videos;
    videos.insert(videos.end(), again.begin(), again.end());
    Processors processors = make_processors(1);
    processors.gpu_jobs = {};
    Listener listener;
    run(videos, processors, listener);
    ASSERT_EQ(listener.records.size(), videos.size());
    for (const auto& [video, record] : listener.records)
      EXPECT_EQ(record.frames, most) << decoders << " decoders";
  }
}

TEST(Supervisor, AVideoThatIsNoneForAGpuGoesToTheCpuAndTheOthersStay) {
  Listener listener;
  run({"any", "cpu", "any", "cpu", "any"}, make_processors(1), listener);
  EXPECT_EQ(listener.messages(), (Numbers{{"gpu sees id0", 3}, {"cpu sees -1", 2}}));
  const std::multimap<size_t, std::string> expected{{1, "GPU 0: no decoder"},
                                                    {3, "GPU 0: no decoder"}};
  EXPECT_EQ(listener.restarts, expected);
}

TEST(Supervisor, AWorkerThatRetiresIsReplacedWhenItHasFinishedItsVideos) {
  Listener listener;
  run({"any", "cpu", "any", "lose", "any", "any"}, make_processors(1, 1), listener);
  EXPECT_EQ(listener.messages(), (Numbers{{"gpu sees id0", 4}, {"cpu sees -1", 2}}));
  const auto process = [&](size_t video) { return listener.records.at(video).identity.size; };
  EXPECT_EQ(process(0), process(2));
  EXPECT_NE(process(2), process(4));
  EXPECT_EQ(process(4), process(5));
  EXPECT_TRUE(listener.given_up.empty());
}

TEST(Supervisor, AGpuThatCannotBeUsedIsNamedAndTheOthersDoItsVideos) {
  const Variable unusable("FAKE_UNUSABLE", "id0");
  Listener listener;
  run(Videos(6, "any"), make_processors(2), listener);
  EXPECT_EQ(listener.messages(), (Numbers{{"gpu sees id1", 6}}));
  EXPECT_EQ(listener.given_up, (std::map<std::string, std::string>{{"GPU 0", "out of order"}}));
}

TEST(Supervisor, WithoutAUsableGpuTheCpuDoesAllVideos) {
  const Variable unusable("FAKE_UNUSABLE", "id0"), dead("FAKE_DEAD", "id1");
  Listener listener;
  run(Videos(6, "any"), make_processors(2), listener);
  EXPECT_EQ(listener.messages(), (Numbers{{"cpu sees -1", 6}}));
  EXPECT_EQ(listener.given_up.at("GPU 0"), "out of order");
  EXPECT_EQ(listener.given_up.at("GPU 1"), "the worker was killed by signal 6 (Aborted)");
}

TEST(Supervisor, AGpuThatWasAskedForAndCannotBeUsedEndsTheScan) {
  Processors processors = make_processors(1);
  processors.require_gpus = true;
  for (const char* fault : {"FAKE_UNUSABLE", "FAKE_DEAD"}) {
    const Variable broken(fault, "id0");
    Listener listener;
    EXPECT_THROW(run(Videos(2, "any"), processors, listener), Failure);
    EXPECT_TRUE(listener.records.empty());
  }
}

TEST(Supervisor, AVideoThatKillsTheWorkerOfAGpuIsDoneByTheCpuAndCostsNoOther) {
  Listener listener;
  run({"any", "kill-gpu", "any", "any"}, make_processors(1), listener);
  EXPECT_EQ(listener.records.size(), 4u);
  EXPECT_EQ(listener.records[1].message, "cpu sees -1");
  for (const auto& [video, record] : listener.records)
    EXPECT_EQ(record.outcome, Outcome::complete);
  EXPECT_EQ(listener.restarts.find(1)->second,
            "GPU 0: the worker was killed by signal 6 (Aborted)");
  EXPECT_EQ(listener.parts.count(1), 0u);
}

TEST(Supervisor, AVideoThatKillsTwoWorkersHasFailed) {
  for (size_t gpus : {0, 1}) {
    Listener listener;
    run({"any", "kill", "any", "kill", "any"}, make_processors(gpus), listener);
    ASSERT_EQ(listener.records.size(), 5u);
    for (const auto& [video, record] : listener.records) {
      EXPECT_EQ(record.outcome, video % 2 ? Outcome::failed : Outcome::complete);
      EXPECT_EQ(record.message == "the worker was killed by signal 6 (Aborted), twice",
                video % 2 == 1);
    }
    EXPECT_TRUE(listener.parts.empty());
  }
}

TEST(Supervisor, WhatWorkersWriteComesLineByLine) {
  Listener listener;
  run({"speak"}, make_processors(0), listener);
  const std::vector<std::string> once{"CPU: \x1b[31mred", "CPU: last words"};
  EXPECT_EQ(listener.lines, (std::vector<std::string>{once[0], once[1], once[0], once[1]}));
}

TEST(Supervisor, LiveSourcesAreEndedAndFinished) {
  Listener listener;
  AnalysisSettings settings;
  settings.live = true;
  volatile std::sig_atomic_t stop = 0;
  listener.on_tick = [&] { stop = listener.parts.size() == 2; };
  const Videos videos(2, "hold");
  Supervisor(videos, make_processors(0), settings, listener).run(&stop);
  EXPECT_EQ(listener.messages(), (Numbers{{"cpu sees -1", 2}}));
}

TEST(Supervisor, AStopRequestFinishesVideosAtTheirEndGivesOthersUpAndBeginsNone) {
  for (size_t gpus : {0, 1}) {
    Listener listener;
    volatile std::sig_atomic_t stop = 0;
    listener.on_tick = [&] { stop = listener.parts.size() == 2; };
    const Videos videos{"last", "hold", "any"};
    Supervisor(videos, make_processors(gpus), {}, listener).run(&stop);
    ASSERT_EQ(listener.records.size(), 1u);
    EXPECT_EQ(listener.records.begin()->first, 0u);
    EXPECT_TRUE(listener.restarts.empty());
  }
}

TEST(Supervisor, ASecondStopRequestEndsAtOnce) {
  for (bool live : {false, true}) {
    Listener listener;
    AnalysisSettings settings;
    settings.live = live;
    volatile std::sig_atomic_t stop = 0;
    int ticks = 0; // after the second request
    listener.on_tick = [&] {
      ticks += stop == 2;
      stop = stop == 0 ? listener.parts.size() == 2 : 2;
    };
    const Videos videos(2, "stuck");
    Supervisor(videos, make_processors(0), settings, listener).run(&stop);
    EXPECT_EQ(ticks, 0);
    EXPECT_EQ(listener.messages(), (live ? Numbers{{"the worker did not end", 2}} : Numbers{}));
  }
}

TEST(Supervisor, AStopRequestDoesNotWaitForVideosThatDoNotEnd) {
  Listener listener;
  volatile std::sig_atomic_t stop = 0;
  listener.on_tick = [&] { stop = listener.parts.size() == 2; };
  const Videos videos{"last", "stuck"};
  Supervisor(videos, make_processors(0), {}, listener).run(&stop);
  EXPECT_EQ(listener.messages(), (Numbers{{"cpu sees -1", 1}}));
}

TEST(Supervisor, TheTimeForWhichTheListenerBlocksIsNotThatOfAVideo) {
  Listener listener;
  AnalysisSettings settings;
  settings.timeout = 0.1; // workers have five seconds more
  volatile std::sig_atomic_t stop = 0;
  bool blocked = false;
  listener.on_tick = [&] {
    stop = blocked;
    if (listener.parts.empty() || blocked)
      return;
    std::this_thread::sleep_for(std::chrono::milliseconds(5200));
    blocked = true;
  };
  const Videos videos{"last"};
  Supervisor(videos, make_processors(0), settings, listener).run(&stop);
  EXPECT_EQ(listener.messages(), (Numbers{{"cpu sees -1", 1}}));
}

TEST(Supervisor, AVideoWithoutSignsOfLifeFailsAndAnotherOneIsDoneAlone) {
  Listener listener;
  Processors processors = make_processors(0);
  processors.longest_silence = 2000;
  run({"silent", "lively"}, processors, listener);
  EXPECT_EQ(listener.records[0].message, "the decoder did not answer for 2 seconds");
  EXPECT_EQ(listener.records[0].outcome, Outcome::failed);
  EXPECT_EQ(listener.records[1].message, "cpu sees -1"); // longer than that time
  EXPECT_EQ(listener.restarts.count(1), 1u);
}

TEST(Supervisor, AVideoOfAGpuWithoutSignsOfLifeIsDoneByTheCpu) {
  Listener listener;
  Processors processors = make_processors(1);
  processors.longest_silence = 1000;
  run({"silent-gpu"}, processors, listener);
  EXPECT_EQ(listener.messages(), (Numbers{{"cpu sees -1", 1}}));
  EXPECT_EQ(listener.restarts.find(0)->second, "GPU 0: the decoder did not answer for 1 seconds");
}

TEST(Supervisor, TheTimeForWhichTheListenerBlocksIsNoSilenceOfOtherWorkers) {
  Listener listener;
  Processors processors = make_processors(2, 1);
  processors.longest_silence = 2000;
  listener.on_restart = [] { std::this_thread::sleep_for(std::chrono::milliseconds(2500)); };
  run({"silent-gpu", "lively"}, processors, listener);
  EXPECT_EQ(listener.records[1].outcome, Outcome::complete);
  EXPECT_EQ(listener.restarts.count(0), 1u);
  EXPECT_EQ(listener.restarts.count(1), 0u);
}

TEST(Supervisor, WhatCameOfALiveSourceWhoseWorkerDiedIsItsResult) {
  Listener listener;
  AnalysisSettings settings;
  settings.live = true;
  volatile std::sig_atomic_t stop = 0;
  const Videos videos{"kill"};
  Supervisor(videos, make_processors(0), settings, listener).run(&stop);
  EXPECT_EQ(listener.messages(), (Numbers{{"the worker was killed by signal 6 (Aborted)", 1}}));
  EXPECT_EQ(listener.records[0].outcome, Outcome::damaged);
  EXPECT_TRUE(listener.restarts.empty());
  EXPECT_EQ(listener.parts[0], 1);
}
