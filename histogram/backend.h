// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "histogram/error.h"
#include "histogram/frame.h"
#include "histogram/host_memory.h"
#include "histogram/matrix.h"
#include "histogram/request.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace videohistogram {

/// One frame being counted. Owned through JobPtr; it must not outlive its backend.
/// Thread-safety: one thread at a time, which need not be the one that submitted it.
class Job {
public:
  /// Waits until the frame is counted and writes Request::total_counts() counts. The wait is
  /// bounded: a device that does not answer in its backend's time limit is device_lost. Call it
  /// once.
  virtual Status wait(uint32_t* counts) = 0;

  /// The frame given to submit() is still being read, or is what host_pixels() shows: it has to
  /// stay mapped until the job is released. Does not change after submit().
  virtual bool holds_frame() const = 0;

  /// The same pixels where the host can read them until the job is released, so that they can be
  /// counted again if wait() fails; nullptr where there are none, of a frame on a device or one
  /// that was counted when submit() returned.
  virtual const FrameView* host_pixels() const = 0;

  /// After wait(): the counts along Request::direction; nullptr if there was none, or no memory for
  /// them.
  virtual std::shared_ptr<Matrix> matrix() { return nullptr; }

  /// After wait(): for how long the device had the frame, from the beginning of its copy to the end
  /// of its count; 0 where that is not known.
  virtual std::chrono::nanoseconds device_time() const { return {}; }

  /// After wait(): a CPU has counted it, or a part of it, in its device's place.
  virtual bool fell_back() const { return false; }

  /// Gives the job's slot back to its backend. Called by JobPtr alone, after wait() or instead of
  /// it; blocks (bounded like wait()) while a device still reads the frame or writes the slot.
  virtual void release() = 0;

protected:
  ~Job() = default;
};

struct JobReleaser {
  void operator()(Job* job) const { job->release(); }
};
using JobPtr = std::unique_ptr<Job, JobReleaser>;

/// How frames came to where they were counted, summed over a backend's life.
struct TransferStats {
  uint64_t bytes_uploaded = 0;   ///< bytes that crossed to a device
  uint64_t bytes_staged = 0;     ///< bytes that a CPU copied into pinned memory before that
  uint64_t zero_copy_frames = 0; ///< frames counted where they lay
  uint64_t pinned_frames = 0;    ///< frames that a device read from where they lay on the host
  uint64_t staged_frames = 0;    ///< frames that were copied into pinned memory first
};

/// What one device has done, summed over a backend's life.
struct DeviceStats {
  int index = 0;                    ///< as the CUDA runtime numbers them
  std::string name;                 ///< "NVIDIA H200"
  uint64_t frames = 0;              ///< counted there, wholly or in part
  uint64_t bytes = 0;               ///< that crossed to it
  std::chrono::nanoseconds busy{0}; ///< for which it had at least one frame
};

/// The frames that will come.
struct FramesAhead {
  const FormatInfo& format;
  uint32_t width, height;
  uint32_t pending; ///< at once, at most, of frames in host memory; 0: they will be a device's
  bool directional = false; ///< each is counted along a direction as well
};

/// Who counts: the CPU, a GPU, several of them, or a test's stand-in for one.
/// Thread-safety: submit(), prepare() and pinned_memory() from one thread at a time; jobs may
/// meanwhile be waited for and released from another one; the rest from any thread.
class Backend {
public:
  virtual ~Backend() = default;

  /// "cpu", "cuda".
  virtual const char* name() const = 0;

  /// What counts, for people: "NVIDIA H200 (device 0)", "up to 2 threads".
  virtual std::string device() const = 0;

  /// Whether submit() takes frames that lie in a GPU's memory.
  virtual bool counts_device_frames() const { return false; }

  /// How many jobs may be pending at once. Changes in prepare() alone.
  virtual uint32_t depth() const = 0;

  /// Makes ready for such frames, so that the first ones are not late. What cannot be had now is
  /// asked for again by submit(), so this reports nothing. No job may be pending.
  virtual void prepare(const FramesAhead& frames) = 0;

  /// Memory for frames of the host's, which submit() then takes without staging; nullptr if the
  /// backend knows no such memory, or has none now.
  virtual std::shared_ptr<HostMemorySource> pinned_memory() { return nullptr; }

  /// Starts counting a frame that check_frame() accepts, with a request that check_request()
  /// accepts. A job may be done when this returns; else this waits for a device only to save a
  /// matrix that somebody holds. `request` is not kept; the frame's bytes are, if the job
  /// holds_frame(). More than depth() pending jobs are a bug.
  virtual Expected<JobPtr> submit(const FrameView& frame, const Request& request) = 0;

  virtual TransferStats transfers() const = 0;

  /// One entry a device; none for a CPU.
  virtual std::vector<DeviceStats> device_stats() const { return {}; }
};

} // namespace videohistogram
