// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backend.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram::test {

/// Where in a frame's life a fault shows.
enum class FaultStage {
  submit, ///< submit() returns the error
  wait,   ///< submit() succeeds, the job's wait() returns the error
  read,   ///< the frame is counted; reading one of its matrices returns the error
  absent, ///< the frame is counted; there is no memory for its matrices
  memory, ///< submit() throws std::bad_alloc
  hang,   ///< the device never answers: wait() blocks for time_limit, then it is device_lost
};

/// A run of frames that go wrong. Frames are numbered by calls of submit(), from 1, whether they
/// succeed or not.
struct Fault {
  uint64_t frame = 1;  ///< the first one
  uint64_t frames = 1; ///< how many in a row
  FaultStage stage = FaultStage::wait;
  ErrorKind kind = ErrorKind::transient; ///< of what is returned
};

/// Record of the calls of a fake. Kept by the test, so that it can be read after the backend
/// was given away. Thread-safety: any thread at any time.
struct FakeLog {
  std::atomic<uint64_t> prepares{0};                          ///< calls of prepare()
  std::atomic<uint32_t> prepared_rows{0}, prepared_frames{0}; ///< of the last call
  std::atomic<uint64_t> submits{0}; ///< calls of submit(), refused ones included
  std::atomic<uint64_t> counted{0}; ///< jobs whose wait() gave counts
  std::atomic<uint64_t> pending{0}; ///< jobs submitted and not yet released
  std::atomic<uint64_t> max_pending{0};
  std::atomic<uint32_t> last_rows{0};     ///< of the last frame that submit() took
  std::atomic<uint64_t> device_frames{0}; ///< frames with a context that submit() took
  /// While a test sets them, for up to 5 s, the device finishes no frame, and no matrix is read.
  std::atomic<bool> held{false}, matrices_held{false};
  std::atomic<uint32_t> reads{0}; ///< of matrices, that have begun and not ended
  std::atomic<bool> lost{false};  ///< device_lost has been returned to a caller
  /// Calls of prepare() and submit() that began after that. Must stay 0, since a device that is
  /// lost must be left alone; one that overlaps the return of the news to another thread is the
  /// exception. Waiting for or releasing what was pending is no such call.
  std::atomic<uint64_t> calls_after_lost{0};
};

struct FakeConfig {
  const char* name = "fake";
  int index = 0;                               ///< of the device, for its stats
  uint32_t depth = 3;                          ///< jobs that may be pending at once
  std::chrono::microseconds delay{0};          ///< time per frame beside the counting
  std::chrono::milliseconds time_limit{10000}; ///< after which a device is taken for lost
  /// How fast Job::device_time() says that a frame's bytes were counted, whatever it took; 0: it is
  /// not known.
  double bytes_per_ns = 0;

  /// true: the frame is read where it lies until the job is released, as from pinned memory.
  /// false: submit() copies the pixels, as a backend does that stages pageable frames; the frame
  /// may be unmapped or overwritten at once.
  bool holds_frame = true;
  /// Asked in each submit(): copy this frame whatever holds_frame says. May be null.
  std::function<bool()> stages;
  /// false: the host cannot read the pixels, as with a frame in device memory: a job that fails
  /// cannot be recounted.
  bool host_pixels = true;

  /// Result of Backend::can_count(). null: all plans can be counted.
  std::function<bool(const Plan&)> can_count;

  /// Result of pinned_memory(); null: no such memory.
  std::shared_ptr<HostMemorySource> memory;

  std::vector<Fault> faults;
  std::shared_ptr<FakeLog> log; ///< may be null
};

/// The name of every fake device.
constexpr const char* fake_device_name = "Fake GPU";

/// A stand-in for a device: counts as the CPU backend does, on a thread of its own, one frame after
/// the other in the order in which they came, and fails on command. device_lost latches: once a
/// caller has got it, pending jobs fail with it and so does every later submit(), and no matrix can
/// be read any more. A frame with a
/// context is held and counted where it lies, which is in host memory all the same; it cannot be
/// recounted. Thread-safety: as Backend says.
std::unique_ptr<Backend> create_fake_backend(FakeConfig config = {});

} // namespace videohistogram::test
