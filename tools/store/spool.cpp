// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/store/spool.h"

#include "tools/base/failure.h"
#include "tools/message/channel.h"
#include "tools/text/escape.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace videohistogram::tools {

namespace {

/// Bytes in memory: some 3000 frames.
constexpr size_t memory_size = 1 << 20;

Failure failed(const std::string& folder) {
  return {"cannot write to " + escape_for_terminal(folder) + ": " + std::strerror(errno)};
}

std::FILE* open_nameless(const std::string& folder) {
  std::string name = folder + "/.gst-videohistogram-XXXXXX";
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0)
    throw failed(folder);
  unlink(name.c_str());
  return fdopen(file, "w+b");
}

} // namespace

void Spool::append(MessageKind kind, std::string_view content) {
  append_message(memory_, kind, std::string(content));
  if (memory_.size() >= memory_size)
    flush();
}

void Spool::flush() {
  if (!file_)
    file_.reset(open_nameless(folder_));
  if (std::fwrite(memory_.data(), 1, memory_.size(), file_.get()) != memory_.size() ||
      std::fflush(file_.get()) != 0)
    throw failed(folder_);
  memory_.clear();
}

void Spool::replay(const std::function<void(MessageKind, MessageReader&)>& use) {
  MessageBuffer buffer;
  const auto replay_parts = [&] {
    while (const std::optional<Message> part = buffer.next()) {
      MessageReader content(part->content);
      use(part->kind, content);
    }
  };
  if (file_) {
    std::rewind(file_.get());
    char bytes[65536];
    while (const size_t got = std::fread(bytes, 1, sizeof bytes, file_.get())) {
      buffer.append({bytes, got});
      replay_parts();
    }
    if (std::ferror(file_.get()))
      throw failed(folder_);
  }
  buffer.append(memory_);
  replay_parts();
}

void Spool::clear() {
  memory_.clear();
  file_.reset();
}

} // namespace videohistogram::tools
