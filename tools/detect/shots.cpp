// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/shots.h"

#include <algorithm>

namespace videohistogram::tools {

namespace {

/// The number of frames after a transition from which on no other one can take its place.
constexpr int64_t frames_to_settle = 180;
constexpr int64_t first_of_fade = fade_reach + longest_hold + longest_gradual; // before the newest
static_assert(frames_to_settle > first_of_fade && first_of_fade < FrameWindow::capacity);

/// Frames next to a dissolve in which there is no cut.
constexpr int64_t dissolve_edge = 2;

/// The share of the squared difference of the frames before and after a transition that is a cut's
/// own: half of the difference, in one step.
constexpr double cut_share = 0.25;

bool overlap(const GradualSpan& a, const GradualSpan& b, int64_t tolerance) {
  return a.first <= b.last + tolerance && b.first <= a.last + tolerance;
}

/// Whether a cut makes the most of the change of a dissolve. That of a cut with other frames
/// between its shots, 0, is not known: such frames look like a dissolve of a few frames, not like a
/// long one.
bool makes_most(const GradualSpan& cut, const GradualSpan& dissolve) {
  constexpr int64_t longest_doubt = 8;
  return cut.change > 0 ? cut.change >= cut_share * dissolve.change
                        : dissolve.last - dissolve.first < longest_doubt;
}

} // namespace

void ShotFinder::add(const Features& features, int64_t time, VideoListener& listener) {
  frames_.add(features, time);
  if (frames_.end() == 1)
    shot_.start = time;
  const int64_t newest = frames_.end() - 1;
  if (newest - cut_reach_after >= 1)
    look_for_cut(newest - cut_reach_after);
  if (const auto span = find_dissolve(frames_))
    add_candidate(*span, Kind::dissolve);
  if (newest >= fade_reach)
    look_for_fade(newest - fade_reach);
  report_before(newest - frames_to_settle, listener);
}

void ShotFinder::look_for_cut(int64_t frame) {
  if (const auto change = find_cut(frames_, frame))
    add_candidate({frame, frame, 1, *change}, Kind::cut);
}

void ShotFinder::look_for_fade(int64_t frame) {
  for (const GradualSpan& span : find_fades(frames_, frame))
    add_candidate(span, Kind::fade);
}

/// Of candidates of one kind that overlap, the best one stays.
void ShotFinder::add_candidate(const GradualSpan& span, Kind kind) {
  // When it is reported, its first frame may have left the window.
  const Candidate candidate{span, kind, frames_[span.first].time};
  const auto competes = [&](const Candidate& other) {
    return other.kind == candidate.kind && overlap(other.span, candidate.span, 0);
  };
  for (const Candidate& other : candidates_) {
    if (competes(other) && other.span.quality >= candidate.span.quality)
      return;
  }
  candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(), competes),
                    candidates_.end());
  const auto place = std::find_if(candidates_.begin(), candidates_.end(), [&](const Candidate& c) {
    return c.span.first > candidate.span.first;
  });
  candidates_.insert(place, candidate);
}

/// Whether `a` gives way to `b`, a candidate of another kind. A fade is better than all that it
/// overlaps. Of a cut and a dissolve around it or next to it, the cut is better if it makes the
/// most of the change; otherwise it is a step of the dissolve, such as its last one: editors repeat
/// and drop frames there.
bool ShotFinder::yields(const Candidate& a, const Candidate& b) {
  if (a.kind == Kind::cut && b.kind == Kind::dissolve)
    return overlap(a.span, b.span, dissolve_edge) && !makes_most(a.span, b.span);
  if (a.kind == Kind::dissolve && b.kind == Kind::cut)
    return overlap(a.span, b.span, dissolve_edge) && makes_most(b.span, a.span);
  return a.kind < b.kind && overlap(a.span, b.span, 0);
}

void ShotFinder::report_before(int64_t frame, VideoListener& listener) {
  while (!candidates_.empty() && candidates_.front().span.last < frame) {
    const Candidate candidate = candidates_.front();
    candidates_.erase(candidates_.begin());
    if (!candidate.span.valid)
      continue;
    const auto is_better = [&](const Candidate& other) {
      return other.span.valid && yields(candidate, other);
    };
    const bool is_reported = reported_ && reported_->kind == candidate.kind &&
                             overlap(reported_->span, candidate.span, 0);
    if (std::any_of(candidates_.begin(), candidates_.end(), is_better) || is_reported ||
        (reported_ && is_better(*reported_)))
      continue;
    begin_shot(candidate, listener);
    reported_ = candidate;
  }
}

void ShotFinder::begin_shot(const Candidate& candidate, VideoListener& listener) {
  const auto first = static_cast<uint64_t>(candidate.span.first);
  if (first <= shot_.first)
    return; // the video begins with a fade
  shot_.last = first - 1;
  shot_.end = candidate.start;
  listener.shot(shot_);
  shot_.start = shot_.end;
  shot_.number++;
  shot_.first = first;
  shot_.transition = candidate.kind == Kind::cut ? Transition::cut : Transition::gradual;
  shot_.transition_last = static_cast<uint64_t>(candidate.span.last);
}

void ShotFinder::finish(VideoListener& listener) {
  const int64_t end = frames_.end();
  if (end == 0)
    return;
  for (int64_t frame = std::max<int64_t>(end - cut_reach_after, 1); frame < end; frame++)
    look_for_cut(frame);
  for (int64_t frame = std::max<int64_t>(end - fade_reach, 0); frame < end; frame++)
    look_for_fade(frame);
  report_before(end, listener);
  shot_.last = static_cast<uint64_t>(end - 1);
  shot_.end = frames_[end - 1].time;
  listener.shot(shot_);
}

} // namespace videohistogram::tools
