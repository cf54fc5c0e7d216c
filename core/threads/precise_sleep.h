// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace videohistogram {

/// During the object's lifetime, its thread wakes from sleeps on time: Linux's timer slack, 50 us
/// by default, is lowered to 1 us.
class PreciseSleep {
public:
#ifdef __linux__
  PreciseSleep() : slack_(prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0)) {
    prctl(PR_SET_TIMERSLACK, 1000ul, 0, 0, 0); // ns
  }
  ~PreciseSleep() {
    if (slack_ > 0)
      prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(slack_), 0, 0, 0);
  }

private:
  const int slack_;
#else
  PreciseSleep() {}
#endif
public:
  PreciseSleep(const PreciseSleep&) = delete;
  PreciseSleep& operator=(const PreciseSleep&) = delete;
};

} // namespace videohistogram
