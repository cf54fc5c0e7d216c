// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "core/backends/fallback_backend.h"
#include "core/backends/row_shares.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace videohistogram {

/// How several devices share frames in host memory.
enum class Split {
  automatic, ///< rows or frames, by the frames' size and by whether devices read them in place
  rows,      ///< each device counts a band of every frame, all at the same time
  frames,    ///< each device counts whole frames, in turn
};

/// The name of a split: "auto", "rows", "frames".
const char* split_name(Split split);

/// With Split::automatic, frames of at least this size are split by rows; smaller frames are
/// counted whole. In bytes, without padding.
constexpr size_t min_bytes_split_by_rows = size_t{24} << 20;

/// One of several devices, with the CPU as its fallback.
struct SplitMember {
  int device; ///< see MemoryPlace::device
  std::unique_ptr<FallbackBackend> backend;
};

/// Counts on several devices. The counts and their order are the same as with one device.
///
/// - A device that fails gets no frames until its next retry; the other devices count its part.
/// - A frame in the memory of a device that is not a member is counted on that device, by an extra
///   member made for it. If that member cannot be made, submit() fails, and the caller can submit a
///   copy in host memory.
/// - One device counts the whole frame if the plan has matrices.
///
/// Thread-safety: as for Backend.
class SplitBackend final : public Backend {
public:
  /// Makes a member for frames in the memory of `device`. Called on the submitting thread.
  using MakeMember = std::function<Expected<SplitMember>(int device)>;

  /// `members`: at least one, with a depth of the larger of `depth` and `whole_depth`.
  /// `make_member`: makes extra members; null: there are none. At most `whole_depth` frames are
  /// pending while host frames are counted whole. Otherwise at most `depth` are: one device may
  /// then hold a part of every frame, or all frames in device memory.
  SplitBackend(std::vector<SplitMember> members, Split split, uint32_t depth, uint32_t whole_depth,
               MakeMember make_member = nullptr);

  /// The processors that count now: the devices, or the CPU if no device is usable.
  const char* name() const override { return counting().name(); }
  std::string device() const override;
  uint32_t depth() const override { return announced_depth_; }
  bool is_device() const override { return counting().is_device(); }
  bool takes(MemoryKind memory) const override { return members_[0].backend->takes(memory); }
  void prepare(const FramesAhead& frames) override;
  std::shared_ptr<HostMemorySource> pinned_memory() override;
  std::unique_ptr<Job> make_job() override;
  TransferStats transfers() const override;
  std::vector<DeviceStats> device_stats() const override;

private:
  class SplitJob;

  Status do_submit(Job& job, const FrameView& frame, const SharedPlan& plan,
                   const std::vector<Rect>& regions) override;
  /// A member that counts; the first one if no device is usable.
  const FallbackBackend& counting() const;
  Split mode_of(const FrameView& frame, const Plan& plan) const;
  /// The members that get a part of the next frame; the first member if none is ready.
  const std::vector<uint32_t>& ready_members();
  void skip_frame(const std::vector<uint32_t>& chosen);
  Status add_part(SplitJob& job, FallbackBackend& member, const FrameView& frame,
                  const SharedPlan& plan, const std::vector<Rect>& regions);
  Expected<FallbackBackend*> member_on(int device);
  uint32_t choose_member();
  template <class Visit>
  void visit_members(Visit visit) const;
  Status submit_whole(SplitJob& job, const FrameView& frame, const SharedPlan& plan,
                      const std::vector<Rect>& regions);
  Status submit_on_device(SplitJob& job, const FrameView& frame, const SharedPlan& plan,
                          const std::vector<Rect>& regions);
  Status submit_rows(SplitJob& job, const FrameView& frame, const SharedPlan& plan,
                     const std::vector<Rect>& regions);
  void counted(SplitJob& job);

  std::vector<SplitMember> members_;
  const MakeMember make_member_;
  mutable std::mutex extra_members_mutex_;
  /// Members for frames in the memory of other devices. Changed by the submitting thread only, with
  /// extra_members_mutex_ held.
  std::deque<SplitMember> extra_members_;
  const Split split_;
  const uint32_t depth_, whole_depth_;
  std::atomic<Split> mode_; ///< mode of the frames given to the last prepare(); never automatic
  std::atomic<uint32_t> announced_depth_; ///< depth() for those frames
  uint32_t max_per_device_ = UINT32_MAX;  ///< maximum of those frames in flight per device
  std::vector<uint32_t> ready_;           ///< result of ready_members()
  /// Number of next host frames that are assumed to need staging by the CPU, as recent ones did.
  uint32_t staged_for_ = 0;
  uint32_t turn_; ///< index of the next member, unless another one has fewer pending frames
  /// Pending whole host frames per member. Unused with one member.
  std::unique_ptr<std::atomic<uint32_t>[]> pending_;

  std::mutex shares_mutex_;
  RowShares shares_; ///< accessed with shares_mutex_ held

  alignas(cache_line_bytes) std::atomic<uint64_t> zero_copy_frames_{0}; ///< by waiting threads
  std::atomic<uint64_t> pinned_frames_{0}, staged_frames_{0};
};

} // namespace videohistogram
