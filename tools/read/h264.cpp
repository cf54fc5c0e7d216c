// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/read/h264.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace videohistogram::tools {

namespace {

/// Bits of a parameter set of H.264, from its profile on.
class ParameterSet {
public:
  ParameterSet(const uint8_t* data, size_t size) : data_(data), size_(size) {}
  unsigned bits(int count) {
    unsigned value = 0;
    for (; count > 0; count--, place_++)
      value = 2 * value + (place_ / 8 < size_ ? data_[place_ / 8] >> (7 - place_ % 8) & 1 : 0);
    return value;
  }
  /// ue(v) of the standard.
  unsigned number() {
    int zeros = 0;
    while (zeros < 31 && place_ / 8 < size_ && bits(1) == 0)
      zeros++;
    return (1u << zeros) - 1 + bits(zeros);
  }

private:
  const uint8_t* const data_;
  const size_t size_;
  size_t place_ = 0;
};

/// The bits of the first byte of a NAL unit that have its type, and types.
constexpr uint8_t type_mask = 0x1F, idr_slice = 5, parameter_set = 7;

/// Whether a header is that of MP4 and Matroska (avcC), where units follow their length, instead of
/// start codes.
bool has_lengths(const AVCodecParameters& parameters) {
  return parameters.extradata_size > 8 && parameters.extradata[0] == 1;
}

/// The unit behind the next start code; `end` without one.
const uint8_t* find_unit(const uint8_t* begin, const uint8_t* end) {
  constexpr uint8_t start_code[] = {0, 0, 1};
  begin = std::search(begin, end, std::begin(start_code), std::end(start_code));
  return end - begin > 3 ? begin + 3 : end;
}

/// The first unit of a packet of a type that `wanted` is true for; null: none.
template <class Predicate>
const uint8_t* find_unit(const AVPacket& packet, const AVCodecParameters& parameters,
                         Predicate wanted) {
  const uint8_t *begin = packet.data, *const end = packet.data + packet.size;
  const ptrdiff_t bytes = has_lengths(parameters) ? (parameters.extradata[4] & 3) + 1 : 0;
  for (;;) {
    uint64_t length = 0;
    if (bytes == 0) {
      begin = find_unit(begin, end);
    } else {
      if (end - begin <= bytes)
        return nullptr;
      for (const uint8_t* const unit = begin + bytes; begin < unit; begin++)
        length = length << 8 | *begin;
    }
    if (begin == end)
      return nullptr;
    if (wanted(*begin & type_mask))
      return begin;
    if (length > static_cast<uint64_t>(end - begin))
      return nullptr;
    begin += length;
  }
}

} // namespace

bool is_monochrome_h264(const AVCodecParameters& parameters) {
  if (parameters.codec_id != AV_CODEC_ID_H264)
    return false;
  const uint8_t* unit = parameters.extradata;
  const uint8_t* const end = unit + parameters.extradata_size;
  if (has_lengths(parameters)) {
    unit += 8;
  } else {
    do
      unit = find_unit(unit, end);
    while (unit != end && (*unit & type_mask) != parameter_set);
  }
  if (unit == end || (*unit & type_mask) != parameter_set)
    return false;
  ParameterSet bits(unit + 1, static_cast<size_t>(end - unit - 1));
  const unsigned profile = bits.bits(8);
  bits.bits(16);
  bits.number();
  constexpr unsigned with_chroma_format[] = {100, 110, 122, 244, 44, 83, 86, 118, 128};
  return std::find(std::begin(with_chroma_format), std::end(with_chroma_format), profile) !=
             std::end(with_chroma_format) &&
         bits.number() == 0;
}

bool begins_with_idr(const AVPacket& packet, const AVCodecParameters& parameters) {
  const uint8_t* const slice =
      find_unit(packet, parameters, [](unsigned type) { return type > 0 && type <= idr_slice; });
  return slice && (*slice & type_mask) == idr_slice;
}

} // namespace videohistogram::tools
