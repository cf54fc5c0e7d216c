// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/process/message.h"

#include <cstring>

namespace videohistogram::tools {

MessageWriter& MessageWriter::raw(const void* bytes, size_t size) {
  bytes_.append(static_cast<const char*>(bytes), size);
  return *this;
}

MessageWriter& MessageWriter::text(std::string_view text) {
  return number(text.size()).raw(text.data(), text.size());
}

MessageWriter& MessageWriter::frame(const FrameRecord& frame) {
  return number(frame.number)
      .signed_number(frame.time)
      .number(frame.corrupted)
      .text(frame.timecode)
      .raw(frame.figures.data(), sizeof frame.figures);
}

MessageWriter& MessageWriter::finding(const Finding& finding) {
  return text(finding.kind)
      .number(finding.first)
      .number(finding.last)
      .signed_number(finding.start)
      .signed_number(finding.end)
      .text(finding.detail);
}

MessageWriter& MessageWriter::shot(const Shot& shot) {
  return number(shot.number)
      .number(shot.first)
      .number(shot.last)
      .signed_number(shot.start)
      .signed_number(shot.end)
      .number(static_cast<uint64_t>(shot.transition))
      .number(shot.transition_last);
}

MessageWriter& MessageWriter::light(const LightLevels& light) {
  real(light.max_cll).real(light.max_fall).real(light.active_max_fall);
  for (const std::optional<uint32_t>& level : {light.declared_max_cll, light.declared_max_fall})
    number(level.has_value()).number(level.value_or(0));
  return text(light.mastering_display);
}

MessageWriter& MessageWriter::format(const VideoFormat& format) {
  return number(format.width)
      .number(format.height)
      .text(format.format)
      .text(format.colorimetry)
      .text(format.codec)
      .text(format.container)
      .signed_number(format.rate_numerator)
      .signed_number(format.rate_denominator)
      .signed_number(format.duration)
      .text(format.timecode);
}

MessageWriter& MessageWriter::video(const VideoRecord& video) {
  return number(static_cast<uint64_t>(video.outcome))
      .text(video.message)
      .number(video.identity.size)
      .signed_number(video.identity.modified)
      .text(video.identity.hash)
      .format(video.format)
      .number(video.frames)
      .number(video.corrupted)
      .number(video.lost.has_value())
      .number(video.lost.value_or(0))
      .signed_number(video.delay)
      .number(static_cast<uint64_t>(video.r103))
      .number(video.active.x)
      .number(video.active.y)
      .number(video.active.width)
      .number(video.active.height)
      .light(video.light)
      .raw(video.sums.data(), sizeof video.sums);
}

MessageWriter& MessageWriter::settings(const AnalysisSettings& settings) {
  const DetectionSettings& detection = settings.detection;
  const Selection& selection = settings.selection;
  return real(detection.black_pixel)
      .real(detection.black_picture)
      .real(detection.black_duration)
      .real(detection.frozen_noise)
      .real(detection.frozen_duration)
      .real(selection.start)
      .real(selection.duration)
      .signed_number(selection.every)
      .signed_number(selection.stream)
      .number(settings.counts)
      .number(settings.per_frame)
      .signed_number(settings.decoder_threads)
      .real(settings.timeout)
      .number(settings.live)
      .number(settings.allow_network);
}

MessageWriter& MessageWriter::counts(const FrameCounts& counts) {
  return number(counts.number).text(counts.channels).text(counts.data);
}

void MessageReader::raw(void* to, size_t size) {
  if (bytes_.size() < size)
    throw ProtocolError{};
  std::memcpy(to, bytes_.data(), size);
  bytes_.remove_prefix(size);
}

uint64_t MessageReader::number() {
  uint64_t value = 0;
  raw(&value, sizeof value);
  return value;
}

int64_t MessageReader::signed_number() {
  int64_t value = 0;
  raw(&value, sizeof value);
  return value;
}

double MessageReader::real() {
  double value = 0;
  raw(&value, sizeof value);
  return value;
}

template <class T>
T MessageReader::choice(T last) {
  const uint64_t value = number();
  if (value > static_cast<uint64_t>(last))
    throw ProtocolError{};
  return static_cast<T>(value);
}

std::string MessageReader::text() {
  const uint64_t size = number();
  if (size > bytes_.size())
    throw ProtocolError{};
  const std::string text(bytes_.substr(0, size));
  bytes_.remove_prefix(size);
  return text;
}

FrameRecord MessageReader::frame() {
  FrameRecord frame;
  frame.number = number();
  frame.time = signed_number();
  frame.corrupted = number() != 0;
  frame.timecode = text();
  raw(frame.figures.data(), sizeof frame.figures);
  return frame;
}

Finding MessageReader::finding() {
  Finding finding;
  finding.kind = text();
  finding.first = number();
  finding.last = number();
  finding.start = signed_number();
  finding.end = signed_number();
  finding.detail = text();
  return finding;
}

Shot MessageReader::shot() {
  Shot shot;
  shot.number = number();
  shot.first = number();
  shot.last = number();
  shot.start = signed_number();
  shot.end = signed_number();
  shot.transition = choice(Transition::gradual);
  shot.transition_last = number();
  return shot;
}

LightLevels MessageReader::light() {
  LightLevels light;
  light.max_cll = real();
  light.max_fall = real();
  light.active_max_fall = real();
  for (std::optional<uint32_t>* level : {&light.declared_max_cll, &light.declared_max_fall}) {
    const bool declared = number() != 0;
    const auto value = static_cast<uint32_t>(number());
    if (declared)
      *level = value;
  }
  light.mastering_display = text();
  return light;
}

VideoFormat MessageReader::format() {
  VideoFormat format;
  format.width = static_cast<uint32_t>(number());
  format.height = static_cast<uint32_t>(number());
  format.format = text();
  format.colorimetry = text();
  format.codec = text();
  format.container = text();
  format.rate_numerator = static_cast<int32_t>(signed_number());
  format.rate_denominator = static_cast<int32_t>(signed_number());
  format.duration = signed_number();
  format.timecode = text();
  return format;
}

VideoRecord MessageReader::video() {
  VideoRecord video;
  video.outcome = choice(Outcome::failed);
  video.message = text();
  video.identity.size = number();
  video.identity.modified = signed_number();
  video.identity.hash = text();
  video.format = format();
  video.frames = number();
  video.corrupted = number();
  const bool lost_known = number() != 0;
  const uint64_t lost = number();
  if (lost_known)
    video.lost = lost;
  video.delay = signed_number();
  video.r103 = choice(Verdict::fail);
  for (uint32_t* side :
       {&video.active.x, &video.active.y, &video.active.width, &video.active.height})
    *side = static_cast<uint32_t>(number());
  video.light = light();
  raw(video.sums.data(), sizeof video.sums);
  return video;
}

AnalysisSettings MessageReader::settings() {
  AnalysisSettings settings;
  DetectionSettings& detection = settings.detection;
  Selection& selection = settings.selection;
  for (double* value :
       {&detection.black_pixel, &detection.black_picture, &detection.black_duration,
        &detection.frozen_noise, &detection.frozen_duration, &selection.start, &selection.duration})
    *value = real();
  selection.every = static_cast<int>(signed_number());
  selection.stream = static_cast<int>(signed_number());
  settings.counts = number() != 0;
  settings.per_frame = number() != 0;
  settings.decoder_threads = static_cast<int>(signed_number());
  settings.timeout = real();
  settings.live = number() != 0;
  settings.allow_network = number() != 0;
  return settings;
}

FrameCounts MessageReader::counts() {
  FrameCounts counts;
  counts.number = number();
  counts.channels = text();
  counts.data = text();
  return counts;
}

} // namespace videohistogram::tools
