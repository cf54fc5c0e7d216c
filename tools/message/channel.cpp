// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/message/channel.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>

namespace videohistogram::tools {

namespace {

/// Paths and messages of decoders are far shorter.
constexpr uint32_t max_length = 1 << 20;

} // namespace

void append_message(std::string& bytes, MessageKind kind, const std::string& content) {
  const auto length = static_cast<uint32_t>(content.size() + 1);
  bytes.append(reinterpret_cast<const char*>(&length), sizeof length);
  bytes += static_cast<char>(kind);
  bytes += content;
}

bool send_all(int socket, const std::string& bytes) {
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t sent = send(socket, &bytes[done], bytes.size() - done, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent < 0)
      return false;
    done += static_cast<size_t>(sent);
  }
  return true;
}

bool MessageBuffer::receive(int socket) {
  char part[65536];
  ssize_t got;
  do {
    got = recv(socket, part, sizeof part, 0);
  } while (got < 0 && errno == EINTR);
  if (got <= 0)
    return false;
  append({part, static_cast<size_t>(got)});
  return true;
}

void MessageBuffer::append(std::string_view bytes) {
  bytes_.erase(0, taken_);
  taken_ = 0;
  bytes_ += bytes;
}

std::optional<Message> MessageBuffer::next() {
  uint32_t length = 0;
  const size_t available = bytes_.size() - taken_;
  if (available < sizeof length)
    return {};
  std::memcpy(&length, &bytes_[taken_], sizeof length);
  if (length == 0 || length > max_length)
    throw ProtocolError{};
  if (available - sizeof length < length)
    return {};
  Message message{static_cast<MessageKind>(bytes_[taken_ + sizeof length]),
                  bytes_.substr(taken_ + sizeof length + 1, length - 1)};
  taken_ += sizeof length + length;
  return message;
}

} // namespace videohistogram::tools
