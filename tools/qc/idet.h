// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// What FFmpeg's filter idet says of the fields of frames.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace videohistogram::tools {

/// Sums over the rows of a frame and of the frame before, from the third row to the third last one,
/// of all planes together. [0] has the even rows, [1] the odd ones. p is the row of one frame, q
/// that of the other; the rows above and below it are q' and q".
struct FieldSums {
  std::array<uint64_t, 2> after{};  ///< |q' + q" - 2 p|, p of the frame before, q of this one
  std::array<uint64_t, 2> before{}; ///< |p' + p" - 2 q|
  std::array<uint64_t, 2> moved{};  ///< |2 q - 2 p|
  std::array<uint64_t, 2> combed{}; ///< |q' + q" - 2 q|, of this frame alone
};

/// The order of fields that a frame shows, in the order of the keys of FFmpeg.
enum class FieldType : uint8_t { top_first, bottom_first, progressive, undetermined };
/// The field that a frame repeats of the frame before.
enum class RepeatedField : uint8_t { neither, top, bottom };

struct FieldVerdict {
  FieldType single = FieldType::undetermined;   ///< by the frame alone
  FieldType multiple = FieldType::undetermined; ///< by the frame and those before
  RepeatedField repeated = RepeatedField::neither;
  /// How much the rows of a frame differ from what lies between their neighbours: within the frame,
  /// and if its bottom field (or its top field) comes from the frame before or after. By these the
  /// type is decided.
  uint64_t combed = 0;
  std::array<uint64_t, 2> alpha{};
  uint64_t moved = 0; ///< twice the differences to the frame before
};

/// Decides of each frame when the next one is known.
class FieldTypes {
public:
  /// Takes the sums of each frame in order. Of a first frame only `combed` counts. Returns the
  /// verdict of the frame before.
  std::optional<FieldVerdict> add(const FieldSums& sums);
  /// The verdict of the last frame. The next frame that is added is a first one.
  std::optional<FieldVerdict> finish();

private:
  FieldVerdict judge(const std::array<uint64_t, 2>& next);

  std::optional<FieldSums> present_; ///< of the frame that waits for the next one
  FieldType last_ = FieldType::undetermined;
  std::array<FieldType, 4> history_{FieldType::undetermined, FieldType::undetermined,
                                    FieldType::undetermined, FieldType::undetermined};
};

/// The counts of verdicts that idet=half_life=1 prints: all counts are halved with each frame.
class FieldCounts {
public:
  void add(FieldType single, FieldType multiple, RepeatedField repeated);
  /// Such as {"single.tff", "1.98"}, in the order of the filter.
  std::vector<std::pair<std::string, std::string>> list() const;

private:
  std::array<int64_t, 3> repeated_{};
  std::array<int64_t, 4> single_{}, multiple_{};
};

} // namespace videohistogram::tools
