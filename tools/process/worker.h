// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The worker process: analyses the videos that the supervisor names, several at once.
#pragma once

namespace videohistogram::tools {

/// The descriptor of the socket of a WorkerProcess.
constexpr int worker_socket = 3;

/// Serve requests until the supervisor is gone, then end the process at once: no process would
/// store the results of the videos in hand. run_gpu_worker() decodes and counts on the GPU that the
/// process sees.
[[noreturn]] void run_cpu_worker();
[[noreturn]] void run_gpu_worker();

} // namespace videohistogram::tools
