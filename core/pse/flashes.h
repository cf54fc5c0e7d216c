// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Flashes that may cause seizures in people with photosensitive epilepsy.
#pragma once

#include "core/pse/cells.h"
#include "core/pse/pan.h"
#include "core/pse/profile.h"
#include "core/pse/spans.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace videohistogram::pse {

/// Figures of one frame. NaN: they do not exist.
struct FlashFigures {
  double area = NAN; ///< the share of the picture with more changes than the profile allows
  /// The largest number of changes in the last second that more than the profile's area has.
  double count = NAN, red_count = NAN;
  bool is_long = false; ///< there was long flashing until now
};

/// Finds flashes in the cells of a picture: a cell flashes by its own mean, and the picture by the
/// cells that flash, whatever their phase. No standard defines such cells. Where the picture pans,
/// a cell changes by what the pan does not explain.
class CellFlashes {
public:
  /// `is_hdr`: changes above the largest dark level count as well, by their contrast.
  CellFlashes(const FlashProfile& profile, const FrameRate& rate, bool is_hdr, Primaries primaries);

  /// Takes each frame of a video in order. A frame without a time or without sums is left out.
  FlashFigures add(const Place& frame, const GridSums& sums, PassageListener& listener);
  /// Reports what is open.
  void finish(PassageListener& listener);

private:
  /// Cells with a limit of their own: those of each limit of the profile, and of red.
  struct Layer {
    size_t most_changes;
    LightStep step;
    bool is_red = false;
    bool is_long = false; ///< whether long flashing is looked for
    std::vector<LightCell> light;
    std::vector<RedCell> red;
    std::vector<Changes> changes;
    LongFlashing flashing;
  };
  /// What a layer has in the last second.
  struct State {
    int64_t area = 0;      ///< in pixels, of cells with more changes than allowed
    int64_t long_area = 0; ///< of cells that are not exempt, with the changes of long flashing
    size_t count = 0, most = 0;
    int64_t first = INT64_MAX, long_first = INT64_MAX;
    bool changed = false, long_changed = false; ///< such cells changed with this frame
  };
  void resize(const GridSums& sums);
  void read(const GridSums& sums);
  int change(Layer& layer, size_t cell) const;
  int change_red(RedCell& red, size_t cell) const;
  State advance(Layer& layer, int64_t time);
  Seconds exemption() const;
  bool exceeds_area(int64_t pixels) const;
  double share_of(int64_t pixels) const;

  const FlashProfile& profile_;
  const FrameRate rate_;
  const Primaries primaries_;
  std::vector<Layer> layers_;
  FlashSpan flashes_{"flashes"}, red_{"red-flashes"}, long_{"flashes-extended"};
  Places places_;
  size_t columns_ = 0, rows_ = 0, width_ = 0, height_ = 0;
  std::vector<int64_t> areas_;                         ///< of each cell, in pixels
  CellValues light_;                                   ///< the mean of each cell, in cd/m2
  std::array<CellValues, 3> colours_, colours_before_; ///< the same of R, G and B
  PanFinder pans_;
  std::optional<Displacement> pan_; ///< since the frame before; nothing: the picture does not pan
};

} // namespace videohistogram::pse
