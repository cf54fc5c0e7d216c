// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/decoder_log.h"

#include "tools/read/av_pointers.h"
#include "tools/text/format.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>

namespace videohistogram::tools {

struct DecoderLog::Messages {
  uint64_t number = 0;
  std::string example; ///< the longest message; of equally long ones the least by its bytes

  void add(const std::string& text) {
    number++;
    if (text.size() > example.size() || (text.size() == example.size() && text < example))
      example = text;
  }
};

namespace {

/// Of the messages of all videos. A decoder's thread may still write when its video has ended.
std::mutex messages_mutex;
std::map<const void*, std::shared_ptr<DecoderLog::Messages>> video_messages;

void note_message(void* context, int level, const char* format, va_list arguments) {
  const AVClass* const kind = context ? *static_cast<AVClass**>(context) : nullptr;
  if (level > AV_LOG_ERROR || !kind || std::strcmp(kind->class_name, "AVCodecContext") != 0)
    return;
  char text[1024];
  const int size = std::vsnprintf(text, sizeof text, format, arguments);
  std::string line(text, static_cast<size_t>(std::clamp<int>(size, 0, sizeof text - 1)));
  line.erase(line.find_last_not_of('\n') + 1);
  const std::lock_guard<std::mutex> lock(messages_mutex);
  const auto log = video_messages.find(static_cast<AVCodecContext*>(context)->opaque);
  if (log != video_messages.end())
    log->second->add(line);
}

} // namespace

DecoderLog::DecoderLog() : messages_(std::make_shared<Messages>()) {}

DecoderLog::~DecoderLog() {
  const std::lock_guard<std::mutex> lock(messages_mutex);
  for (auto entry = video_messages.begin(); entry != video_messages.end();)
    entry = entry->second == messages_ ? video_messages.erase(entry) : std::next(entry);
}

void DecoderLog::attach(const void* opaque) {
  silence_log();
  const std::lock_guard<std::mutex> lock(messages_mutex);
  video_messages[opaque] = messages_;
}

/// Each time: GStreamer's plugin sets another function when it loads.
void silence_log() {
  av_log_set_callback(note_message);
}

void DecoderLog::note(const std::string& text) {
  const std::lock_guard<std::mutex> lock(messages_mutex);
  messages_->add(text);
}

uint64_t DecoderLog::number() const {
  const std::lock_guard<std::mutex> lock(messages_mutex);
  return messages_->number;
}

std::string DecoderLog::describe() const {
  const std::lock_guard<std::mutex> lock(messages_mutex);
  return messages_->number == 0
             ? ""
             : format_number_of(messages_->number, "message") + ", such as: " + messages_->example;
}

} // namespace videohistogram::tools
