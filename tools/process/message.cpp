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
  return text(finding.kind).number(finding.first).number(finding.last).text(finding.detail);
}

MessageWriter& MessageWriter::video(const VideoRecord& video) {
  const VideoFormat& format = video.format;
  return number(static_cast<uint64_t>(video.outcome))
      .text(video.message)
      .number(video.identity.size)
      .signed_number(video.identity.modified)
      .text(video.identity.hash)
      .number(format.width)
      .number(format.height)
      .text(format.format)
      .text(format.colorimetry)
      .text(format.codec)
      .text(format.container)
      .signed_number(format.rate_numerator)
      .signed_number(format.rate_denominator)
      .signed_number(format.duration)
      .number(video.frames)
      .number(video.corrupted);
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
  finding.detail = text();
  return finding;
}

VideoRecord MessageReader::video() {
  VideoRecord video;
  const uint64_t outcome = number();
  if (outcome > static_cast<uint64_t>(Outcome::failed))
    throw ProtocolError{};
  video.outcome = static_cast<Outcome>(outcome);
  video.message = text();
  video.identity.size = number();
  video.identity.modified = signed_number();
  video.identity.hash = text();
  VideoFormat& format = video.format;
  format.width = static_cast<uint32_t>(number());
  format.height = static_cast<uint32_t>(number());
  format.format = text();
  format.colorimetry = text();
  format.codec = text();
  format.container = text();
  format.rate_numerator = static_cast<int32_t>(signed_number());
  format.rate_denominator = static_cast<int32_t>(signed_number());
  format.duration = signed_number();
  video.frames = number();
  video.corrupted = number();
  return video;
}

} // namespace videohistogram::tools
