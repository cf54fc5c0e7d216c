// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Changes of light and of saturated red in the cells of a picture.
#pragma once

#include "core/pse/interval.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace videohistogram::pse {

/// Sums of light over the cells of a grid, in 0.001 cd/m2. Cell (i, j) of `columns` x `rows` has
/// columns i * width / columns to (i + 1) * width / columns - 1 of the frame, rounded down, and the
/// same rows: small frames have empty cells.
struct GridSums {
  size_t columns = 0, rows = 0, width = 0, height = 0;
  const int64_t* light = nullptr;
  /// Linear R, G and B; null for a picture without colours.
  const int64_t *red = nullptr, *green = nullptr, *blue = nullptr;

  /// Pixels of a cell.
  int64_t pixels(size_t cell) const;
};

/// When something changed to and fro, in the last second. Times are in ns.
class Changes {
public:
  /// Two changes follow each other in opposite directions: `up` is the direction of this one.
  /// `exempt` is the time that changes of the same direction must be apart to be no risk.
  void add(int64_t time, bool up, const Seconds& exempt, const FrameRate& rate);
  /// Forgets changes that are a second old.
  void forget(int64_t time, const FrameRate& rate);
  size_t count() const { return times_.size(); }
  int64_t first() const { return times_.front(); } ///< of the last second, which has some
  /// Whether two changes of one direction were too close, in the last `window` up to `time`.
  bool was_close(int64_t time, const Seconds& window, const FrameRate& rate) const;

private:
  std::vector<int64_t> times_;
  int64_t last_[2] = {INT64_MIN, INT64_MIN}; ///< of each direction
  int64_t close_ = INT64_MIN;                ///< the last one that was close to the one before
};

/// How large a change of light has to be. Contrast is (bright - dark) / (bright + dark).
struct LightStep {
  double change = 20, largest_dark = 160; ///< cd/m2
  double contrast = 1; ///< above it, changes from a dark state of `largest_dark` or more count

  bool is_change(double dark, double bright) const;
};

/// A change of the light of a cell is a rise or a fall, however many frames it takes. It ends with
/// the frame that completes it.
class LightCell {
public:
  /// Returns 1 if a rise ends with this light, -1 for a fall, else 0.
  int add(double light, const LightStep& step);
  /// Adds to the light of the frames before, so that a change by a pan is none.
  void raise(double light);

private:
  double low_ = 0, high_ = 0; ///< the extremes since the last change
  int direction_ = 0;
  bool any_ = false;
};

/// Chromaticity u'v' (CIE 1976).
struct Chromaticity {
  float u = 0, v = 0;
  bool is_red = false; ///< saturated: R / (R + G + B) >= 0.8
};

/// The primaries of R, G and B.
enum class Primaries { bt709, bt2020 };

/// Of the mean linear R, G and B of a cell, in cd/m2. A cell of less than 1 cd/m2 counts as black,
/// with the chromaticity of white.
Chromaticity chromaticity_of(double red, double green, double blue, Primaries primaries);
/// Whether two colours are so near that no change of red lies between them.
bool is_near(const Chromaticity& a, const Chromaticity& b);

/// A change of red leads to or from saturated red, to or from a chromaticity that is more than 0.2
/// away.
class RedCell {
public:
  /// Returns 1 if a change to red ends with this colour, -1 for one from red, else 0.
  int add(const Chromaticity& colour);
  /// Begins anew with this colour, which is no change.
  void replace(const Chromaticity& colour) { far_ = near_ = colour; }

private:
  Chromaticity far_, near_; ///< since the last change: farthest from red, and nearest saturated
  int direction_ = 0;
  bool any_ = false;
};

} // namespace videohistogram::pse
