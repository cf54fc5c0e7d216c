// SPDX-License-Identifier: LGPL-2.1-or-later
// The worker process: analyses the videos that the supervisor names, several at once.
#pragma once

namespace videohistogram::tools {

/// The name of the hidden subcommand that the supervisor starts, and the descriptor of its socket.
constexpr const char* worker_command = "--worker";
constexpr int worker_socket = 3;

/// Serves requests until the supervisor is gone, then ends the process without waiting for videos
/// in hand, whose results nobody would keep.
[[noreturn]] void run_worker();

} // namespace videohistogram::tools
