// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <chrono>
#include <thread>

namespace videohistogram {

/// Polls `done` without sleeping, for about as long as falling asleep and being woken take at most.
/// The caller then sleeps if it is still not done.
template <typename Done>
void wait_awake(Done done) {
  constexpr std::chrono::microseconds patience(50);
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!done() && std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
}

} // namespace videohistogram
