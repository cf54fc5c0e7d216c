// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Exit statuses, and the exception that ends the command with one of them.
#pragma once

#include <string>

namespace videohistogram::tools {

/// Exit statuses. A command that a signal interrupted returns 128 plus the signal's number.
enum Status { success = 0, has_findings = 1, misused = 2, videos_failed = 3 };

/// An exception that ends the command with a message for the user. The message is plain text:
/// names of files in it went through escape_for_terminal().
struct Failure {
  std::string message;
  int status = videos_failed;
};

/// A Failure for wrong usage of the command line.
inline Failure misuse(const std::string& message) {
  return {message, misused};
}

} // namespace videohistogram::tools
