// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <csignal>

namespace videohistogram::tools {

/// The signals that ask a scan to end: Ctrl-C, a request of another program, the end of the
/// terminal.
constexpr int stop_signals[] = {SIGINT, SIGTERM, SIGHUP};

/// That of stop_signals which has come and is blocked; 0: none.
inline int pending_stop_signal() {
  sigset_t pending;
  sigpending(&pending);
  for (int number : stop_signals) {
    if (sigismember(&pending, number))
      return number;
  }
  return 0;
}

} // namespace videohistogram::tools
