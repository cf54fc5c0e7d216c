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
    members_.reserve(parts_.size());
    times_.reserve(parts_.size());
  }

  bool idle() const { return idle_.load(std::memory_order_acquire); }

  void begin(const FrameView& frame, const Request& request, Split mode) {
    idle_.store(false, std::memory_order_relaxed);
    size_ = 0;
    on_device_ = frame.on_device();
    mode_ = mode;
    bins_ = request.bins;
    channels_ = request.channels.size;
    rectangles_ = 1 + static_cast<uint32_t>(request.regions.size());
  }

  /// Gives `member` the whole frame.
  Status add_whole(uint32_t member, const FrameView& frame, const Request& request) {
    parts_[size_].member = member;
    Status status = add(frame, request);
    if (status.ok() && !on_device_)
      owner_.pending_[member].fetch_add(1, std::memory_order_relaxed);
    return status;
  }

  /// Gives `member` a band of it.
  Status add_band(uint32_t member, const FrameView& frame, const Request& request,
                  const Band& band) {
    Part& part = parts_[size_];
    part.member = member;
    part.request = request; // the regions' memory is reused
    for (Rect& region : part.request.regions)
      region = part_of(region, band);
    part.counts.resize(part.request.total_counts());
    return add(frame.band(band.y, band.height), part.request);
  }

  /// Gives `member` the whole frame and some of its channels.
  Status add_channels(uint32_t member, const FrameView& frame, const Request& request,
                      uint32_t first, uint32_t size) {
    Part& part = parts_[size_];
    part.member = member;
    part.first_channel = first;
    part.request = request;
    part.request.channels = {};
    for (uint32_t c = first; c < first + size; c++)
      part.request.channels.channels[part.request.channels.size++] = request.channels[c];
    part.counts.resize(part.request.total_counts());
    return add(frame, part.request);
  }

  Status wait(uint32_t* counts) override {
    if (mode_ == Split::frames)
      return finish(parts_[0].job->wait(counts));
    std::fill_n(counts, size_t{rectangles_} * channels_ * bins_, 0);
    Status status;
    for (uint32_t i = 0; i < size_; i++) { // all of them: what one device has done tells others
      Part& part = parts_[i];
      Status counted = part.job->wait(part.counts.data());
      if (counted.ok())
        add_counts(part, counts);
      else if (status.ok())
        status = std::move(counted);
    }
    return finish(status);
  }

  bool holds_frame() const override {
    return std::any_of(parts_.begin(), parts_.begin() + size_,
                       [](const Part& part) { return part.job->holds_frame(); });
  }
  const FrameView* host_pixels() const override {
    return size_ == 1 && mode_ == Split::frames ? parts_[0].job->host_pixels() : nullptr;
  }
  std::shared_ptr<Matrix> matrix() override {
    return mode_ == Split::frames ? parts_[0].job->matrix() : nullptr;
  }
  std::chrono::nanoseconds device_time() const override {
    std::chrono::nanoseconds longest{0};
    for (uint32_t i = 0; i < size_; i++)
      longest = std::max(longest, parts_[i].job->device_time());
    return longest;
  }
  bool fell_back() const override {
    return std::any_of(parts_.begin(), parts_.begin() + size_,
                       [](const Part& part) { return part.job->fell_back(); });
  }

  void release() override {
    if (size_ > 0 && mode_ == Split::frames && !on_device_)
      owner_.pending_[parts_[0].member].fetch_sub(1, std::memory_order_relaxed);
    for (uint32_t i = 0; i < size_; i++)
      parts_[i].job.reset();
    size_ = 0;
    idle_.store(true, std::memory_order_release);
  }

  bool on_device() const { return on_device_; }
  Split mode() const { return mode_; }

  /// After wait(): tells `shares` how long the part of each member took.
  void teach(RowShares& shares) {
    members_.clear();
    times_.clear();
    for (uint32_t i = 0; i < size_; i++) {
      members_.push_back(parts_[i].member);
      times_.push_back(parts_[i].job->device_time());
    }
    shares.learn(members_, times_);
  }

private:
  struct Part {
    uint32_t member = 0;
    uint32_t first_channel = 0;
    Request request; ///< unless it is the whole frame's
    JobPtr job;
    std::vector<uint32_t> counts; ///< made here by submit(): wait() allocates nothing
  };

  Status add(const FrameView& frame, const Request& request) {
    Part& part = parts_[size_];
    Expected<JobPtr> job = owner_.members_[part.member].backend->submit(frame, request);
    if (!job.ok())
      return job.error();
    part.job = std::move(*job);
    size_++;
    return {};
  }

  void add_counts(const Part& part, uint32_t* counts) const {
    const uint32_t channels = part.request.channels.size;
    const uint32_t* from = part.counts.data();
    for (uint32_t r = 0; r < rectangles_; r++) {
      uint32_t* const to = counts + (size_t{r} * channels_ + part.first_channel) * bins_;
      for (size_t i = 0; i < size_t{channels} * bins_; i++)
        to[i] += *from++;
    }
  }

  Status finish(Status status) {
    if (status.ok() && !fell_back())
      owner_.counted(*this);
    return status;
  }

  SplitBackend& owner_;
  std::vector<Part> parts_;
  uint32_t size_ = 0; ///< parts that there are
  bool on_device_ = false;
  Split mode_ = Split::frames;
  uint32_t bins_ = 0, channels_ = 0, rectangles_ = 0;
  std::vector<uint32_t> members_; ///< what teach() tells
  std::vector<std::chrono::nanoseconds> times_;
  std::atomic<bool> idle_{true};
};

SplitBackend::SplitBackend(std::vector<SplitMember> members, Split split, uint32_t depth,
                           uint32_t whole_depth)
    : members_(std::move(members)), split_(split), depth_(depth), whole_depth_(whole_depth),
      mode_(split == Split::automatic ? Split::frames : split), turn_(first_turn(members_.size())),
      pending_(std::make_unique<std::atomic<uint32_t>[]>(members_.size())),
      shares_(static_cast<uint32_t>(members_.size())) {
  for (uint32_t i = 0; i < std::max(depth_, whole_depth_); i++)
    jobs_.push_back(std::make_unique<SplitJob>(*this));
}

SplitBackend::~SplitBackend() = default;

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
  const bool large = packed_layout(frames.format, frames.width, frames.height, 1).size >=
                     fewest_bytes_split_by_rows;
  mode_ = frames.directional            ? Split::frames
          : split_ != Split::automatic  ? split_
          : frames.pending > 0 && large ? Split::rows
                                        : Split::frames;
  announced_on_device_ = frames.pending == 0;
  staged_for_ = 0;
  FramesAhead part = frames;
  part.pending = std::min(frames.pending, depth()); // the caller knows that of the mode before
  const std::vector<uint32_t>& ready = ready_members();
  std::vector<Band> bands;
  if (mode_ == Split::rows) {
    std::lock_guard lock(shares_mutex_);
    bands = shares_.bands(ready, frames.height, row_unit(frames.format));
  }
  if (mode_ == Split::frames) // more come with the frames that need them: there may be many of us
    part.pending = std::min(part.pending, 1u);
  for (size_t i = 0; i < ready.size(); i++) {
    if (mode_ == Split::rows)
      part.height = bands[i].height;
    if (part.height > 0 || part.pending == 0)
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

SplitBackend::SplitJob* SplitBackend::idle_job() {
  const auto end = jobs_.begin() + depth();
  const auto found = std::find_if(jobs_.begin(), end, [](const auto& job) { return job->idle(); });
  return found == end ? nullptr : found->get();
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

Expected<JobPtr> SplitBackend::submit(const FrameView& frame, const Request& request) {
  SplitJob* const job = idle_job();
  if (!job)
    return Error{ErrorKind::bug, "more frames were submitted than may be in flight", {}};
  job->begin(frame, request, mode_of(frame, request));
  JobPtr pending(job); // whatever happens here, it does not stay so
  const Status status = frame.on_device()                ? submit_on_device(frame, request, *job)
                        : job->mode() == Split::rows     ? submit_rows(frame, request, *job)
                        : job->mode() == Split::channels ? submit_channels(frame, request, *job)
                                                         : submit_whole(frame, request, *job);
  if (!status.ok())
    return status.error();
  if (!frame.on_device() && !job->holds_frame())
    staged_for_ = pinned_in_row;
  else if (!frame.on_device() && staged_for_ > 0)
    staged_for_--;
  return Expected<JobPtr>(std::move(pending));
}

Split SplitBackend::mode_of(const FrameView& frame, const Request& request) const {
  // On the host of two H200s, 4K frames that a CPU has to stage: 1490 a second to one, 990 by rows.
  if (frame.on_device() || request.direction || (split_ == Split::automatic && staged_for_ > 0))
    return Split::frames;
  return mode_;
}

Status SplitBackend::submit_on_device(const FrameView& frame, const Request& request,
                                      SplitJob& job) {
  uint32_t member = 0;
  for (uint32_t m = 0; m < members_.size(); m++)
    if (members_[m].device == frame.context->device)
      member = m;
  return job.add_whole(member, frame, request);
}

Status SplitBackend::submit_whole(const FrameView& frame, const Request& request, SplitJob& job) {
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
  return job.add_whole(chosen, frame, request);
}

Status SplitBackend::submit_rows(const FrameView& frame, const Request& request, SplitJob& job) {
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
      status = job.add_band(ready[i], frame, request, bands[i]);
  return status;
}

Status SplitBackend::submit_channels(const FrameView& frame, const Request& request,
                                     SplitJob& job) {
  const std::vector<uint32_t>& ready = ready_members();
  pass_by(ready);
  const auto n = static_cast<uint32_t>(ready.size());
  Status status;
  for (uint32_t i = 0; i < n && status.ok(); i++) {
    const uint32_t first = request.channels.size * i / n;
    const uint32_t size = request.channels.size * (i + 1) / n - first;
    if (size > 0)
      status = job.add_channels(ready[i], frame, request, first, size);
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
