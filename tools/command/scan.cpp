// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/command/commands.h"

#include "tools/base/failure.h"
#include "tools/base/signals.h"
#include "tools/command/judge_stored.h"
#include "tools/command/scan_options.h"
#include "tools/detect/sums.h"
#include "tools/input/address.h"
#include "tools/input/identity.h"
#include "tools/policy/judge.h"
#include "tools/process/supervisor.h"
#include "tools/read/decoder_version.h"
#include "tools/store/results.h"
#include "tools/store/text_files.h"
#include "tools/text/escape.h"
#include "tools/text/format.h"
#include "tools/text/progress.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <system_error>
#include <time.h>
#include <unistd.h>
#include <utility>

namespace videohistogram::tools {

namespace {

/// The first signal that asked the scan to end, and the number of requests.
volatile std::sig_atomic_t received_signal = 0, received_signals = 0;

/// Signals within a second of the first one are the same request: the end of a terminal, for
/// example, is told by the shell and by the kernel.
void note_signal(int number) {
  static timespec first;
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const time_t seconds = now.tv_sec - first.tv_sec - (now.tv_nsec < first.tv_nsec);
  if (received_signals == 0) {
    received_signal = number;
    first = now;
  } else if (seconds < 1) {
    return;
  }
  received_signals = received_signals + 1;
}

/// The signals are noted, and delivered only where the supervisor waits.
void note_signals() {
  sigset_t noted;
  sigemptyset(&noted);
  struct sigaction action {};
  action.sa_handler = note_signal;
  sigfillset(&action.sa_mask);
  for (int number : stop_signals) {
    struct sigaction before;
    sigaction(number, nullptr, &before);
    // Shells start background programs with signals ignored, and so does nohup.
    if (before.sa_handler == SIG_IGN)
      continue;
    sigaction(number, &action, nullptr);
    sigaddset(&noted, number);
  }
  sigprocmask(SIG_BLOCK, &noted, nullptr);
}

/// The results must not replace a video.
void check_output(const std::string& output, const std::vector<std::string>& videos) {
  std::error_code missing; // neither has to exist
  for (const std::string& video : videos)
    if (std::filesystem::equivalent(video, output, missing))
      throw misuse(escape_for_terminal(output) +
                   " is one of the videos; name another file with -o");
}

using Clock = std::chrono::steady_clock;

/// The most that is lost of a recording if the command is killed.
constexpr std::chrono::seconds recording_interval{5};

/// The parts of a video in hand that are not stored yet, and figures of all of its frames. They
/// make a record if the worker of a live source dies before it sends one.
struct Parts {
  Parts(const std::string& folder, const std::vector<Rule>& policy)
      : spool(folder), judge(policy) {}

  Spool spool;
  Judge judge;
  VideoFormat format; ///< before the first frame
  uint64_t frames = 0;
  int64_t first_time = no_time, time = 0; ///< of the first frame and of the last one, in ns
  FigureSums sums;                        ///< of live sources
  const int64_t began = std::chrono::duration_cast<std::chrono::nanoseconds>(
                            std::chrono::system_clock::now().time_since_epoch())
                            .count(); ///< since 1970
  Clock::time_point due = Clock::now() + recording_interval;
};

/// A video that has ended and is not stored yet.
struct Finished {
  size_t video;
  VideoRecord record;
  Spool parts;
  std::string worker;
};

/// Stores each video after it is finished.
class Recorder : public ResultListener {
public:
  Recorder(ResultStore& results, const std::vector<std::string>& paths, const ScanOptions& options)
      : results_(results), paths_(paths), verbose_(options.verbose),
        per_frame_(options.analysis.per_frame), live_(options.analysis.live),
        selection_(options.analysis.selection), policy_(options.policy), sizes_(read_sizes(paths)),
        progress_(paths.size(), std::accumulate(sizes_.begin(), sizes_.end(), uint64_t{0})) {}

  void part(size_t video, MessageKind kind, std::string_view content) override {
    if (kind == MessageKind::begun) {
      const Finding finding = MessageReader(content).take<Finding>();
      if (live_)
        say(paths_[video], finding.kind + ", frame " + std::to_string(finding.last));
      return;
    }
    Parts& parts = parts_of(video);
    if (kind == MessageKind::format) {
      parts.format = MessageReader(content).take<VideoFormat>();
      return;
    }
    if (kind == MessageKind::frame) {
      const FrameRecord frame = MessageReader(content).take<FrameRecord>();
      progress_.add_frames(1);
      parts.frames++;
      if (parts.first_time == no_time)
        parts.first_time = frame.time;
      parts.time = std::max(parts.time, frame.time);
      parts.judge.add(frame);
      if (live_)
        parts.sums.add(frame);
    }
    if (kind != MessageKind::frame || per_frame_)
      parts.spool.append(kind, content);
    if (kind == MessageKind::finding) {
      const Finding finding = MessageReader(content).take<Finding>();
      parts.judge.add(finding);
      if (live_ && finding.kind == "lost")
        say(paths_[video], "lost " + finding.detail + ", frame " + std::to_string(finding.first));
    }
  }
  void restart(size_t video, const std::string& worker, const std::string& reason) override {
    parts_.erase(video);
    if (verbose_)
      say(paths_[video], "not by " + worker + ": " + reason);
  }
  void finish(size_t video, const VideoRecord& received, const std::string& worker) override {
    Parts& parts = parts_of(video);
    const VideoRecord record = live_ ? complete(received, parts) : received;
    for (const RuleVerdict& verdict : parts.judge.judge(record))
      parts.spool.append(MessageKind::verdict, pack(verdict));
    if (record.outcome == Outcome::failed ||
        (live_ && is_salvaged(received) && received_signal == 0))
      failed_++;
    progress_.finish_video(sizes_[video]);
    finished_.push_back({video, record, std::move(parts.spool), worker});
    parts_.erase(video);
  }
  bool store_next() override {
    if (finished_.empty())
      return false;
    Finished& next = finished_.front();
    const std::string& path = paths_[next.video];
    const VideoRecord& record = next.record;
    if (!live_ || !results_.extend(path, record, next.parts, Wait::yes))
      results_.store(path, record, next.parts);
    if (verbose_)
      say(path, std::to_string(record.frames) + " frames by " + next.worker);
    if (live_ && record.outcome != Outcome::failed)
      say(path, describe_live(record));
    if (record.outcome == Outcome::failed || record.outcome == Outcome::damaged ||
        (record.outcome == Outcome::skipped && verbose_))
      say(path, std::string(stored_name(record.outcome)) + ": " + record.message);
    finished_.pop_front();
    return !finished_.empty();
  }
  void written(const std::string& worker, const std::string& line) override { say(worker, line); }
  void unusable(const std::string& worker, const std::string& reason) override {
    say(worker, "not used: " + reason);
  }
  void tick() override {
    progress_.show(read_in_hand());
    if (live_)
      store_recordings();
  }

  /// Prints the summary on a terminal.
  void end() {
    progress_.clear();
    if (progress_.on_terminal())
      std::fprintf(stderr, "%s\n", progress_.summary().c_str());
  }
  size_t failed() const { return failed_; }

private:
  Parts& parts_of(size_t video) {
    return parts_.try_emplace(video, results_.folder(), policy_).first->second;
  }
  /// The bytes of videos in hand that were read, by the times of their frames.
  double read_in_hand() const {
    double bytes = 0;
    for (const auto& [video, parts] : parts_) {
      double length = static_cast<double>(parts.format.duration) / 1e9 - selection_.start;
      if (selection_.duration > 0)
        length = std::min(length, selection_.duration);
      const double read = static_cast<double>(parts.time) / 1e9 - selection_.start;
      if (length > 0 && read > 0)
        bytes += static_cast<double>(sizes_[video]) * std::min(read / length, 1.0);
    }
    return bytes;
  }
  /// Whether the supervisor made this record of a live source, whose worker died.
  static bool is_salvaged(const VideoRecord& record) {
    return record.frames == 0 && record.outcome != Outcome::failed;
  }
  /// The record of a live source. If the worker died, it is filled in from the parts.
  static VideoRecord complete(VideoRecord record, const Parts& parts) {
    if (record.identity.modified == 0)
      record.identity.modified = parts.began;
    if (!is_salvaged(record))
      return record;
    record.format = parts.format;
    if (parts.first_time != no_time)
      record.format.duration = parts.time - parts.first_time + frame_duration(parts.format);
    record.frames = parts.frames;
    parts.sums.finish(record);
    if (record.frames == 0)
      record.outcome = Outcome::failed;
    return record;
  }
  /// Stores what has come of recordings, so that it is not lost if the command is killed. Does not
  /// wait for readers, because sources would lose frames meanwhile; the next call tries again.
  void store_recordings() {
    for (auto& [video, parts] : parts_) {
      if (parts.frames == 0 || Clock::now() < parts.due)
        continue;
      VideoRecord record;
      record.outcome = Outcome::damaged;
      record.message = "the recording was not finished";
      if (results_.extend(paths_[video], complete(record, parts), parts.spool, Wait::no))
        parts.due = Clock::now() + recording_interval;
    }
  }
  static std::string describe_live(const VideoRecord& record) {
    const std::string delay = format_real(static_cast<double>(record.delay) / 1e9, 3);
    return std::to_string(record.frames) + " frames counted, " +
           (record.lost ? std::to_string(*record.lost) + " lost"
                        : "lost ones unknown without a constant rate") +
           ", at most " + delay + " seconds behind";
  }
  /// Prints a line about a video or a worker.
  void say(const std::string& subject, const std::string& text) {
    progress_.clear();
    std::fprintf(stderr, "%s: %s\n", escape_for_terminal(subject).c_str(),
                 escape_for_terminal(text).c_str());
  }
  static std::vector<uint64_t> read_sizes(const std::vector<std::string>& paths) {
    std::vector<uint64_t> sizes;
    for (const std::string& path : paths) {
      Identity identity; // a file that is gone has the size 0
      read_size_and_time(path, identity);
      sizes.push_back(identity.size);
    }
    return sizes;
  }
  ResultStore& results_;
  const std::vector<std::string>& paths_;
  const bool verbose_, per_frame_, live_;
  const Selection selection_;
  const std::vector<Rule>& policy_;
  const std::vector<uint64_t> sizes_;
  Progress progress_;
  std::map<size_t, Parts> parts_; ///< of videos in hand
  std::deque<Finished> finished_;
  size_t failed_ = 0;
};

/// Whether a video has a finding of one of the kinds.
bool has_finding(ResultStore& results, const std::vector<std::string>& paths,
                 const std::vector<std::string>& kinds) {
  return !kinds.empty() && std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
    const std::set<std::string> found = results.kinds_of_findings(path);
    return std::any_of(kinds.begin(), kinds.end(),
                       [&](const std::string& kind) { return found.count(kind) > 0; });
  });
}

/// Judges videos of an earlier scan as well. Returns whether one of the videos fails the policy.
bool fails_policy(Results& results, const std::string& file, const std::vector<std::string>& paths,
                  const std::vector<Rule>& policy) {
  judge_stored(results, file, policy, paths);
  return std::any_of(paths.begin(), paths.end(),
                     [&](const std::string& path) { return results.fails_policy(path); });
}

/// Prints the names of the videos in the shard as --files-from reads them; on a terminal, escaped.
/// Returns the exit status.
int list_videos(const std::vector<std::string>& videos, const Shard& shard, bool zeros) {
  const bool on_terminal = isatty(STDOUT_FILENO);
  int status = success;
  for (const std::string& video : videos) {
    if (!shard_has(shard, video))
      continue;
    if (on_terminal) {
      std::printf("%s\n", escape_for_terminal(video).c_str());
    } else if (!zeros && video.find('\n') != std::string::npos) {
      std::fprintf(stderr, "cannot list %s: its name has a newline; use --null\n",
                   escape_for_terminal(video).c_str());
      status = videos_failed;
    } else {
      std::fwrite(video.data(), 1, video.size(), stdout);
      std::putchar(zeros ? '\0' : '\n');
    }
  }
  return status;
}

/// Such as "left out in folders: 2 txt, 1 without a suffix".
void say_left_out(const std::map<std::string, size_t>& files) {
  std::string text;
  for (const auto& [suffix, number] : files)
    text += (text.empty() ? "" : ", ") + std::to_string(number) + " " +
            (suffix.empty() ? "without a suffix" : escape_for_terminal(suffix));
  if (!text.empty())
    std::fprintf(stderr, "left out in folders: %s\n", text.c_str());
}

} // namespace

int scan(int argc, char** argv) {
  ScanOptions options = parse_scan_options(argc, argv);
  const bool live = options.analysis.live;
  const Inputs found =
      live ? Inputs{find_live_sources(options.inputs.arguments, options.inputs.allow_network),
                    {},
                    {}}
           : find_inputs(options.inputs);
  const std::vector<std::string>& inputs = found.videos;
  for (const std::string& problem : found.problems)
    std::fprintf(stderr, "%s\n", problem.c_str());
  if (options.verbose)
    say_left_out(found.left_out);
  if (inputs.empty())
    throw Failure{"no videos in the named folders",
                  found.problems.empty() ? misused : videos_failed};
  const Shard& shard = options.shard;
  if (!shard.origin.empty())
    std::fprintf(stderr, "shard %u of %u, by %s\n", shard.index, shard.count, shard.origin.c_str());
  if (options.list) {
    const int status = list_videos(inputs, shard, options.inputs.zeros);
    return found.problems.empty() ? status : videos_failed;
  }
  check_output(options.output, inputs);
  const StoredSettings settings = list_settings(options.analysis);
  const std::string file = shard_file(options.output, shard);
  std::unique_ptr<ResultStore> results;
  Results* database = nullptr; // of `results`, if it is one
  if (options.format.empty()) {
    auto opened = std::make_unique<Results>(file, settings, shard);
    database = opened.get();
    results = std::move(opened);
  } else {
    results = std::make_unique<TextFiles>(options.output, options.format, settings);
  }
  note_signals();
  size_t failed_before = 0;
  std::vector<std::string> sources; // `names` are their names in the results
  for (const std::string& input : inputs) {
    if (const int number = pending_stop_signal(); number != 0) // looking up many files takes long
      return 128 + number;
    if (!live && !shard_has(shard, input))
      continue;
    const std::optional<Outcome> known =
        live ? std::nullopt : results->known(input, decoder_version());
    failed_before += known == Outcome::failed;
    if (!known)
      sources.push_back(input);
  }
  if (failed_before > 0)
    std::fprintf(stderr, "%s failed before and would fail again: not read\n",
                 format_number_of(failed_before, "video").c_str());
  const std::vector<std::string> names = live ? name_recordings(sources) : sources;
  if (live) // all at the same time
    options.processors.cpu_jobs = sources.size();
  options.analysis.decoder_threads =
      decoder_threads(std::min(options.processors.cpu_jobs, sources.size()));
  Recorder recorder(*results, names, options);
  Supervisor supervisor(sources, options.processors, options.analysis, recorder);
  supervisor.run(&received_signals);
  recorder.end();
  if (received_signal != 0 && !live)
    return 128 + received_signal;
  if (recorder.failed() + failed_before > 0 || !found.problems.empty())
    return videos_failed;
  const std::vector<std::string>& judged = live ? names : inputs;
  const bool fails =
      database && !options.policy.empty() && fails_policy(*database, file, judged, options.policy);
  return fails || has_finding(*results, judged, options.fail_on) ? has_findings : success;
}

} // namespace videohistogram::tools
