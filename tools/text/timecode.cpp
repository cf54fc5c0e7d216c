// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/text/timecode.h"

#include <cstdio>

namespace videohistogram::tools {

namespace {

/// Numbers left out per minute.
uint64_t dropped(TimecodeRate rate) {
  return rate.drop ? rate.frames / 15 : 0;
}

uint64_t frames_per_ten_minutes(TimecodeRate rate) {
  return uint64_t{600} * rate.frames - 9 * dropped(rate);
}

} // namespace

std::optional<TimecodeRate> TimecodeRate::of(int32_t numerator, int32_t denominator) {
  if (numerator <= 0 || denominator <= 0)
    return {};
  const int64_t frames = (int64_t{numerator} + denominator / 2) / denominator;
  if (frames < 1 || frames > 99)
    return {};
  TimecodeRate rate{static_cast<uint32_t>(frames), false};
  rate.drop =
      (frames == 30 || frames == 60) && int64_t{numerator} * 1001 == frames * 1000 * denominator;
  return rate;
}

std::string format_timecode(uint64_t frame, TimecodeRate rate) {
  const uint64_t per_ten = frames_per_ten_minutes(rate);
  frame %= per_ten * 6 * 24;
  const uint64_t tens = frame / per_ten, rest = frame % per_ten;
  const uint64_t full_minute = uint64_t{60} * rate.frames;
  // Of ten minutes the first is full.
  const uint64_t minutes =
      rest < full_minute ? 0 : 1 + (rest - full_minute) / (full_minute - dropped(rate));
  const uint64_t number = frame + dropped(rate) * (9 * tens + minutes);
  const uint64_t seconds = number / rate.frames;
  char text[64];
  std::snprintf(text, sizeof text, "%02u:%02u:%02u%c%02u", static_cast<unsigned>(seconds / 3600),
                static_cast<unsigned>(seconds / 60 % 60), static_cast<unsigned>(seconds % 60),
                rate.drop ? ';' : ':', static_cast<unsigned>(number % rate.frames));
  return text;
}

std::optional<uint64_t> parse_timecode(const std::string& text, TimecodeRate& rate) {
  unsigned hours = 0, minutes = 0, seconds = 0, frames = 0;
  char separator = 0, end = 0;
  if (std::sscanf(text.c_str(), "%2u:%2u:%2u%c%2u%c", &hours, &minutes, &seconds, &separator,
                  &frames, &end) != 5)
    return {};
  TimecodeRate parsed = rate;
  parsed.drop = separator == ';';
  if ((separator != ';' && separator != ':') || (parsed.drop && rate.frames % 30 != 0) ||
      hours > 23 || minutes > 59 || seconds > 59 || frames >= rate.frames)
    return {};
  const uint64_t all_minutes = 60 * hours + minutes;
  const uint64_t left_out = dropped(parsed) * (all_minutes - all_minutes / 10);
  if (minutes % 10 != 0 && seconds == 0 && frames < dropped(parsed))
    return {}; // a number that is left out
  rate = parsed;
  return (60 * all_minutes + seconds) * rate.frames + frames - left_out;
}

} // namespace videohistogram::tools
