// SPDX-License-Identifier: LGPL-2.1-or-later
#include "histogram/split_backend.h"

#include <algorithm>
#include <array>
#include <utility>

namespace videohistogram {

namespace {

/// The rows of a band that a region has, in the band's own coordinates.
Rect part_of(const Rect& region, const Band& band) {
  const uint32_t top = std::max(region.y, band.y);
  const uint32_t bottom = std::min(region.y + region.height, band.y + band.height);
  if (top >= bottom || region.width == 0)
    return {};
  return {region.x, top - band.y, region.width, bottom - top};
}

/// A device with so many frames has one behind the one that is on its link.
constexpr uint32_t busy = 2;

/// Pinned frames that come in a row after a staged one before they are taken for the rule: where
/// both come by turns, the split does not change with each.
constexpr uint32_t pinned_in_row = 8;

/// Bands begin where no row of a subsampled plane is cut in two.
uint32_t row_unit(const FormatInfo& format) {
  uint32_t unit = 1;
  for (uint32_t g = 0; g < format.n_grids; g++)
    unit = std::max(unit, 1u << format.grids[g].y_sub);
  return unit;
}

/// For each of `members` the plan of its channels; null where there are fewer channels.
Expected<std::vector<SharedPlan>> plan_channels(const Plan& plan, uint32_t members) {
  std::vector<SharedPlan> parts(members);
  for (uint32_t i = 0; i < members; i++) {
    PlanSpec spec{{}, plan.luma, plan.whole_frame};
    const uint32_t end = plan.quantities.size * (i + 1) / members;
    for (uint32_t c = plan.quantities.size * i / members; c < end; c++)
      spec.tables.push_back({{plan.quantities[c], plan.bins}, {}});
    if (spec.tables.empty())
      continue;
    Expected<SharedPlan> part = compile_plan(plan.format, plan.width, plan.height, spec);
    if (!part.ok())
      return part.error();
    parts[i] = std::move(*part);
  }
  return parts;
}

/// Elements begin with different devices, so that the frames of many are spread evenly.
uint32_t first_turn(size_t members) {
  static std::atomic<uint32_t> elements{0};
  return elements.fetch_add(1, std::memory_order_relaxed) % static_cast<uint32_t>(members);
}

} // namespace

const char* split_name(Split split) {
  switch (split) {
  case Split::automatic:
    return "auto";
  case Split::rows:
    return "rows";
  case Split::frames:
    return "frames";
  case Split::channels:
    return "channels";
  }
  return "";
}

/// A frame and who has which part of it.
class SplitBackend::SplitJob final : public Job {
public:
  SplitJob(SplitBackend& owner) : owner_(owner), parts_(owner.members_.size()) {
    for (const SplitMember& member : owner.members_)
      jobs_.push_back(member.backend->make_job());
    members_.reserve(parts_.size());
    times_.reserve(parts_.size());
  }
  ~SplitJob() override { release(); }

  /// `regions` is only read until submit() returns.
  void begin(const FrameView& frame, const SharedPlan& plan, const std::vector<Rect>& regions,
             Split mode) {
    on_device_ = frame.on_device();
    mode_ = mode;
    plan_ = plan;
    regions_ = &regions;
    rectangles_ = 1 + regions.size();
  }

  /// Gives `member` the whole frame.
  Status add_whole(uint32_t member, const FrameView& frame) {
    Status status = add(member, frame, plan_, *regions_);
    if (status.ok() && !on_device_)
      owner_.pending_[member].fetch_add(1, std::memory_order_relaxed);
    return status;
  }

  /// Gives `member` a band of it.
  Status add_band(uint32_t member, const FrameView& frame, const Band& band) {
    Part& part = parts_[size_];
    part.first_channel = 0;
    part.regions = *regions_; // into memory that is reused
    for (Rect& region : part.regions)
      region = part_of(region, band);
    return add_part(member, frame.band(band.y, band.height), plan_, part.regions);
  }

  /// Gives `member` the whole frame and the channels of `plan`, from `first` on.
  Status add_channels(uint32_t member, const FrameView& frame, const SharedPlan& plan,
                      uint32_t first) {
    parts_[size_].first_channel = first;
    return add_part(member, frame, plan, *regions_);
  }

  Status wait(uint32_t* counts) override {
    if (mode_ == Split::frames)
      return finish(job_of(0).wait(counts));
    std::fill_n(counts, rectangles_ * plan_->rectangle_counts(), 0);
    Status status;
    for (uint32_t i = 0; i < size_; i++) { // all of them: what one device has done tells others
      Status counted = job_of(i).wait(parts_[i].counts.data());
      if (counted.ok())
        add_counts(parts_[i], counts);
      else if (status.ok())
        status = std::move(counted);
    }
    return finish(status);
  }

  bool holds_frame() const override {
    return any_part([](const Job& job) { return job.holds_frame(); });
  }
  const FrameView* host_pixels() const override {
    return mode_ == Split::frames ? job_of(0).host_pixels() : nullptr;
  }
  std::shared_ptr<Matrix> projection(size_t index) override { return job_of(0).projection(index); }
  std::chrono::nanoseconds device_time() const override {
    std::chrono::nanoseconds longest{0};
    for (uint32_t i = 0; i < size_; i++)
      longest = std::max(longest, job_of(i).device_time());
    return longest;
  }
  bool fell_back() const override {
    return any_part([](const Job& job) { return job.fell_back(); });
  }

  bool on_device() const { return on_device_; }
  Split mode() const { return mode_; }
  const SharedPlan& plan() const { return plan_; }

  /// After wait(): tells `shares` how long the part of each member took.
  void teach(RowShares& shares) {
    members_.clear();
    times_.clear();
    for (uint32_t i = 0; i < size_; i++) {
      members_.push_back(parts_[i].member);
      times_.push_back(job_of(i).device_time());
    }
    shares.learn(members_, times_);
  }

private:
  struct Part {
    uint32_t member = 0;
    uint32_t first_channel = 0, channels = 0;
    std::vector<Rect> regions;    ///< of a band
    std::vector<uint32_t> counts; ///< resized by submit(): wait() allocates nothing
  };

  Job& job_of(uint32_t part) const { return *jobs_[parts_[part].member]; }
  template <class Predicate>
  bool any_part(Predicate predicate) const {
    return std::any_of(parts_.begin(), parts_.begin() + size_,
                       [&](const Part& part) { return predicate(*jobs_[part.member]); });
  }

  Status add_part(uint32_t member, const FrameView& frame, const SharedPlan& plan,
                  const std::vector<Rect>& regions) {
    parts_[size_].channels = plan->quantities.size;
    parts_[size_].counts.resize(plan->total_counts(regions.size()));
    return add(member, frame, plan, regions);
  }

  Status add(uint32_t member, const FrameView& frame, const SharedPlan& plan,
             const std::vector<Rect>& regions) {
    Status status = owner_.members_[member].backend->submit(*jobs_[member], frame, plan, regions);
    if (status.ok())
      parts_[size_++].member = member;
    return status;
  }

  void add_counts(const Part& part, uint32_t* counts) const {
    const size_t bins = plan_->bins;
    const uint32_t* from = part.counts.data();
    for (size_t r = 0; r < rectangles_; r++) {
      uint32_t* const to = counts + (r * plan_->quantities.size + part.first_channel) * bins;
      for (size_t i = 0; i < part.channels * bins; i++)
        to[i] += *from++;
    }
  }

  Status finish(Status status) {
    if (status.ok() && !fell_back())
      owner_.counted(*this);
    return status;
  }

  void do_release() override {
    if (size_ > 0 && mode_ == Split::frames && !on_device_)
      owner_.pending_[parts_[0].member].fetch_sub(1, std::memory_order_relaxed);
    for (uint32_t i = 0; i < size_; i++)
      job_of(i).release();
    size_ = 0;
    plan_.reset();
  }

  SplitBackend& owner_;
  std::vector<std::unique_ptr<Job>> jobs_; ///< one of each member
  std::vector<Part> parts_;
  uint32_t size_ = 0; ///< parts that there are
  bool on_device_ = false;
  Split mode_ = Split::frames;
  SharedPlan plan_;
  const std::vector<Rect>* regions_ = nullptr;
  size_t rectangles_ = 0;
  std::vector<uint32_t> members_; ///< what teach() tells
  std::vector<std::chrono::nanoseconds> times_;
};

SplitBackend::SplitBackend(std::vector<SplitMember> members, Split split, uint32_t depth,
                           uint32_t whole_depth)
    : members_(std::move(members)), split_(split), depth_(depth), whole_depth_(whole_depth),
      mode_(split == Split::automatic ? Split::frames : split), turn_(first_turn(members_.size())),
      pending_(std::make_unique<std::atomic<uint32_t>[]>(members_.size())),
      shares_(static_cast<uint32_t>(members_.size())) {}

std::unique_ptr<Job> SplitBackend::make_job() {
  return std::make_unique<SplitJob>(*this);
}

const char* SplitBackend::name() const {
  for (const SplitMember& member : members_)
    if (member.backend->device_usable())
      return member.backend->name();
  return members_[0].backend->name();
}

std::string SplitBackend::device() const {
  std::string names;
  for (const SplitMember& member : members_)
    if (member.backend->device_usable())
      names += (names.empty() ? "" : ", ") + member.backend->device();
  return names.empty() ? members_[0].backend->device() : names + ", split by " + split_name(split_);
}

void SplitBackend::prepare(const FramesAhead& frames) {
  const Plan& plan = frames.plan;
  const bool large =
      packed_layout(plan.format, plan.width, frames.height, 1).size >= fewest_bytes_split_by_rows;
  mode_ = !plan.projections.empty()    ? Split::frames
          : split_ != Split::automatic ? split_
          : !frames.on_device && large ? Split::rows
                                       : Split::frames;
  announced_on_device_ = frames.on_device;
  staged_for_ = 0;
  FramesAhead part = frames;
  part.pending = std::min(frames.pending, depth()); // the caller knows that of the mode before
  const std::vector<uint32_t>& ready = ready_members();
  std::vector<Band> bands;
  if (mode_ == Split::rows) {
    std::lock_guard lock(shares_mutex_);
    bands = shares_.bands(ready, frames.height, row_unit(plan.format));
  }
  if (mode_ == Split::frames) // more come with the frames that need them: there may be many of us
    part.pending = std::min(part.pending, 1u);
  for (size_t i = 0; i < ready.size(); i++) {
    if (mode_ == Split::rows)
      part.height = bands[i].height;
    if (part.height > 0 || part.on_device)
      members_[ready[i]].backend->prepare(part);
  }
}

std::shared_ptr<HostMemorySource> SplitBackend::pinned_memory() {
  const size_t members = members_.size();
  for (size_t i = 0; i < members; i++) // near the device that gets the next frame
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
  job.begin(frame, plan, regions, mode_of(frame, *plan));
  const Status status = frame.on_device()               ? submit_on_device(job, frame)
                        : job.mode() == Split::rows     ? submit_rows(job, frame)
                        : job.mode() == Split::channels ? submit_channels(job, frame)
                                                        : submit_whole(job, frame);
  if (!status.ok())
    return status;
  if (!frame.on_device() && !job.holds_frame())
    staged_for_ = pinned_in_row;
  else if (!frame.on_device() && staged_for_ > 0)
    staged_for_--;
  return {};
}

Split SplitBackend::mode_of(const FrameView& frame, const Plan& plan) const {
  // On the host of two H200s, 4K frames that a CPU has to stage: 1490 a second to one, 990 by rows.
  if (frame.on_device() || !plan.projections.empty() ||
      (split_ == Split::automatic && staged_for_ > 0))
    return Split::frames;
  return mode_;
}

Status SplitBackend::submit_on_device(SplitJob& job, const FrameView& frame) {
  uint32_t member = 0;
  for (uint32_t m = 0; m < members_.size(); m++)
    if (members_[m].device == frame.context->device)
      member = m;
  return job.add_whole(member, frame);
}

Status SplitBackend::submit_whole(SplitJob& job, const FrameView& frame) {
  // Left to us, a device gets all frames until its link is busy, and those that a CPU has to stage
  // whatever waits: on the host of two H200s two devices counted 0.7 times (1080p) to 1.1 times
  // (4K) as many of these as one.
  const bool stay = split_ == Split::automatic;
  const bool staged = staged_for_ > 0;
  const std::vector<uint32_t>& ready = ready_members();
  uint32_t chosen = ready[0];
  uint32_t fewest = UINT32_MAX;
  const auto members = static_cast<uint32_t>(members_.size());
  for (uint32_t i = 0; i < members; i++) {
    const uint32_t m = (turn_ + i) % members;
    uint32_t pending = pending_[m].load(std::memory_order_relaxed);
    if (stay && i == 0 && (staged || pending < busy))
      pending = 0;
    if (pending < fewest && std::find(ready.begin(), ready.end(), m) != ready.end()) {
      chosen = m;
      fewest = pending;
    }
  }
  turn_ = stay ? chosen : (chosen + 1) % members;
  pass_by({chosen});
  return job.add_whole(chosen, frame);
}

Status SplitBackend::submit_rows(SplitJob& job, const FrameView& frame) {
  const std::vector<uint32_t>& ready = ready_members();
  std::vector<Band> bands;
  {
    std::lock_guard lock(shares_mutex_);
    bands = shares_.bands(ready, frame.height, row_unit(*frame.format));
  }
  pass_by(ready);
  Status status;
  for (size_t i = 0; i < ready.size() && status.ok(); i++)
    if (bands[i].height > 0)
      status = job.add_band(ready[i], frame, bands[i]);
  return status;
}

Status SplitBackend::submit_channels(SplitJob& job, const FrameView& frame) {
  const std::vector<uint32_t>& ready = ready_members();
  pass_by(ready);
  const SharedPlan& plan = job.plan();
  if (channels_of_ != plan || channel_plans_.size() != ready.size()) {
    channels_of_.reset();
    Expected<std::vector<SharedPlan>> parts =
        plan_channels(*plan, static_cast<uint32_t>(ready.size()));
    if (!parts.ok())
      return parts.error();
    channel_plans_ = std::move(*parts);
    channels_of_ = plan;
  }
  Status status;
  for (uint32_t i = 0, first = 0; i < ready.size() && status.ok(); i++)
    if (channel_plans_[i]) {
      status = job.add_channels(ready[i], frame, channel_plans_[i], first);
      first += channel_plans_[i]->quantities.size;
    }
  return status;
}

/// Tells those that are not among `chosen` that a frame goes on without them.
void SplitBackend::pass_by(const std::vector<uint32_t>& chosen) {
  for (uint32_t m = 0; m < members_.size(); m++)
    if (std::find(chosen.begin(), chosen.end(), m) == chosen.end())
      members_[m].backend->pass_by();
}

/// All parts of a frame were counted by devices.
void SplitBackend::counted(SplitJob& job) {
  (job.on_device()     ? zero_copy_frames_
   : job.holds_frame() ? pinned_frames_
                       : staged_frames_)
      .fetch_add(1, std::memory_order_relaxed);
  if (job.mode() != Split::rows)
    return;
  std::lock_guard lock(shares_mutex_);
  job.teach(shares_);
}

TransferStats SplitBackend::transfers() const {
  TransferStats sum;
  for (const SplitMember& member : members_) {
    const TransferStats one = member.backend->transfers();
    sum.bytes_uploaded += one.bytes_uploaded;
    sum.bytes_staged += one.bytes_staged;
  }
  sum.zero_copy_frames = zero_copy_frames_.load(std::memory_order_relaxed);
  sum.pinned_frames = pinned_frames_.load(std::memory_order_relaxed);
  sum.staged_frames = staged_frames_.load(std::memory_order_relaxed);
  return sum;
}

std::vector<DeviceStats> SplitBackend::device_stats() const {
  std::vector<DeviceStats> stats;
  for (const SplitMember& member : members_)
    for (DeviceStats& one : member.backend->device_stats())
      stats.push_back(std::move(one));
  return stats;
}

} // namespace videohistogram
