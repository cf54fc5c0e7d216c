// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Passages with flashes: from the first change of light to the last one.
#pragma once

#include "core/pse/interval.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace videohistogram::pse {

constexpr int64_t no_time = INT64_MIN;

/// A frame in time.
struct Place {
  uint64_t number = 0;
  int64_t time = no_time; ///< in ns
  std::string timecode;   ///< empty without one
};

/// A passage with too many flashes.
struct Passage {
  const char* kind; ///< "flashes", "flashes-extended" or "red-flashes"
  Place first, last;
  double area;      ///< the largest share of the picture
  size_t changes;   ///< the most in a second
  const char* what; ///< that changes: "light" or "saturated red"
};

/// Receives passages.
class PassageListener {
public:
  virtual ~PassageListener() = default;
  /// A passage has begun: its last frame is the one that was added.
  virtual void begins(const Passage&) {}
  /// A passage has ended.
  virtual void passage(const Passage& passage) = 0;
};

/// The frames of the last seconds, which passages begin with.
class Places {
public:
  void add(const Place& frame);
  /// The frame with this time, or the oldest one that is known.
  const Place& at(int64_t time) const;
  const Place& last() const { return places_.back(); }

private:
  std::deque<Place> places_;
};

/// A passage that grows as long as flashes go on.
class FlashSpan {
public:
  explicit FlashSpan(const char* kind) : kind_(kind) {}

  /// Takes a frame at which there are too many flashes. `first` has the first change of the last
  /// second, `last` is this frame. `changed`: a change ends with it.
  void add(const Place& first, const Place& last, bool changed, double area, size_t changes,
           const char* what, PassageListener& listener);
  void finish(PassageListener& listener);

private:
  const char* const kind_;
  std::optional<Passage> passage_;
};

/// Whether a picture flashed for most of the last seconds.
class LongFlashing {
public:
  /// Takes each frame. `flashes`: the last second had the changes of long flashing, of which the
  /// first one was at `first`. Returns whether they went on for `length` in the last `window`.
  bool add(int64_t time, bool flashes, int64_t first, const Seconds& length, const Seconds& window,
           const FrameRate& rate);
  /// The first change of the flashing that goes on.
  int64_t first() const { return spans_.front().first; }

private:
  /// From the frame before a frame to this frame.
  struct Span {
    int64_t begin, end, first;
  };
  std::deque<Span> spans_;
  int64_t last_ = no_time;
};

} // namespace videohistogram::pse
