// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The rows of all tables but that of frames, for databases and text files alike.
#pragma once

#include "tools/record/video.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace videohistogram::tools {

/// A cell of a row: nothing, a whole number, a real number, or text. A NaN stands for nothing.
using Value = std::variant<std::monostate, int64_t, double, std::string>;

struct Field {
  const char* name;
  const char* type; ///< of the column, in SQL
  Value value;
};
using Row = std::vector<Field>;

/// All that is known of a video but its path.
Row describe_video(const VideoRecord& video);
Row describe_finding(const Finding& finding);
Row describe_shot(const Shot& shot);
/// The sum of the figure at `column` of frame_columns.
Row describe_sum(size_t column, const FigureSum& sum);

} // namespace videohistogram::tools
