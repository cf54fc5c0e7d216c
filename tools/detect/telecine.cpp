// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/telecine.h"

namespace videohistogram::tools {

namespace {

constexpr uint64_t cycle = 5;
/// Events with one phase that begin a run, events of a telecine that is reported, and moving frames
/// without an event that end one.
constexpr size_t least_of_run = 4, least_events = 10, longest_pause = 12;
/// A phase is compared with the one before within so many frames.
constexpr uint64_t most_apart = 250;
constexpr int64_t shortest_telecine = int64_t{2} * 1000000000;

size_t place_of(RepeatedField field) {
  return field == RepeatedField::top ? 0 : 1;
}

} // namespace

bool TelecineFinder::matches(const Event& event) const {
  return run_ && event.number % cycle == run_->phase[place_of(event.field)];
}

/// The run that the last events make: fields alternate, two and three frames apart.
std::optional<TelecineFinder::Run> TelecineFinder::find_run() const {
  if (others_.size() < least_of_run)
    return {};
  const size_t first = others_.size() - least_of_run;
  Run run;
  run.first = others_[first];
  run.last = others_.back();
  run.events = least_of_run;
  for (size_t i = first; i < others_.size(); i++) {
    const Event& event = others_[i];
    run.phase[place_of(event.field)] = event.number % cycle;
    if (i == first)
      continue;
    const uint64_t apart = event.number - others_[i - 1].number;
    if (event.field == others_[i - 1].field || apart < 2 || apart > 3)
      return {};
    if (i > first + 1 && event.number - others_[i - 2].number != cycle)
      return {};
  }
  return run;
}

void TelecineFinder::note(const Event& event, VideoListener& listener) {
  if (matches(event)) {
    run_->last = event;
    run_->events++;
    events_++;
    others_.clear();
    return;
  }
  others_.push_back(event);
  const std::optional<Run> found = find_run();
  if (!found) {
    if (others_.size() > 2 * least_of_run)
      others_.erase(others_.begin());
    return;
  }
  if (!run_ || found->first.number - run_->last.number > most_apart) {
    finish(listener);
    first_ = found->first;
  } else if (run_->events > least_of_run) {
    listener.finding({"cadence-broken", found->first.number, found->first.number, found->first.time,
                      found->first.time, "fields are repeated at other frames than before"});
  }
  run_ = found;
  events_ += least_of_run;
  others_.clear();
}

void TelecineFinder::add(const FrameRecord& frame, RepeatedField repeated, bool moves,
                         VideoListener& listener) {
  if (repeated == RepeatedField::neither) {
    moving_ += moves ? 1 : 0;
    if (moving_ > longest_pause)
      finish(listener);
    return;
  }
  moving_ = 0;
  note({frame.number, frame.time, repeated}, listener);
}

void TelecineFinder::finish(VideoListener& listener) {
  if (run_ && events_ >= least_events && run_->last.time != no_time && first_.time != no_time &&
      run_->last.time - first_.time >= shortest_telecine)
    listener.finding({"telecine", first_.number, run_->last.number, first_.time, run_->last.time,
                      "2:3, fields of a frame are repeated"});
  run_.reset();
  others_.clear();
  events_ = 0;
}

} // namespace videohistogram::tools
