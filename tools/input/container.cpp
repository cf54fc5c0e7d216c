// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/input/container.h"

#include "tools/input/file_reader.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace videohistogram::tools {

namespace {

/// Whether it is the name of a box outside of others. Programs append data of their own to files,
/// such as tags, which are no boxes.
bool is_box_name(uint64_t name) {
  constexpr std::string_view names[] = {"ftyp", "moov", "mdat", "moof", "mfra", "sidx", "ssix",
                                        "styp", "free", "skip", "wide", "uuid", "udta", "meta",
                                        "pdin", "pnot", "emsg", "prft", "imda", "PICT"};
  return std::any_of(std::begin(names), std::end(names),
                     [name](std::string_view known) { return name == name_of(known); });
}

/// The end of the last box. Boxes with an unknown size reach to the end of the file.
std::optional<uint64_t> iso_size(FileReader& file) {
  constexpr int most_boxes = 1000000; // movie fragments are two boxes each
  uint64_t place = 0;
  for (int boxes = 0; boxes < most_boxes; boxes++) {
    std::optional<uint64_t> size = file.number<4>(place);
    const std::optional<uint64_t> name = file.number<4>(place + 4);
    if (!size || !name)
      return place; // the boxes before are whole; a cut within a header leaves no frame unread
    if (*size == 1)
      size = file.number<8>(place + 8);
    if (!size || *size < 8 || !is_box_name(*name) || *size > INT64_MAX - place)
      return {};
    place += *size;
  }
  return {};
}

/// A number of EBML with its length; the value of an unknown size is `all`.
struct EbmlNumber {
  uint64_t value, length, all;
};

std::optional<EbmlNumber> read_ebml_number(FileReader& file, uint64_t place) {
  const std::optional<uint64_t> first = file.number<1>(place);
  if (!first || *first == 0)
    return {};
  uint64_t length = 1;
  while (!(*first & 0x80 >> (length - 1)))
    length++;
  uint64_t value = *first & (0xff >> length);
  for (uint64_t i = 1; i < length; i++) {
    const std::optional<uint64_t> next = file.number<1>(place + i);
    if (!next)
      return {};
    value = value << 8 | *next;
  }
  return EbmlNumber{value, length, (uint64_t{1} << 7 * length) - 1};
}

/// The end of the segment after the header.
std::optional<uint64_t> matroska_size(FileReader& file) {
  constexpr uint64_t segment = 0x18538067;
  const std::optional<EbmlNumber> header = read_ebml_number(file, 4);
  if (!header || header->value > 4096)
    return {};
  const uint64_t place = 4 + header->length + header->value;
  if (file.number<4>(place) != segment)
    return {};
  const std::optional<EbmlNumber> size = read_ebml_number(file, place + 4);
  if (!size || size->value == size->all)
    return {};
  return place + 4 + size->length + size->value;
}

/// The end of the last chunk: large AVI files have several.
std::optional<uint64_t> riff_size(FileReader& file) {
  uint64_t place = 0;
  while (file.number<4>(place) == name_of("RIFF")) {
    const auto size = file.bytes<4>(place + 4);
    if (!size)
      break;
    const uint64_t bytes =
        (*size)[0] | (*size)[1] << 8 | (*size)[2] << 16 | static_cast<uint64_t>((*size)[3]) << 24;
    if (bytes == 0)
      return {}; // a recorder that was not stopped
    place += 8 + bytes;
  }
  return place;
}

} // namespace

std::optional<uint64_t> declared_size(const std::string& path) {
  FileReader file(path);
  const std::optional<uint64_t> start = file.number<4>(0), name = file.number<4>(4);
  if (start == 0x1a45dfa3)
    return matroska_size(file);
  if (start == name_of("RIFF"))
    return riff_size(file);
  for (const char* box : {"ftyp", "moov", "mdat", "wide", "free", "skip"}) {
    if (name == name_of(box))
      return iso_size(file);
  }
  return {};
}

} // namespace videohistogram::tools
