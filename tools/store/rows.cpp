// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/rows.h"

namespace videohistogram::tools {

namespace {

constexpr const char* whole = "INTEGER NOT NULL";
constexpr const char* text = "TEXT NOT NULL";
constexpr const char* maybe_whole = "INTEGER";
constexpr const char* maybe_real = "REAL";

int64_t number(uint64_t value) {
  return static_cast<int64_t>(value);
}

Value time_or_none(int64_t time) {
  return time == no_time ? Value() : Value(time);
}

Value number_or_none(const std::optional<uint32_t>& value) {
  return value ? Value(int64_t{*value}) : Value();
}

} // namespace

Row describe_video(const VideoRecord& video) {
  const VideoFormat& format = video.format;
  const LightLevels& light = video.light;
  const auto active = [&](uint32_t side) { return video.active.empty() ? Value() : int64_t{side}; };
  return {
      {"outcome", "TEXT NOT NULL CHECK(outcome IN ('complete', 'damaged', 'failed'))",
       outcome_name(video.outcome)},
      {"message", text, video.message},
      {"size", whole, number(video.identity.size)},
      {"modified", whole, video.identity.modified},
      {"hash", text, video.identity.hash},
      {"width", whole, number(format.width)},
      {"height", whole, number(format.height)},
      {"format", text, format.format},
      {"rate_numerator", whole, int64_t{format.rate_numerator}},
      {"rate_denominator", whole, int64_t{format.rate_denominator}},
      {"colorimetry", text, format.colorimetry},
      {"codec", text, format.codec},
      {"container", text, format.container},
      {"duration", whole, format.duration},
      {"timecode", text, format.timecode},
      {"frames", whole, number(video.frames)},
      {"corrupted", whole, number(video.corrupted)},
      {"lost", maybe_whole, video.lost ? Value(number(*video.lost)) : Value()},
      {"r103", text, verdict_name(video.r103)},
      {"active_x", maybe_whole, active(video.active.x)},
      {"active_y", maybe_whole, active(video.active.y)},
      {"active_width", maybe_whole, active(video.active.width)},
      {"active_height", maybe_whole, active(video.active.height)},
      {"max_cll", maybe_real, light.max_cll},
      {"max_fall", maybe_real, light.max_fall},
      {"active_max_fall", maybe_real, light.active_max_fall},
      {"declared_max_cll", maybe_whole, number_or_none(light.declared_max_cll)},
      {"declared_max_fall", maybe_whole, number_or_none(light.declared_max_fall)},
      {"mastering_display", text, light.mastering_display},
  };
}

Row describe_finding(const Finding& finding) {
  return {
      {"kind", text, finding.kind},
      {"first_frame", whole, number(finding.first)},
      {"last_frame", whole, number(finding.last)},
      {"start_time", maybe_whole, time_or_none(finding.start)},
      {"end_time", maybe_whole, time_or_none(finding.end)},
      {"detail", text, finding.detail},
  };
}

Row describe_shot(const Shot& shot) {
  const bool gradual = shot.transition == Transition::gradual;
  return {
      {"shot", whole, number(shot.number)},
      {"first_frame", whole, number(shot.first)},
      {"last_frame", whole, number(shot.last)},
      {"start_time", maybe_whole, time_or_none(shot.start)},
      {"end_time", maybe_whole, time_or_none(shot.end)},
      {"transition", "TEXT NOT NULL CHECK(transition IN ('start', 'cut', 'gradual'))",
       transition_name(shot.transition)},
      {"transition_first", maybe_whole, gradual ? Value(number(shot.first)) : Value()},
      {"transition_last", maybe_whole, gradual ? Value(number(shot.transition_last)) : Value()},
  };
}

Row describe_sum(size_t column, const FigureSum& sum) {
  return {
      {"figure", text, frame_columns[column].name}, {"frames", whole, number(sum.frames)},
      {"minimum", maybe_real, sum.minimum},         {"mean", maybe_real, sum.mean},
      {"maximum", maybe_real, sum.maximum},
  };
}

} // namespace videohistogram::tools
