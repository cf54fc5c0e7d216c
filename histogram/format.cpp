// SPDX-License-Identifier: LGPL-2.1-or-later
#include "histogram/format.h"

namespace videohistogram {

namespace {

constexpr Channel R = Channel::r, G = Channel::g, B = Channel::b, A = Channel::a;

constexpr FormatInfo formats[] = {
    {"RGBA", 8, 4, 4, {{{R, 0}, {G, 1}, {B, 2}, {A, 3}}}},
    {"RGBx", 8, 4, 3, {{{R, 0}, {G, 1}, {B, 2}}}},
    {"BGRA", 8, 4, 4, {{{B, 0}, {G, 1}, {R, 2}, {A, 3}}}},
    {"BGRx", 8, 4, 3, {{{B, 0}, {G, 1}, {R, 2}}}},
    {"ARGB", 8, 4, 4, {{{A, 0}, {R, 1}, {G, 2}, {B, 3}}}},
    {"xRGB", 8, 4, 3, {{{R, 1}, {G, 2}, {B, 3}}}},
    {"ABGR", 8, 4, 4, {{{A, 0}, {B, 1}, {G, 2}, {R, 3}}}},
    {"xBGR", 8, 4, 3, {{{B, 1}, {G, 2}, {R, 3}}}},
    {"RGB", 8, 3, 3, {{{R, 0}, {G, 1}, {B, 2}}}},
    {"BGR", 8, 3, 3, {{{B, 0}, {G, 1}, {R, 2}}}},
    {"GRAY8", 8, 1, 1, {{{Channel::gray, 0}}}},
    {"RGBA64_LE", 16, 8, 4, {{{R, 0}, {G, 2}, {B, 4}, {A, 6}}}, 2},
    {"BGRA64_LE", 16, 8, 4, {{{B, 0}, {G, 2}, {R, 4}, {A, 6}}}, 2},
    {"ARGB64_LE", 16, 8, 4, {{{A, 0}, {R, 2}, {G, 4}, {B, 6}}}, 2},
    {"ABGR64_LE", 16, 8, 4, {{{A, 0}, {B, 2}, {G, 4}, {R, 6}}}, 2},
    {"GRAY16_LE", 16, 2, 1, {{{Channel::gray, 0}}}, 2},
};

constexpr const FormatInfo* format_list[] = {
    &formats[0],  &formats[1],  &formats[2],  &formats[3],  &formats[4],  &formats[5],
    &formats[6],  &formats[7],  &formats[8],  &formats[9],  &formats[10], &formats[11],
    &formats[12], &formats[13], &formats[14], &formats[15], nullptr,
};

} // namespace

const char* channel_name(Channel channel) {
  constexpr const char* names[] = {"R", "G", "B", "A", "Y", "Cb", "Cr", "GRAY", "LUMA"};
  return names[static_cast<size_t>(channel)];
}

ChannelSet FormatInfo::channels() const {
  ChannelSet set = 0;
  for (uint32_t i = 0; i < n_components; i++)
    set |= channel_bit(components[i].channel);
  return set;
}

int FormatInfo::offset_of(Channel channel) const {
  for (uint32_t i = 0; i < n_components; i++)
    if (components[i].channel == channel)
      return components[i].offset;
  return -1;
}

const FormatInfo* find_format(std::string_view name) {
  for (const FormatInfo& format : formats)
    if (name == format.name)
      return &format;
  return nullptr;
}

const FormatInfo* const* all_formats() {
  return format_list;
}

ChannelList select_channels(const FormatInfo& format, ChannelSet wanted) {
  ChannelSet available = format.channels();
  if (format.is_rgb())
    available |= channel_bit(Channel::luma);

  ChannelList list;
  for (uint32_t c = 0; c <= static_cast<uint32_t>(Channel::luma); c++)
    if (wanted & available & (1u << c))
      list.channels[list.size++] = static_cast<Channel>(c);
  return list;
}

} // namespace videohistogram
