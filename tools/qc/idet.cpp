// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/qc/idet.h"

#include <algorithm>

namespace videohistogram::tools {

namespace {

/// Thresholds of the filter, which compares in single precision.
constexpr float interlaced = 1.04f, progressive = 1.5f, repeating = 3.0f;

bool exceeds(uint64_t a, float factor, uint64_t b) {
  return static_cast<float>(a) > factor * static_cast<float>(b);
}

/// One frame in the fixed-point numbers of the filter.
constexpr int64_t one = 1048576;

/// As av_rescale() rounds; nothing is below 0.
int64_t rescale(int64_t value, int64_t factor, int64_t divisor) {
  return (value * factor + divisor / 2) / divisor;
}

template <size_t n, class Kind>
void count(std::array<int64_t, n>& counts, Kind kind) {
  for (int64_t& count : counts)
    count = rescale(count, one / 2, one);
  counts[static_cast<size_t>(kind)] += one;
}

std::string print(int64_t count) {
  const int64_t hundredths = rescale(count, 100, one);
  const std::string digits = std::to_string(hundredths % 100);
  return std::to_string(hundredths / 100) + (digits.size() < 2 ? ".0" : ".") + digits;
}

} // namespace

std::optional<FieldVerdict> FieldTypes::add(const FieldSums& sums) {
  std::optional<FieldVerdict> verdict;
  if (present_) {
    verdict = judge(sums.before);
    present_ = sums;
    return verdict;
  }
  // The filter takes the first frame as the frame before it.
  present_ = FieldSums{sums.combed, sums.combed, {}, sums.combed};
  return verdict;
}

std::optional<FieldVerdict> FieldTypes::finish() {
  if (!present_)
    return {};
  const FieldVerdict verdict = judge(present_->combed); // the last frame is the next one as well
  *this = {};
  return verdict;
}

/// `next` has the sums with the rows of the next frame.
FieldVerdict FieldTypes::judge(const std::array<uint64_t, 2>& next) {
  FieldVerdict verdict;
  verdict.alpha = {present_->after[0] + next[1], present_->after[1] + next[0]};
  verdict.combed = present_->combed[0] + present_->combed[1];
  const auto& [top_first, bottom_first] = verdict.alpha;
  if (exceeds(top_first, interlaced, bottom_first))
    verdict.single = FieldType::top_first;
  else if (exceeds(bottom_first, interlaced, top_first))
    verdict.single = FieldType::bottom_first;
  else if (exceeds(bottom_first, progressive, verdict.combed))
    verdict.single = FieldType::progressive;
  const auto& [even, odd] = present_->moved;
  verdict.moved = even + odd;
  if (exceeds(odd, repeating, even))
    verdict.repeated = RepeatedField::top;
  else if (exceeds(even, repeating, odd))
    verdict.repeated = RepeatedField::bottom;

  std::rotate(history_.begin(), history_.end() - 1, history_.end());
  history_[0] = verdict.single;
  FieldType best = FieldType::undetermined;
  int matches = 0;
  for (const FieldType type : history_) {
    if (type == FieldType::undetermined)
      continue;
    if (best == FieldType::undetermined)
      best = type;
    matches = type == best ? matches + 1 : 0;
    if (matches == 0)
      break;
  }
  if (matches > (last_ == FieldType::undetermined ? 0 : 2))
    last_ = best;
  verdict.multiple = last_;
  return verdict;
}

void FieldCounts::add(FieldType single, FieldType multiple, RepeatedField repeated) {
  count(repeated_, repeated);
  count(single_, single);
  count(multiple_, multiple);
}

std::vector<std::pair<std::string, std::string>> FieldCounts::list() const {
  constexpr const char* fields[] = {"neither", "top", "bottom"};
  constexpr const char* types[] = {"tff", "bff", "progressive", "undetermined"};
  std::vector<std::pair<std::string, std::string>> list;
  for (size_t i = 0; i < repeated_.size(); i++)
    list.emplace_back(std::string("repeated.") + fields[i], print(repeated_[i]));
  for (size_t i = 0; i < single_.size(); i++)
    list.emplace_back(std::string("single.") + types[i], print(single_[i]));
  for (size_t i = 0; i < multiple_.size(); i++)
    list.emplace_back(std::string("multiple.") + types[i], print(multiple_[i]));
  return list;
}

} // namespace videohistogram::tools
