// SPDX-License-Identifier: LGPL-2.1-or-later
#include "histogram/format.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace videohistogram {

namespace {

std::string names(const ChannelList& list) {
  std::string joined;
  for (Channel channel : list)
    joined += std::string(joined.empty() ? "" : " ") + channel_name(channel);
  return joined;
}

constexpr ChannelSet everything = ~ChannelSet{0};

} // namespace

TEST(Format, ListsEveryPackedFormatOnce) {
  std::set<std::string> listed;
  for (const FormatInfo* const* format = all_formats(); *format; format++)
    EXPECT_TRUE(listed.insert((*format)->name).second) << (*format)->name;
  EXPECT_EQ(listed, (std::set<std::string>{"RGBA", "RGBx", "BGRA", "BGRx", "ARGB", "xRGB", "ABGR",
                                           "xBGR", "RGB", "BGR", "GRAY8", "RGBA64_LE", "BGRA64_LE",
                                           "ARGB64_LE", "ABGR64_LE", "GRAY16_LE"}));
}

TEST(Format, IsFoundByItsName) {
  for (const FormatInfo* const* format = all_formats(); *format; format++)
    EXPECT_EQ(find_format((*format)->name), *format);
  for (const char* name : {"", "rgba", "RGBA ", "NV12", "RGBAx", "GRAY", "GRAY16_BE", "RGBA64_BE"})
    EXPECT_EQ(find_format(name), nullptr) << name;
}

TEST(Format, HasEachComponentWhereTheNameHasItsLetter) {
  for (const FormatInfo* const* format = all_formats(); *format; format++) {
    const std::string name = (*format)->name;
    const bool deep = name.find("_LE") != std::string::npos;
    const int sample_bytes = deep ? 2 : 1;
    EXPECT_EQ((*format)->depth, 8 * sample_bytes) << name;
    EXPECT_EQ((*format)->sample_bytes, sample_bytes) << name;
    EXPECT_EQ((*format)->shift, 0) << name;
    if (name == "GRAY8" || name == "GRAY16_LE") {
      EXPECT_EQ((*format)->pixel_bytes, sample_bytes);
      EXPECT_EQ((*format)->offset_of(Channel::gray), 0);
      EXPECT_EQ((*format)->offset_of(Channel::r), -1);
      continue;
    }
    const std::string components = deep ? name.substr(0, 4) : name;
    EXPECT_EQ((*format)->pixel_bytes, components.size() * sample_bytes);
    const std::pair<Channel, char> letters[] = {
        {Channel::r, 'R'}, {Channel::g, 'G'}, {Channel::b, 'B'}, {Channel::a, 'A'}};
    for (const auto& [channel, letter] : letters) {
      const size_t at = components.find(letter);
      EXPECT_EQ((*format)->offset_of(channel),
                at == std::string::npos ? -1 : static_cast<int>(at) * sample_bytes)
          << name << " " << letter;
    }
    EXPECT_EQ((*format)->offset_of(Channel::luma), -1) << name;
  }
}

TEST(Format, NeverReportsAnXByteAsAlpha) {
  for (const char* name : {"RGBx", "BGRx", "xRGB", "xBGR", "RGB", "BGR"}) {
    EXPECT_EQ(find_format(name)->channels() & channel_bit(Channel::a), 0u) << name;
    EXPECT_EQ(names(select_channels(*find_format(name), everything)), "R G B LUMA") << name;
  }
}

TEST(Format, ListsChannelsInOneOrderWhateverTheFormats) {
  for (const char* name :
       {"RGBA", "BGRA", "ARGB", "ABGR", "RGBA64_LE", "BGRA64_LE", "ARGB64_LE", "ABGR64_LE"})
    EXPECT_EQ(names(select_channels(*find_format(name), everything)), "R G B A LUMA") << name;
}

TEST(Format, GrayHasOneChannelAndNoLuma) {
  for (const char* name : {"GRAY8", "GRAY16_LE"}) {
    EXPECT_EQ(names(select_channels(*find_format(name), everything)), "GRAY") << name;
    EXPECT_FALSE(find_format(name)->is_rgb()) << name;
  }
}

TEST(Format, SelectsOnlyWhatIsWantedAndThere) {
  const FormatInfo& rgbx = *find_format("RGBx");
  EXPECT_EQ(names(select_channels(rgbx, channel_bit(Channel::b) | channel_bit(Channel::r))), "R B");
  EXPECT_EQ(names(select_channels(rgbx, channel_bit(Channel::luma))), "LUMA");
  EXPECT_EQ(names(select_channels(rgbx, channel_bit(Channel::a) | channel_bit(Channel::gray))), "");
  EXPECT_EQ(names(select_channels(rgbx, 0)), "");
  EXPECT_EQ(names(select_channels(rgbx, ~everything | 1u << 31)), "");
}

TEST(Format, NamesEveryChannel) {
  const char* const expected[] = {"R", "G", "B", "A", "Y", "Cb", "Cr", "GRAY", "LUMA"};
  for (uint32_t c = 0; c <= static_cast<uint32_t>(Channel::luma); c++)
    EXPECT_STREQ(channel_name(static_cast<Channel>(c)), expected[c]);
}

} // namespace videohistogram
