// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// The boxes of QuickTime and MP4 files.
#pragma once

#include "tools/input/file_reader.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace videohistogram::tools {

/// The content of a box, from `start` to before `end`. A box that does not exist is empty.
struct Box {
  uint64_t start = 0, end = 0;

  bool exists() const { return end > 0; }
};

/// All boxes in another box, from its first one to the first that is damaged.
std::vector<Box> find_boxes(FileReader& file, const Box& parent);

/// All boxes of this name in another box.
std::vector<Box> find_boxes(FileReader& file, const Box& parent, std::string_view name);

/// The first box at the end of a path of names.
Box find_box(FileReader& file, Box box, std::initializer_list<std::string_view> names);

/// A number in a box, `offset` bytes after its start.
template <size_t size>
std::optional<uint64_t> number_in(FileReader& file, const Box& box, uint64_t offset) {
  const uint64_t bytes = box.end - box.start;
  return bytes >= size && offset <= bytes - size ? file.number<size>(box.start + offset)
                                                 : std::optional<uint64_t>();
}

} // namespace videohistogram::tools
