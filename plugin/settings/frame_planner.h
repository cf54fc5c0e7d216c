// SPDX-License-Identifier: LGPL-2.1-or-later
#pragma once

#include "plugin/settings/frame_plan.h"
#include "plugin/settings/region_list.h"
#include "plugin/settings/settings.h"

#include <gst/video/video.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace videohistogram {

/// Plans the frames of a stream: what is counted in frames of the present caps and settings, and
/// what the settings ask for in vain. Nothing is refused before a frame comes, since a decoder may
/// set caps that no frame follows.
/// Thread-safety: one thread at a time.
class FramePlanner {
public:
  FramePlanner();

  /// Forgets all that was before: the next frame is the first one of a run. Backends
  /// have up to `most` frames at once, if that takes at most `max_memory` bytes; see Settings.
  void restart(guint64 max_memory = 0, uint32_t most = 1);

  /// The frames that follow have these caps; `info` has the format UNKNOWN for caps that make no
  /// sense. `on_device`: they come in a GPU's memory.
  void set_caps(const GstVideoInfo& info, bool on_device, SharedSettings settings);

  /// How a new plan differs from the one before.
  enum class Change {
    none,   ///< the same is counted
    counts, ///< histograms of before and after cannot be summed
    memory, ///< and the backend needs other memory
  };
  /// Takes over settings that have changed while frames of the same caps flow. Only after
  /// set_caps().
  Change adopt(const SharedSettings& settings);

  /// A frame comes. Returns the warnings to be posted: each once for as long as it holds.
  /// invalid_argument if nothing can be counted in this frame, nor could be in any before it since
  /// restart().
  Expected<std::vector<std::string>> begin_frame();

  const GstVideoInfo& info() const { return info_; }
  /// The settings that the plan follows. Only after set_caps().
  const Settings& settings() const { return *settings_; }
  /// What is counted in every frame; null: nothing can be counted.
  const FramePlan* plan() const { return plan_ ? &*plan_ : nullptr; }
  /// The regions that the settings name.
  const std::vector<NamedRegion>& regions() const { return regions_; }
  /// The percentiles that messages tell; null: none.
  const std::shared_ptr<const std::vector<double>>& percentiles() const { return percentiles_; }

private:
  void make_plan();
  void parse_texts();

  GstVideoInfo info_;
  SharedSettings settings_; ///< null before the first caps
  MemoryTerms memory_;

  // Made from info_ and settings_:
  std::optional<FramePlan> plan_;
  std::optional<Error> no_plan_; ///< why there is no plan
  std::vector<NamedRegion> regions_;
  std::shared_ptr<const std::vector<double>> percentiles_;
  std::vector<std::string> warnings_;

  bool plan_is_new_ = false; ///< no frame has come with it
  /// The settings of the last plan that a frame came with. None since restart(): no frame could be
  /// counted yet.
  std::optional<PlannedSettings> counted_with_;
  std::vector<std::string> posted_warnings_; ///< those that frames of these caps came with
};

} // namespace videohistogram
