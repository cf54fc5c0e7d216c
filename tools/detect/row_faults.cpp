// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/detect/row_faults.h"

#include <algorithm>

namespace videohistogram::tools {

namespace {

/// The share of a row that stands out, and that of rows beside it, which does not.
constexpr float standing_out = 0.3f, quiet = 0.1f;
constexpr double most_speckle = 0.1; ///< of a frame; more is noise
/// Rows above and below that may have a part of a fault, and the next ones, which are quiet.
constexpr size_t fault_reach = 2, quiet_reach = 4;
/// Rows at the upper and the lower edge of the picture. Two are compared with what is outside of
/// it, such as a black bar, and codecs blur the edge by some more, so that the picture seems
/// larger.
constexpr size_t edge_rows = 4;
/// Frames with another picture are not compared.
constexpr double same_picture_beside = 0.25;
/// Rows of one frame: at least two, and this share of the picture.
constexpr size_t least_rows = 2;
constexpr double least_row_share = 0.005;
/// In neighbouring frames at most this share of the rows repeat.
constexpr size_t repeats_factor = 4;
/// Pictures of tapes have at most 576 rows; the heads are switched in the last ones.
constexpr size_t most_rows_of_tapes = 576, head_switching = 12;

/// Rows of the active picture, without those in which heads are switched.
struct RowRange {
  size_t begin = 0, end = 0;
};

RowRange rows_of_picture(const FrameRecord& frame, size_t rows) {
  RowRange extent{0, rows};
  const double y = frame.figures[figure::ACTIVEY], height = frame.figures[figure::ACTIVEH];
  if (height > 0) {
    extent.begin = static_cast<size_t>(y);
    extent.end = std::min(rows, static_cast<size_t>(y + height));
  }
  if (rows <= most_rows_of_tapes)
    extent.end = std::min(extent.end, rows - std::min(rows, head_switching));
  return extent;
}

/// Whether the rows around this one are quiet. The nearest ones may belong to a fault.
bool is_quiet(const std::vector<Row>& rows, size_t row, size_t nearest) {
  for (size_t distance = nearest; distance <= quiet_reach; distance++) {
    if ((row >= distance && rows[row - distance].speckle >= quiet) ||
        (row + distance < rows.size() && rows[row + distance].speckle >= quiet))
      return false;
  }
  return true;
}

} // namespace

bool RowFaults::is_comparable() const {
  return frames_.size() == 3 &&
         std::all_of(frames_.begin(), frames_.end(),
                     [this](const Frame& frame) {
                       return frame.has_content && !frame.rows.empty() &&
                              frame.rows.size() == frames_[1].rows.size();
                     }) &&
         frames_[1].record.figures[figure::HISTDIF] < same_picture_beside &&
         frames_[2].record.figures[figure::HISTDIF] < same_picture_beside;
}

size_t RowFaults::count_dropouts() const {
  const Frame& frame = frames_[1];
  if (frame.record.figures[figure::SPECKLE] > most_speckle)
    return 0;
  const RowRange extent = rows_of_picture(frame.record, frame.rows.size());
  size_t count = 0;
  for (size_t row = extent.begin + edge_rows; row + edge_rows < extent.end; row++)
    count += frame.rows[row].speckle >= standing_out &&
             is_quiet(frame.rows, row, fault_reach + 1) && is_quiet(frames_[0].rows, row, 0) &&
             is_quiet(frames_[2].rows, row, 0);
  return count;
}

size_t RowFaults::count_repeats() const {
  const Frame& frame = frames_[1];
  const RowRange extent = rows_of_picture(frame.record, frame.rows.size());
  size_t count = 0;
  for (size_t row = extent.begin; row < extent.end; row++)
    count += frame.rows[row].repeats && frame.rows[row].has_detail &&
             frames_[0].rows[row].differs && frames_[2].rows[row].differs;
  const size_t others = std::max(frames_[0].repeats, frames_[2].repeats);
  const auto picture = static_cast<double>(extent.end - std::min(extent.begin, extent.end));
  return count >= least_rows && static_cast<double>(count) >= least_row_share * picture &&
                 others * repeats_factor <= count
             ? count
             : 0;
}

void RowFaults::add(const FrameRecord& frame, std::vector<Row> rows, bool has_content,
                    VideoListener& listener) {
  const auto repeats = static_cast<size_t>(std::count_if(
      rows.begin(), rows.end(), [](const Row& row) { return row.repeats && row.has_detail; }));
  frames_.push_back({frame, std::move(rows), has_content, repeats});
  if (frames_.size() > 3)
    frames_.pop_front();
  if (frames_.size() < 3)
    return;
  const bool is_known = is_comparable();
  const size_t dropouts = is_known ? count_dropouts() : 0;
  const size_t repeated = is_known ? count_repeats() : 0;
  const auto add = [&](Passage& passage, size_t count) {
    passage.add(frames_[1].record, count > 0 ? Evidence::yes : Evidence::no,
                std::to_string(count) + (count == 1 ? " row" : " rows"), listener);
  };
  add(dropouts_, dropouts);
  add(repeats_, repeated);
}

void RowFaults::finish(VideoListener& listener) {
  dropouts_.finish(listener);
  repeats_.finish(listener);
}

} // namespace videohistogram::tools
