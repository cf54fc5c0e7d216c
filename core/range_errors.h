// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Errors of gamut: passages of frames of which too many pixels lie outside of EBU R 103. The
// elements of scopes and the command use them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace videohistogram {

/// EBU R 103: the share of the pixels that may be outside of the limits.
constexpr double r103_tolerance = 0.01;

/// What the counts of RANGE tell of a frame.
struct RangeShare {
  uint64_t pixels = 0, outside = 0;
  /// The bit of RANGE that the most pixels have. Of equal ones Y is the worst, then R, G, B, and
  /// below before above. 0 if no pixel is outside.
  uint32_t worst = 0;

  double share() const {
    return pixels > 0 ? static_cast<double>(outside) / static_cast<double>(pixels) : 0;
  }
  const char* worst_channel() const {
    constexpr const char* names[] = {"R", "G", "B", "Y"};
    return names[worst % 4];
  }
  const char* worst_limit() const { return worst < 4 ? "below" : "above"; }
};

/// `counts`: of each of the 256 values of RANGE.
template <class Count>
RangeShare range_share(const Count* counts) {
  RangeShare share;
  uint64_t with_bit[8] = {};
  for (uint32_t mask = 0; mask < 256; mask++) {
    share.pixels += counts[mask];
    for (uint32_t bit = 0; bit < 8; bit++)
      with_bit[bit] += mask >> bit & 1 ? counts[mask] : 0;
  }
  share.outside = share.pixels - counts[0];
  uint64_t most = 0;
  for (const uint32_t bit : {3u, 7u, 0u, 4u, 1u, 5u, 2u, 6u})
    if (with_bit[bit] > most) {
      most = with_bit[bit];
      share.worst = bit;
    }
  return share;
}

/// Consecutive frames of each of which more than r103_tolerance of the pixels are outside.
/// `Place`: where a frame lies in the stream.
template <class Place>
struct RangeError {
  Place first, last;
  Place peak;          ///< the first frame with the greatest share
  RangeShare greatest; ///< of `peak`
  uint64_t frames = 1;
};

template <class Place>
class RangeErrors {
public:
  /// Takes each frame in order; of one that was not counted the share is not known, and it is no
  /// part of an error. Returns the error that ended before this frame.
  std::optional<RangeError<Place>> add(const Place& place, const std::optional<RangeShare>& share) {
    if (!share || share->share() <= r103_tolerance)
      return finish();
    if (!open_) {
      open_ = RangeError<Place>{place, place, place, *share};
      return std::nullopt;
    }
    open_->last = place;
    open_->frames++;
    if (share->share() > open_->greatest.share()) {
      open_->peak = place;
      open_->greatest = *share;
    }
    return std::nullopt;
  }
  /// Returns the error that the last frame belongs to. The next frame may begin another one.
  std::optional<RangeError<Place>> finish() { return std::exchange(open_, std::nullopt); }

private:
  std::optional<RangeError<Place>> open_;
};

} // namespace videohistogram
