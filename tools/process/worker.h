// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The worker process: analyses the videos that the supervisor names, several at once.
#pragma once

#include "tools/record/settings.h"

namespace videohistogram::tools {

/// The names of the hidden subcommands that the supervisor starts, and the descriptor of their
/// socket. The second one decodes and counts on the GPU that the process sees.
constexpr const char* worker_command = "--worker";
constexpr const char* gpu_worker_command = "--gpu-worker";
constexpr int worker_socket = 3;

/// Serves requests until the supervisor is gone, then ends the process at once: no process would
/// store the results of the videos in hand.
[[noreturn]] void run_worker(Processor processor);

} // namespace videohistogram::tools
