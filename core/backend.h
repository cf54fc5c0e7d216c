// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/error.h"
#include "core/frame.h"
#include "core/frame_memory.h"
#include "core/host_memory.h"
#include "core/matrix.h"
#include "core/plan.h"
#include "core/threads/cache_line.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace videohistogram {

class Backend;

/// One frame in flight, from submit() to release(). A backend makes its own jobs. Each job is
/// reused for frame after frame and is destroyed before its backend.
/// Thread-safety: one thread at a time, which need not be the one that submitted the frame.
class Job {
public:
  /// The destructor of a derived class calls release().
  virtual ~Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Whether the job is between submit() and release(). The methods below, except release(), may be
  /// called only while the job is pending.
  bool pending() const { return pending_; }

  /// Waits until the frame is counted, then writes Plan::total_counts() counts. Call once per
  /// frame. Fails with device_lost if the device does not answer within its backend's time limit.
  virtual Status wait(uint32_t* counts) = 0;

  /// Whether the frame given to submit() must stay mapped until release(): the backend still reads
  /// it, or host_pixels() points to it. Constant from submit() to release().
  virtual bool holds_frame() const = 0;

  /// The frame's pixels in host memory, readable until release(), so that the frame can be counted
  /// again if wait() fails. nullptr if there are none, for example for a frame in a device's memory
  /// or a frame that was already counted when submit() returned.
  virtual const FrameView* host_pixels() const = 0;

  /// Whether host_pixels() can be read after release(), too, for as long as a matrix of the frame
  /// fails with device_lost: a lost device gets no further frame that could overwrite them.
  virtual bool keeps_pixels() const { return false; }

  /// After wait(): the counts of a projection or of a rectangle's joint histogram, numbered as by
  /// Plan::n_matrices(). nullptr if there is no such matrix or there was no memory for its counts.
  virtual std::shared_ptr<Matrix> matrix(size_t index) = 0;

  /// After wait(): whether matrices are to be read before release(). Until then the frame can be
  /// counted again if the device fails; after it, a failure loses the counts that were not read.
  virtual bool matrices_need_frame() const { return false; }

  /// After wait(), until release(): the frame's sums; null if its plan has none.
  virtual const Sums* sums() const { return nullptr; }

  /// After wait(): time from the start of the frame's copy to the end of its count, if known.
  virtual std::optional<std::chrono::nanoseconds> device_time() const { return {}; }

  /// After wait(): whether a CPU counted the frame, or a part of it, in place of its device.
  virtual bool fell_back() const { return false; }

  /// Releases the frame, after wait() or instead of it; the job can then be submitted again.
  /// Blocks, bounded like wait(), while a device reads the frame. No effect if no frame is pending.
  void release();

protected:
  Job() = default;

private:
  friend class Backend;
  /// Releases what the job holds of its frame. Also called after do_submit() failed or threw.
  virtual void do_release() = 0;

  bool pending_ = false;
  Backend* counted_in_ = nullptr; ///< the backend whose limit of pending jobs counts this one
};

/// How frames reached the processor that counted them, summed over a backend's lifetime.
struct TransferStats {
  uint64_t bytes_uploaded = 0;   ///< bytes transferred to devices
  uint64_t bytes_staged = 0;     ///< bytes that the CPU first copied into pinned memory
  uint64_t zero_copy_frames = 0; ///< frames counted in place, without a transfer
  uint64_t pinned_frames = 0;    ///< host frames that a device read in place
  uint64_t staged_frames = 0;    ///< host frames that the CPU first copied into pinned memory
};

/// The work of one device, summed over a backend's lifetime.
struct DeviceStats {
  int index = 0;                    ///< as its vendor's runtime counts the devices
  std::string name;                 ///< "NVIDIA H200"
  uint64_t frames = 0;              ///< frames counted by the device, wholly or in part
  uint64_t bytes = 0;               ///< bytes transferred to the device
  std::chrono::nanoseconds busy{0}; ///< time with at least one frame in flight
};

/// Properties that the next frames share.
struct FramesAhead {
  const Plan& plan;
  uint32_t height;       ///< rows per frame; fewer than the plan's for a band
  uint32_t pending;      ///< maximum number of pending jobs
  MemoryKind memory;     ///< in which the frames lie
  FrameLimit limit = {}; ///< maximum number of frames in flight for which there is memory
};

/// Counts frames: on the CPU, on one GPU, on several, or in a test's substitute for one.
/// Thread-safety: submit(), prepare() and pinned_memory() from one thread at a time; another thread
/// may wait for jobs and release them meanwhile. All other methods from any thread.
class Backend {
public:
  virtual ~Backend() = default;

  /// The name of the processor that counts now, as users read it in the property `active-backend`.
  virtual const char* name() const = 0;

  /// Whether the processor that counts now is a device, and not the CPU.
  virtual bool is_device() const { return false; }

  /// The processor that counts, as text for users: "NVIDIA H200 (device 0)", "up to 2 threads".
  virtual std::string device() const = 0;

  /// Whether submit() takes frames that lie in such memory.
  virtual bool takes(MemoryKind memory) const { return memory == MemoryKind::host; }

  /// Whether submit() takes frames of this plan.
  virtual bool can_count(const Plan&) const { return true; }

  /// Maximum number of pending jobs. Only prepare() changes it; before the first prepare() the
  /// highest possible value.
  virtual uint32_t depth() const = 0;

  /// Acquires the resources that `frames` need, so that the first frame is not delayed. Reports no
  /// error: submit() retries what failed here. No job may be pending.
  virtual void prepare(const FramesAhead& frames) = 0;

  /// A source of host memory; submit() takes frames in this memory without staging. nullptr if the
  /// backend has no such memory, or none now.
  virtual std::shared_ptr<HostMemorySource> pinned_memory() { return nullptr; }

  /// A new job of this backend. Callers make depth() jobs before the first frame.
  virtual std::unique_ptr<Job> make_job() = 0;

  /// Starts counting `frame` in `job`, which is not pending. The frame may be counted on return.
  /// Waits for a device only to save the counts of a matrix that is still referenced. After return,
  /// the backend refers to the frame's bytes only if the job holds_frame(), and never to `regions`.
  /// Callers, not submit(), check that the backend takes() the frame's memory. Errors: bug beyond
  /// depth() jobs; invalid_argument of check_frame(), check_plan() or without can_count().
  Status submit(Job& job, const FrameView& frame, const SharedPlan& plan,
                const std::vector<Rect>& regions);

  /// submit() without its checks, for a backend that passes a frame and regions, or parts of them,
  /// to another backend after checking them. That backend makes sure itself that at most depth()
  /// jobs are pending.
  Status submit_checked(Job& job, const FrameView& frame, const SharedPlan& plan,
                        const std::vector<Rect>& regions);

  virtual TransferStats transfers() const = 0;

  /// One entry per device; empty for the CPU.
  virtual std::vector<DeviceStats> device_stats() const { return {}; }

private:
  friend class Job;
  /// Counts a frame that has passed check_frame() and check_plan().
  virtual Status do_submit(Job& job, const FrameView& frame, const SharedPlan& plan,
                           const std::vector<Rect>& regions) = 0;

  struct alignas(cache_line_bytes) Pending {
    std::atomic<uint32_t> jobs{0};
  };
  Pending pending_; ///< pending jobs that were given to submit()
};

} // namespace videohistogram
