// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/settings/frame_plan.h"
#include "plugin/settings/property_lists.h"
#include "plugin/settings/settings.h"

#include <gst/video/video.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace videohistogram {

/// Plans the frames of a stream: what is counted with the present caps and settings, and which
/// settings are impossible. Nothing is refused before a frame arrives, since a decoder may set caps
/// that no frame follows.
/// Thread-safety: one thread at a time.
class FramePlanner {
public:
  /// Discards all state: the next frame is the first one of a run. Backends have up to `most`
  /// frames in flight, fewer if these would take more than `max_memory` bytes; see Settings.
  void restart(guint64 max_memory = 0, uint32_t most = 1);

  /// Sets the caps of the frames that follow, which may be invalid.
  void set_caps(const FrameCaps& caps, SharedSettings settings);

  /// How a new plan differs from the preceding one.
  enum class Change {
    none,   ///< the same tables are counted
    counts, ///< histograms of the two plans cannot be summed
    memory, ///< as `counts`, and the backend needs other memory
  };
  /// Applies settings that may have changed since the last frame of the same caps. Call only after
  /// set_caps().
  Change adopt(const SharedSettings& settings);

  /// Called for each frame, before it is counted. Returns the warnings to post now; each is
  /// returned once as long as it applies. invalid_argument if nothing could be counted in any frame
  /// since restart(), this one included.
  Expected<std::vector<std::string>> begin_frame();

  const GstVideoInfo& info() const { return caps_.info; }
  MemoryKind memory() const { return caps_.memory; }
  /// The settings last given. Call only after set_caps().
  const Settings& settings() const { return *settings_; }
  /// What is counted in each frame; null: nothing can be counted.
  const FramePlan* plan() const { return plan_ ? &*plan_ : nullptr; }
  /// The regions that the settings name.
  const std::vector<NamedRegion>& regions() const { return regions_; }
  /// The percentages whose percentiles messages contain; null: none.
  const std::shared_ptr<const std::vector<double>>& percentiles() const { return percentiles_; }

private:
  void make_plan();
  void parse_texts();

  FrameCaps caps_;
  SharedSettings settings_; ///< null before the first caps
  MemoryTerms memory_;

  // Made from caps_ and settings_:
  std::optional<FramePlan> plan_;
  std::optional<Error> no_plan_; ///< why there is no plan
  std::vector<NamedRegion> regions_;
  std::shared_ptr<const std::vector<double>> percentiles_;
  std::vector<std::string> warnings_;

  bool plan_is_new_ = false; ///< no frame has used the plan yet
  /// The settings of the last plan that a frame used. Empty if no frame could be counted since
  /// restart().
  std::optional<PlannedSettings> counted_with_;
  std::vector<std::string> posted_warnings_; ///< warnings posted for the caps that still apply
};

} // namespace videohistogram
