// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/backends/split_backend.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace videohistogram {

namespace {

/// The part of a region inside a band, in the band's coordinates.
Rect part_of(const Rect& region, const Band& band) {
  const uint32_t top = std::max(region.y, band.y);
  const uint32_t bottom = std::min(region.y + region.height, band.y + band.height);
  if (top >= bottom || region.width == 0)
    return {};
  return {region.x, top - band.y, region.width, bottom - top};
}

/// Pending frames at which a device's link is busy: one frame is in transfer and one waits for it.
constexpr uint32_t busy = 2;

/// Number of consecutive pinned frames after a staged one, until frames are assumed to be pinned. A
/// stream that alternates between both then does not change the split with each frame.
constexpr uint32_t pinned_in_row = 8;

/// Whether one device counts each frame. Matrices and sums are those of whole frames, and a row of
/// tiles has rows of several bands.
bool is_whole(const Plan& plan) {
  return plan.needs_whole_frames() || is_tiled(plan.format.packing);
}

/// Bands begin at multiples of this number of rows, so that no row of a subsampled plane is split,
/// nor the rows of an interlaced frame that share one.
uint32_t row_unit(const FormatInfo& format) {
  uint32_t y_sub = 0;
  for (uint32_t g = 0; g < format.n_sample_planes; g++)
    y_sub = std::max<uint32_t>(y_sub, format.sample_planes[g].y_sub);
  return y_sub > 0 ? 2u << y_sub : 1;
}

/// Elements start with different devices, which spreads the frames of many elements evenly.
uint32_t first_turn(size_t members) {
  static std::atomic<uint32_t> elements{0};
  return elements.fetch_add(1, std::memory_order_relaxed) % static_cast<uint32_t>(members);
}

} // namespace

const char* split_name(Split split) {
  constexpr const char* names[] = {"auto", "rows", "frames"};
  return names[static_cast<size_t>(split)];
}

/// A frame and the parts that its members count.
class SplitBackend::SplitJob final : public Job {
public:
  struct Part {
    uint32_t index = 0; ///< index of the member; unused for an extra member
    Job* job = nullptr;
    std::vector<Rect> regions;    ///< the frame's regions, clipped to the band
    std::vector<uint32_t> counts; ///< resized by submit(), so that wait() allocates nothing
  };

  SplitJob(SplitBackend& owner) : parts(owner.members_.size()), owner_(owner) {
    members_.reserve(parts.size());
    times_.reserve(parts.size());
  }
  ~SplitJob() override { release(); }

  /// The job in which `member` counts its part. Made on first use.
  Job& job_of(FallbackBackend& member) {
    for (const auto& [of, job] : jobs_)
      if (of == &member)
        return *job;
    jobs_.emplace_back(&member, member.make_job());
    return *jobs_.back().second;
  }

  Status wait(uint32_t* counts) override {
    if (mode == Split::frames)
      return finish(parts[0].job->wait(counts));
    std::fill_n(counts, total_counts, 0);
    Status status;
    // All parts, even after an error: each wait() records whether its device works.
    for (uint32_t i = 0; i < size; i++) {
      Status counted = parts[i].job->wait(parts[i].counts.data());
      if (counted.ok())
        std::transform(parts[i].counts.begin(), parts[i].counts.end(), counts, counts, std::plus());
      else if (status.ok())
        status = std::move(counted);
    }
    return finish(status);
  }

  bool holds_frame() const override {
    return any_part([](const Job& job) { return job.holds_frame(); });
  }
  const FrameView* host_pixels() const override {
    return mode == Split::frames ? parts[0].job->host_pixels() : nullptr;
  }
  std::shared_ptr<Matrix> matrix(size_t index) override { return parts[0].job->matrix(index); }
  const Sums* sums() const override {
    return mode == Split::frames ? parts[0].job->sums() : nullptr;
  }
  bool matrices_need_frame() const override {
    return mode == Split::frames && parts[0].job->matrices_need_frame();
  }
  std::optional<std::chrono::nanoseconds> device_time() const override {
    std::optional<std::chrono::nanoseconds> longest;
    for (uint32_t i = 0; i < size; i++)
      longest = std::max(longest, parts[i].job->device_time());
    return longest;
  }
  bool fell_back() const override {
    return any_part([](const Job& job) { return job.fell_back(); });
  }

  /// After wait(): passes the time of each member's part to `shares`, if all times are known.
  void report_times(RowShares& shares) {
    members_.clear();
    times_.clear();
    for (uint32_t i = 0; i < size; i++) {
      const std::optional<std::chrono::nanoseconds> time = parts[i].job->device_time();
      if (!time)
        return;
      members_.push_back(parts[i].index);
      times_.push_back(*time);
    }
    shares.learn(members_, times_);
  }

  // The current frame:
  std::vector<Part> parts;
  uint32_t size = 0; ///< number of parts in use
  bool on_host = true;
  Split mode = Split::frames;
  size_t total_counts = 0; ///< Plan::total_counts() of the frame

private:
  template <class Predicate>
  bool any_part(Predicate predicate) const {
    return std::any_of(parts.begin(), parts.begin() + size,
                       [&](const Part& part) { return predicate(*part.job); });
  }

  Status finish(Status status) {
    if (status.ok() && !fell_back())
      owner_.counted(*this);
    return status;
  }

  void do_release() override {
    if (size > 0 && mode == Split::frames && on_host && owner_.members_.size() > 1)
      owner_.pending_[parts[0].index].fetch_sub(1, std::memory_order_relaxed);
    for (uint32_t i = 0; i < size; i++)
      parts[i].job->release();
    size = 0;
  }

  SplitBackend& owner_;
  std::vector<std::pair<FallbackBackend*, std::unique_ptr<Job>>> jobs_;
  std::vector<uint32_t> members_; ///< buffer of report_times()
  std::vector<std::chrono::nanoseconds> times_;
};

SplitBackend::SplitBackend(std::vector<SplitMember> members, Split split, uint32_t depth,
                           uint32_t whole_depth, MakeMember make_member)
    : members_(std::move(members)), make_member_(std::move(make_member)),
      split_(members_.size() > 1 ? split : Split::frames), depth_(depth), whole_depth_(whole_depth),
      mode_(split_ == Split::automatic ? Split::frames : split_),
      announced_depth_(std::max(depth, whole_depth)), turn_(first_turn(members_.size())),
      pending_(std::make_unique<std::atomic<uint32_t>[]>(members_.size())),
      shares_(static_cast<uint32_t>(members_.size())) {}

std::unique_ptr<Job> SplitBackend::make_job() {
  auto job = std::make_unique<SplitJob>(*this);
  for (const SplitMember& member : members_)
    job->job_of(*member.backend);
  return job;
}

const FallbackBackend& SplitBackend::counting() const {
  for (const SplitMember& member : members_)
    if (member.backend->device_usable())
      return *member.backend;
  return *members_[0].backend;
}

std::string SplitBackend::device() const {
  if (members_[0].backend->counting_small_frames())
    return members_[0].backend->device();
  std::string names;
  for (const SplitMember& member : members_)
    if (member.backend->device_usable())
      names += (names.empty() ? "" : ", ") + member.backend->device();
  if (names.empty())
    return members_[0].backend->device();
  return members_.size() == 1 ? names : names + ", split by " + split_name(split_);
}

void SplitBackend::prepare(const FramesAhead& frames) {
  const Plan& plan = frames.plan;
  const bool on_host = frames.memory == MemoryKind::host;
  const bool large =
      packed_layout(plan.format, plan.width, frames.height, 1).size >= min_bytes_split_by_rows;
  mode_ = is_whole(plan)               ? Split::frames
          : split_ != Split::automatic ? split_
          : on_host && large           ? Split::rows
                                       : Split::frames;
  staged_for_ = 0;
  for (SplitMember& member : members_) // one that is not ready now may be ready for later frames
    member.backend->choose(frames);
  const std::vector<uint32_t>& ready = ready_members();
  const bool whole = mode_ == Split::frames && on_host;
  // Every device may come to hold memory for nearly a whole frame as shares change.
  const auto devices = static_cast<uint32_t>(on_host ? ready.size() : 1);
  const uint32_t total = frames.limit.total;
  max_per_device_ = std::min(frames.limit.per_device, std::max(total / devices, 1u));
  announced_depth_ = whole ? static_cast<uint32_t>(std::min<uint64_t>(
                                 {whole_depth_, total, uint64_t{max_per_device_} * devices}))
                           : std::min(depth_, max_per_device_);
  FramesAhead part = frames;
  part.limit.per_device = max_per_device_;
  part.pending = std::min(frames.pending, depth()); // frames.pending is for the previous mode
  std::vector<Band> bands;
  if (mode_ == Split::rows) {
    std::lock_guard lock(shares_mutex_);
    bands = shares_.bands(ready, frames.height, row_unit(plan.format));
  }
  if (mode_ == Split::frames) // one slot now, others on demand: there may be many elements
    part.pending = std::min(part.pending, 1u);
  for (size_t i = 0; i < ready.size(); i++) {
    if (mode_ == Split::rows)
      part.height = bands[i].height;
    if (part.height > 0 || !on_host)
      members_[ready[i]].backend->prepare(part);
  }
  if (members_[0].backend->counting_small_frames())
    announced_depth_ = 1;
  for (SplitMember& extra : extra_members_) // extra members get no host frames
    extra.backend->prepare({plan, frames.height, frames.pending, MemoryKind::device, part.limit});
}

std::shared_ptr<HostMemorySource> SplitBackend::pinned_memory() {
  const size_t members = members_.size();
  for (size_t i = 0; i < members; i++) // the next frame's device first
    if (auto memory = members_[(turn_ + i) % members].backend->pinned_memory())
      return memory;
  return nullptr;
}

const std::vector<uint32_t>& SplitBackend::ready_members() {
  ready_.clear();
  for (uint32_t m = 0; m < members_.size(); m++)
    if (members_[m].backend->ready())
      ready_.push_back(m);
  if (ready_.empty())
    ready_.push_back(0);
  return ready_;
}

Status SplitBackend::do_submit(Job& any_job, const FrameView& frame, const SharedPlan& plan,
                               const std::vector<Rect>& regions) {
  auto& job = static_cast<SplitJob&>(any_job);
  job.on_host = frame.place.on_host();
  job.mode = mode_of(frame, *plan);
  job.total_counts = plan->total_counts(regions.size());
  const Status status = !job.on_host              ? submit_on_device(job, frame, plan, regions)
                        : job.mode == Split::rows ? submit_rows(job, frame, plan, regions)
                                                  : submit_whole(job, frame, plan, regions);
  if (!status.ok())
    return status;
  if (job.on_host && !job.holds_frame())
    staged_for_ = pinned_in_row;
  else if (job.on_host && staged_for_ > 0)
    staged_for_--;
  return {};
}

Split SplitBackend::mode_of(const FrameView& frame, const Plan& plan) const {
  // Frames that the CPU has to stage are counted whole. With two H200s and 4K frames, one device
  // counts 1490 of them per second; split by rows, two devices count 990.
  if (!frame.place.on_host() || is_whole(plan) || (split_ == Split::automatic && staged_for_ > 0))
    return Split::frames;
  return mode_;
}

/// Submits `frame`, the next part of the job's frame, to `member`.
Status SplitBackend::add_part(SplitJob& job, FallbackBackend& member, const FrameView& frame,
                              const SharedPlan& plan, const std::vector<Rect>& regions) {
  SplitJob::Part& part = job.parts[job.size];
  part.job = &job.job_of(member);
  if (job.mode != Split::frames)
    part.counts.resize(job.total_counts);
  Status status = member.submit_checked(*part.job, frame, plan, regions);
  if (status.ok())
    job.size++;
  return status;
}

Status SplitBackend::submit_on_device(SplitJob& job, const FrameView& frame, const SharedPlan& plan,
                                      const std::vector<Rect>& regions) {
  Expected<FallbackBackend*> member = member_on(frame.place.device);
  return member.ok() ? add_part(job, **member, frame, plan, regions) : Status(member.error());
}

Expected<FallbackBackend*> SplitBackend::member_on(int device) {
  for (const SplitMember& member : members_)
    if (member.device == device)
      return member.backend.get();
  for (const SplitMember& extra : extra_members_)
    if (extra.device == device)
      return extra.backend.get();
  if (!make_member_)
    return refusal("the frame lies in the memory of device " + std::to_string(device) +
                   ", which counts no frames");
  Expected<SplitMember> made = make_member_(device);
  if (!made.ok())
    return made.error();
  std::lock_guard lock(extra_members_mutex_);
  extra_members_.push_back(std::move(*made));
  return extra_members_.back().backend.get();
}

Status SplitBackend::submit_whole(SplitJob& job, const FrameView& frame, const SharedPlan& plan,
                                  const std::vector<Rect>& regions) {
  const uint32_t chosen = members_.size() > 1 ? choose_member() : 0;
  job.parts[0].index = chosen;
  Status status = add_part(job, *members_[chosen].backend, frame, plan, regions);
  if (status.ok() && members_.size() > 1)
    pending_[chosen].fetch_add(1, std::memory_order_relaxed);
  return status;
}

/// The member of several that counts the next whole host frame.
uint32_t SplitBackend::choose_member() {
  // With Split::automatic, one device gets all frames until its link is busy. It gets all frames
  // that the CPU has to stage, even then: with two H200s, two devices counted 0.7 times (1080p) to
  // 1.1 times (4K) as many of these frames as one device.
  const bool stay = split_ == Split::automatic;
  const bool staged = staged_for_ > 0;
  const std::vector<uint32_t>& ready = ready_members();
  uint32_t chosen = ready[0];
  uint32_t fewest = UINT32_MAX;
  const auto members = static_cast<uint32_t>(members_.size());
  for (uint32_t i = 0; i < members; i++) {
    const uint32_t m = (turn_ + i) % members;
    uint32_t pending = pending_[m].load(std::memory_order_relaxed);
    if (stay && i == 0 && (staged || pending < busy) && pending < max_per_device_)
      pending = 0;
    if (pending < fewest && std::find(ready.begin(), ready.end(), m) != ready.end()) {
      chosen = m;
      fewest = pending;
    }
  }
  turn_ = stay ? chosen : (chosen + 1) % members;
  skip_frame({chosen});
  return chosen;
}

Status SplitBackend::submit_rows(SplitJob& job, const FrameView& frame, const SharedPlan& plan,
                                 const std::vector<Rect>& regions) {
  const std::vector<uint32_t>& ready = ready_members();
  std::vector<Band> bands;
  {
    std::lock_guard lock(shares_mutex_);
    bands = shares_.bands(ready, frame.height, row_unit(*frame.format));
  }
  skip_frame(ready);
  Status status;
  for (size_t i = 0; i < ready.size() && status.ok(); i++) {
    const Band& band = bands[i];
    if (band.height == 0)
      continue;
    SplitJob::Part& part = job.parts[job.size];
    part.index = ready[i];
    part.regions = regions; // the vector's memory is reused
    for (Rect& region : part.regions)
      region = part_of(region, band);
    status = add_part(job, *members_[ready[i]].backend, frame.band(band.y, band.height), plan,
                      part.regions);
  }
  return status;
}

/// Tells the members that are not among `chosen` that a frame is counted without them.
void SplitBackend::skip_frame(const std::vector<uint32_t>& chosen) {
  for (uint32_t m = 0; m < members_.size(); m++)
    if (std::find(chosen.begin(), chosen.end(), m) == chosen.end())
      members_[m].backend->skip_job();
}

/// Updates statistics and shares after devices have counted all parts of a frame.
void SplitBackend::counted(SplitJob& job) {
  (!job.on_host        ? zero_copy_frames_
   : job.holds_frame() ? pinned_frames_
                       : staged_frames_)
      .fetch_add(1, std::memory_order_relaxed);
  if (job.mode != Split::rows)
    return;
  std::lock_guard lock(shares_mutex_);
  job.report_times(shares_);
}

template <class Visit>
void SplitBackend::visit_members(Visit visit) const {
  for (const SplitMember& member : members_)
    visit(*member.backend);
  std::lock_guard lock(extra_members_mutex_);
  for (const SplitMember& extra : extra_members_)
    visit(*extra.backend);
}

TransferStats SplitBackend::transfers() const {
  TransferStats sum;
  visit_members([&](const FallbackBackend& member) {
    const TransferStats one = member.transfers();
    sum.bytes_uploaded += one.bytes_uploaded;
    sum.bytes_staged += one.bytes_staged;
  });
  sum.zero_copy_frames = zero_copy_frames_.load(std::memory_order_relaxed);
  sum.pinned_frames = pinned_frames_.load(std::memory_order_relaxed);
  sum.staged_frames = staged_frames_.load(std::memory_order_relaxed);
  return sum;
}

std::vector<DeviceStats> SplitBackend::device_stats() const {
  std::vector<DeviceStats> stats;
  visit_members([&](const FallbackBackend& member) {
    for (DeviceStats& one : member.device_stats())
      stats.push_back(std::move(one));
  });
  return stats;
}

} // namespace videohistogram
