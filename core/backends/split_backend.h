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

/// How several devices share the frames that come from the host.
enum class Split {
  automatic, ///< rows or frames, by the frames' size and by whether devices read them where they
             ///< are
  rows,      ///< each counts a band of every frame, all at once
  frames,    ///< each counts whole frames, in turn
};

/// "auto", "rows", "frames".
const char* split_name(Split split);

/// Frames with at least that many bytes are split by rows, smaller ones are counted whole, where
/// the user leaves it open.
constexpr size_t min_bytes_split_by_rows = size_t{24} << 20;

/// A device among several, and who counts in its place where it fails.
struct SplitMember {
  int device; ///< as DeviceContext numbers them
  std::unique_ptr<FallbackBackend> backend;
};

/// Counts on several devices. The counts and their order are the same as on one.
///
/// - A device that fails counts nothing until it is to be tried again: the others do its part.
/// - A frame in the memory of a device that is none of them is counted there, by a further member
///   that is made for it. If that cannot be, submit() fails: the caller can submit a copy on the
///   host.
/// - A frame of a plan with projections is counted whole by one device.
///
/// Thread-safety: as Backend says.
class SplitBackend final : public Backend {
public:
  /// Makes a member for frames in the memory of a device. Called by the submitting thread.
  using MakeMember = std::function<Expected<SplitMember>(int device)>;

  /// At least one member; `make_member` makes further ones, null:
  /// there are none. Up to `depth` frames of which everybody has a part are pending at once,
  /// or up to `whole_depth` of the host's that are counted whole; of those in a device's memory,
  /// which may all be one's, `depth`. The members' depth is the larger of the two.
  SplitBackend(std::vector<SplitMember> members, Split split, uint32_t depth, uint32_t whole_depth,
               MakeMember make_member = nullptr);

  /// Who counts now: the devices as long as there is one, then the CPU.
  const char* name() const override;
  std::string device() const override;
  uint32_t depth() const override { return announced_depth_; }
  bool counts_device_frames() const override { return members_[0].backend->counts_device_frames(); }
  void prepare(const FramesAhead& frames) override;
  std::shared_ptr<HostMemorySource> pinned_memory() override;
  std::unique_ptr<Job> make_job() override;
  TransferStats transfers() const override;
  std::vector<DeviceStats> device_stats() const override;

private:
  class SplitJob;

  Status do_submit(Job& job, const FrameView& frame, const SharedPlan& plan,
                   const std::vector<Rect>& regions) override;
  Split mode_of(const FrameView& frame, const Plan& plan) const;
  /// The members that are to have a part of the next frame; the first one if none can be used.
  const std::vector<uint32_t>& ready_members();
  void skip_frame(const std::vector<uint32_t>& chosen);
  Status add_part(SplitJob& job, FallbackBackend& member, const FrameView& frame,
                  const SharedPlan& plan, const std::vector<Rect>& regions);
  Expected<FallbackBackend*> member_on(int device);
  template <class Visit>
  void visit_members(Visit visit) const;
  Status submit_whole(SplitJob& job, const FrameView& frame, const std::vector<Rect>& regions);
  Status submit_on_device(SplitJob& job, const FrameView& frame, const std::vector<Rect>& regions);
  Status submit_rows(SplitJob& job, const FrameView& frame, const std::vector<Rect>& regions);
  void counted(SplitJob& job);

  std::vector<SplitMember> members_;
  const MakeMember make_member_;
  mutable std::mutex extra_members_mutex_;
  /// Members for frames in the memory of other devices; changed with guests_mutex_ held, and by the
  /// submitting thread alone.
  std::deque<SplitMember> extra_members_;
  const Split split_;
  const uint32_t depth_, whole_depth_;
  std::atomic<Split> mode_;               ///< that of the frames announced last: never automatic
  std::atomic<uint32_t> announced_depth_; ///< of those frames
  uint32_t max_per_device_ = UINT32_MAX;  ///< of those frames, at once
  std::vector<uint32_t> ready_;           ///< what ready_members() gives
  /// So many more frames from the host count as ones that a CPU has to copy, as it did lately.
  uint32_t staged_for_ = 0;
  uint32_t turn_; ///< the member whose turn it is, unless another one is freer
  std::unique_ptr<std::atomic<uint32_t>[]> pending_; ///< whole frames from the host, a member each

  std::mutex shares_mutex_;
  RowShares shares_; ///< with shares_mutex_ held

  std::atomic<uint64_t> zero_copy_frames_{0}, pinned_frames_{0}, staged_frames_{0};
};

} // namespace videohistogram
