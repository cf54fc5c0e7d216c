// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/input/iso_boxes.h"

namespace videohistogram::tools {

namespace {

/// Boxes that are looked at in one box, more than any has but for movie fragments.
constexpr int most_boxes = 100000;

/// Calls take(name, content) for each box in another one, up to the first that is damaged.
template <typename Take>
void for_each_box(FileReader& file, const Box& parent, Take take) {
  uint64_t place = parent.start;
  for (int boxes = 0; boxes < most_boxes && place < parent.end; boxes++) {
    const std::optional<uint64_t> name = file.number<4>(place + 4);
    std::optional<uint64_t> size = file.number<4>(place);
    const bool is_long = size == uint64_t{1};
    if (is_long)
      size = file.number<8>(place + 8);
    const uint64_t head = is_long ? 16 : 8;
    if (!name || !size || *size < head || *size > parent.end - place)
      break;
    take(*name, Box{place + head, place + *size});
    place += *size;
  }
}

} // namespace

std::vector<Box> find_boxes(FileReader& file, const Box& parent) {
  std::vector<Box> found;
  for_each_box(file, parent, [&](uint64_t, const Box& box) { found.push_back(box); });
  return found;
}

std::vector<Box> find_boxes(FileReader& file, const Box& parent, std::string_view name) {
  std::vector<Box> found;
  for_each_box(file, parent, [&](uint64_t present, const Box& box) {
    if (present == name_of(name))
      found.push_back(box);
  });
  return found;
}

Box find_box(FileReader& file, Box box, std::initializer_list<std::string_view> names) {
  for (std::string_view name : names) {
    const std::vector<Box> found = find_boxes(file, box, name);
    if (found.empty())
      return {};
    box = found.front();
  }
  return box;
}

} // namespace videohistogram::tools
