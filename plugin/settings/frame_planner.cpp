// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plugin/settings/frame_planner.h"

#include "plugin/settings/property_lists.h"

#include <algorithm>
#include <utility>

namespace videohistogram {

/// The counters of a frame's matrices, without those of regions, and the values of its sums.
static size_t other_counters(const Plan& plan) {
  size_t counters = plan.sums.size;
  for (size_t i = 0; i < plan.n_matrices(0); i++)
    counters += plan.matrix_counters(i);
  return counters;
}

void FramePlanner::restart(guint64 max_memory, uint32_t most) {
  memory_.bound = max_memory;
  memory_.frames = most;
  plan_.reset();
  settings_.reset();
  counted_with_.reset();
}

void FramePlanner::set_caps(const FrameCaps& caps, SharedSettings settings) {
  caps_ = caps;
  settings_ = std::move(settings);
  posted_warnings_.clear();
  make_plan();
}

FramePlanner::Change FramePlanner::adopt(const SharedSettings& settings) {
  if (settings == settings_)
    return Change::none;
  const SharedSettings before = std::exchange(settings_, settings);
  if (before->regions == settings->regions &&
      before->message_percentiles == settings->message_percentiles &&
      plan_alike(*before, *settings))
    return Change::none;
  const std::optional<FramePlan> old_plan = plan_; // a copy: make_plan() may throw
  make_plan();
  if (!plan_ || (old_plan && count_alike(*old_plan, *plan_)))
    return Change::none;
  // Matrices are large: when their size changes, the backend frees their memory.
  const bool other_memory =
      !old_plan || other_counters(*old_plan->plan) != other_counters(*plan_->plan);
  return other_memory ? Change::memory : Change::counts;
}

Expected<std::vector<std::string>> FramePlanner::begin_frame() {
  std::vector<std::string> to_post;
  if (!plan_ && !counted_with_)
    return *no_plan_;
  if (plan_is_new_)
    counted_with_ = plan_->settings;
  plan_is_new_ = false;
  if (warnings_ != posted_warnings_) {
    for (const std::string& warning : warnings_)
      if (std::find(posted_warnings_.begin(), posted_warnings_.end(), warning) ==
          posted_warnings_.end())
        to_post.push_back(warning);
    posted_warnings_ = warnings_;
  }
  return Expected<std::vector<std::string>>(std::move(to_post));
}

void FramePlanner::make_plan() {
  warnings_.clear();
  parse_texts();
  memory_.regions = regions_.size();
  Expected<FramePlan> plan =
      plan_frames(*settings_, caps_, memory_, counted_with_ ? &*counted_with_ : nullptr, warnings_);
  if (plan.ok()) {
    plan_ = std::move(*plan);
    plan_is_new_ = true;
    no_plan_.reset();
    return;
  }
  no_plan_ = plan.error();
  plan_.reset();
  plan_is_new_ = false;
  warnings_.push_back(no_plan_->message +
                      ". Frames are passed on without a histogram until caps or settings change");
}

/// Parses the settings that are not part of the plan.
void FramePlanner::parse_texts() {
  Expected<std::vector<NamedRegion>> regions = parse_region_list(settings_->regions);
  regions_.clear();
  if (regions.ok())
    regions_ = std::move(*regions);
  else
    warnings_.push_back(regions.error().message + ". No region of this property is counted");

  Expected<std::vector<double>> percents = parse_percentile_list(settings_->message_percentiles);
  percentiles_ = nullptr;
  if (!percents.ok())
    warnings_.push_back(percents.error().message + ". Messages have no percentiles");
  else if (!percents->empty())
    percentiles_ = std::make_shared<const std::vector<double>>(std::move(*percents));
}

} // namespace videohistogram
