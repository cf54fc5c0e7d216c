// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include <cstdint>
#include <memory>

namespace videohistogram {

/// Work that several threads can share.
class ParallelTask {
public:
  /// Called once by every participating thread; returns when no work is left to begin. The work
  /// must be complete after any number of threads took part, however late.
  virtual void run_share() = 0;

protected:
  ~ParallelTask() = default;
};

/// The number of cores that the calling thread may use, by its affinity mask; at least 1. Asks the
/// system each time.
unsigned usable_cores();

/// Helper threads that sleep between frames, unless the next frame follows at once.
/// A child after fork() has none of the threads: there the object neither waits for them nor
/// releases their memory, and run() starts new ones.
/// Thread-safety: run() from one thread at a time.
class Workers {
public:
  /// Starts no thread; each helper is started when it is first needed.
  Workers();
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Does `work` on this thread and on up to `helpers` helper threads; returns when it is done.
  /// Does not wait for a helper that is still asleep when this thread has finished its share. Uses
  /// fewer helpers if the system cannot start more threads; after one failure no start is tried
  /// again. Throws what a thread's share has thrown, once all have returned.
  void run(ParallelTask& work, uint32_t helpers);

private:
  class Crew;
  std::unique_ptr<Crew> crew_;
};

} // namespace videohistogram
