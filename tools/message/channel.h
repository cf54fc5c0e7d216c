// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Messages over a stream socket: the length of kind and content in 4 bytes, the kind in one, the
// content.
#pragma once

#include "tools/message/message.h"

#include <optional>
#include <string>

namespace videohistogram::tools {

struct Message {
  MessageKind kind;
  std::string content;
};

/// Appends the bytes of one message, so that several can be sent at once.
void append_message(std::string& bytes, MessageKind kind, const std::string& content = {});

/// Sends all bytes; blocks while the other side is busy. Returns false if it is gone.
bool send_all(int socket, const std::string& bytes);

/// Collects bytes until they are whole messages.
class MessageBuffer {
public:
  /// Reads what has arrived, or waits for it. Returns false if the other side is gone.
  bool receive(int socket);
  /// Adds bytes that were read elsewhere.
  void append(std::string_view bytes);
  /// The next whole message. Throws ProtocolError.
  std::optional<Message> next();

private:
  std::string bytes_;
  size_t taken_ = 0;
};

} // namespace videohistogram::tools
