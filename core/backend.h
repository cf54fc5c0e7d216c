// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/frame.h"
#include "core/frame_memory.h"
#include "core/host_memory.h"
#include "core/matrix.h"
#include "core/plan.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace videohistogram {

class Backend;

/// A frame in flight: what a backend has of it from submit() until it is released. Made by the
/// backend that counts in it, used for frame after frame, and destroyed before that backend.
/// Thread-safety: one thread at a time, which need not be the one that submitted the frame.
class Job {
public:
  /// A derived class releases the frame in its own destructor.
  virtual ~Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// A frame was submitted, and is not released yet. All that follows is only for such a job.
  bool pending() const { return pending_in_ != nullptr; }

  /// Waits until the frame is counted and writes Plan::total_counts() counts. The wait is bounded:
  /// a device that does not answer in its backend's time limit is device_lost. Call it once.
  virtual Status wait(uint32_t* counts) = 0;

  /// The frame given to submit() is still being read, or is what host_pixels() shows: it has to
  /// stay mapped until it is released. Does not change after submit().
  virtual bool holds_frame() const = 0;

  /// The same pixels where the host can read them until the job is released, so that they can be
  /// counted again if wait() fails; nullptr where there are none, of a frame on a device or one
  /// that was counted when submit() returned.
  virtual const FrameView* host_pixels() const = 0;

  /// After wait(): the counts of one of Plan::projections; nullptr if the plan has no such one, or
  /// there was no memory for them.
  virtual std::shared_ptr<Matrix> projection(size_t index) = 0;

  /// After wait(): for how long the device had the frame, from the beginning of its copy to the end
  /// of its count; none where that is not known.
  virtual std::optional<std::chrono::nanoseconds> device_time() const { return {}; }

  /// After wait(): a CPU has counted it, or a part of it, in its device's place.
  virtual bool fell_back() const { return false; }

  /// Ends with the frame, after wait() or instead of it, so that the next one can be submitted.
  /// Blocks (bounded like wait()) while a device still reads the frame. Does nothing where none is
  /// pending.
  void release();

protected:
  Job() = default;

private:
  friend class Backend;
  /// The frame is done with. Also called after a do_submit() that failed or threw.
  virtual void do_release() = 0;

  Backend* pending_in_ = nullptr;
};

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
  const Plan& plan;
  uint32_t height;       ///< rows: of a band fewer than the plan's
  uint32_t pending;      ///< at once, at most
  bool on_device;        ///< they lie in a device's memory
  FrameLimit limit = {}; ///< there is no memory for more
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

  /// How many jobs may be pending at once: the most possible before prepare(), which alone changes
  /// it.
  virtual uint32_t depth() const = 0;

  /// Makes ready for such frames, so that the first ones are not late. What cannot be had now is
  /// asked for again by submit(), so this reports nothing. No job may be pending.
  virtual void prepare(const FramesAhead& frames) = 0;

  /// Memory for frames of the host's, which submit() then takes without staging; nullptr if the
  /// backend knows no such memory, or has none now.
  virtual std::shared_ptr<HostMemorySource> pinned_memory() { return nullptr; }

  /// A job of this backend. As many as may be pending at once are made before the first frame.
  virtual std::unique_ptr<Job> make_job() = 0;

  /// Starts counting the frame in `job`, which is not pending. It may be counted when this returns;
  /// else this waits for a device only to save a matrix that somebody holds. The frame's bytes are
  /// kept if the job holds_frame(); `regions` is not. Errors: invalid_argument if check_frame() or
  /// check_plan() refuses the frame; bug if depth() jobs are pending.
  Status submit(Job& job, const FrameView& frame, const SharedPlan& plan,
                const std::vector<Rect>& regions);

  /// submit() of a frame and regions that have passed its checks before, or are parts of such: for
  /// a backend that hands frames on.
  Status submit_checked(Job& job, const FrameView& frame, const SharedPlan& plan,
                        const std::vector<Rect>& regions);

  virtual TransferStats transfers() const = 0;

  /// One entry a device; none for a CPU.
  virtual std::vector<DeviceStats> device_stats() const { return {}; }

private:
  friend class Job;
  /// Counts a frame that has passed the checks.
  virtual Status do_submit(Job& job, const FrameView& frame, const SharedPlan& plan,
                           const std::vector<Rect>& regions) = 0;

  std::atomic<uint32_t> pending_{0}; ///< jobs
};

} // namespace videohistogram
