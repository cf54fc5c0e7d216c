// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "core/format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace videohistogram {

namespace {

std::string names(const QuantityList& list) {
  std::string joined;
  for (Quantity channel : list)
    joined += std::string(joined.empty() ? "" : " ") + quantity_name(channel);
  return joined;
}

/// All quantities but differences.
constexpr QuantitySet everything = all_quantities & ~all_differences;

} // namespace

TEST(Format, ListsEveryFormatOnce) {
  std::set<std::string> listed;
  for (const FormatInfo* const* format = all_formats(); *format; format++)
    EXPECT_TRUE(listed.insert((*format)->name).second) << (*format)->name;
  EXPECT_EQ(listed, (std::set<std::string>{"RGBA",
                                           "RGBx",
                                           "BGRA",
                                           "BGRx",
                                           "ARGB",
                                           "xRGB",
                                           "ABGR",
                                           "xBGR",
                                           "RGB",
                                           "BGR",
                                           "GRAY8",
                                           "NV12",
                                           "NV21",
                                           "I420",
                                           "YV12",
                                           "Y42B",
                                           "NV16",
                                           "NV61",
                                           "Y444",
                                           "NV24",
                                           "YUY2",
                                           "UYVY",
                                           "P010_10LE",
                                           "I420_10LE",
                                           "I422_10LE",
                                           "Y444_10LE",
                                           "P012_LE",
                                           "I420_12LE",
                                           "I422_12LE",
                                           "Y444_12LE",
                                           "P016_LE",
                                           "GRAY16_LE",
                                           "RGBA64_LE",
                                           "BGRA64_LE",
                                           "ARGB64_LE",
                                           "ABGR64_LE",
                                           "ARGB64",
                                           "A420",
                                           "AYUV",
                                           "VUYA",
                                           "v308",
                                           "GBR",
                                           "GBRA",
                                           "Y444_16LE",
                                           "GBR_10LE",
                                           "Y412_LE",
                                           "Y212_LE",
                                           "Y41B",
                                           "YUV9",
                                           "v216",
                                           "YVYU",
                                           "VYUY",
                                           "Y210",
                                           "IYU2",
                                           "AYUV64",
                                           "YVU9",
                                           "RGBP",
                                           "BGRP",
                                           "AV12",
                                           "A420_10LE",
                                           "A422_10LE",
                                           "A444_10LE",
                                           "GBRA_10LE",
                                           "GBR_12LE",
                                           "GBRA_12LE",
                                           "A422",
                                           "A444",
                                           "RBGA",
                                           "GRAY10_LE16",
                                           "A420_12LE",
                                           "A422_12LE",
                                           "A444_12LE",
                                           "A420_16LE",
                                           "A422_16LE",
                                           "A444_16LE",
                                           "GBR_16LE",
                                           "Y216_LE",
                                           "Y416_LE",
                                           "v210",
                                           "UYVP",
                                           "Y410",
                                           "r210",
                                           "RGB10A2_LE",
                                           "BGR10A2_LE",
                                           "RGB10x2_LE",
                                           "BGR10x2_LE",
                                           "GRAY10_LE32",
                                           "NV12_10LE32",
                                           "NV16_10LE32",
                                           "NV12_10LE40",
                                           "NV16_10LE40",
                                           "IYU1",
                                           "RGB16",
                                           "BGR16",
                                           "RGB15",
                                           "BGR15",
                                           "NV12_4L4",
                                           "NV12_32L32",
                                           "NV12_16L32S",
                                           "NV12_64Z32",
                                           "NV12_8L128",
                                           "NV12_10BE_8L128",
                                           "NV12_10LE40_4L4",
                                           "MT2110T",
                                           "MT2110R",
                                           "GRAY16_BE",
                                           "P010_10BE",
                                           "I420_10BE",
                                           "I422_10BE",
                                           "Y444_10BE",
                                           "A420_10BE",
                                           "A422_10BE",
                                           "A444_10BE",
                                           "GBR_10BE",
                                           "GBRA_10BE",
                                           "P012_BE",
                                           "I420_12BE",
                                           "I422_12BE",
                                           "Y444_12BE",
                                           "Y212_BE",
                                           "Y412_BE",
                                           "A420_12BE",
                                           "A422_12BE",
                                           "A444_12BE",
                                           "GBR_12BE",
                                           "GBRA_12BE",
                                           "P016_BE",
                                           "Y444_16BE",
                                           "Y216_BE",
                                           "Y416_BE",
                                           "A420_16BE",
                                           "A422_16BE",
                                           "A444_16BE",
                                           "GBR_16BE",
                                           "RGBA64_BE",
                                           "BGRA64_BE",
                                           "ARGB64_BE",
                                           "ABGR64_BE"}));
}

TEST(Format, IsFoundByItsName) {
  for (const FormatInfo* const* format = all_formats(); *format; format++)
    EXPECT_EQ(find_format((*format)->name), *format);
  for (const char* name :
       {"", "rgba", "RGBA ", "NV42", "RGBAx", "GRAY", "RGB8P", "RGBA_F16LE", "DMA_DRM"})
    EXPECT_EQ(find_format(name), nullptr) << name;
}

TEST(Format, HasEachComponentWhereTheNameHasItsLetter) {
  for (const FormatInfo* const* format = all_formats(); *format; format++) {
    const std::string name = (*format)->name;
    const SamplePlane& sample_plane = (*format)->sample_planes[0];
    if ((*format)->is_ycbcr() || (*format)->n_planes > 1 || (*format)->depth % 8 != 0 ||
        (*format)->unpacked)
      continue;
    const bool deep =
        name.find("16_LE") != std::string::npos || name.find("64") != std::string::npos;
    const int sample_bytes = deep ? 2 : 1;
    EXPECT_EQ((*format)->depth, 8 * sample_bytes) << name;
    EXPECT_EQ((*format)->sample_bytes, sample_bytes) << name;
    EXPECT_EQ((*format)->shift, 0) << name;
    EXPECT_EQ((*format)->n_planes, 1) << name;
    EXPECT_EQ((*format)->n_sample_planes, 1) << name;
    if (name == "GRAY8" || name == "GRAY16_LE") {
      EXPECT_EQ(sample_plane.pixel_bytes, sample_bytes);
      EXPECT_EQ(sample_plane.offset_of(Quantity::gray), 0);
      EXPECT_EQ(sample_plane.offset_of(Quantity::r), -1);
      continue;
    }
    const std::string components = deep ? name.substr(0, 4) : name;
    EXPECT_EQ(sample_plane.pixel_bytes, components.size() * sample_bytes);
    const std::pair<Quantity, char> letters[] = {
        {Quantity::r, 'R'}, {Quantity::g, 'G'}, {Quantity::b, 'B'}, {Quantity::a, 'A'}};
    for (const auto& [channel, letter] : letters) {
      const size_t at = components.find(letter);
      EXPECT_EQ(sample_plane.offset_of(channel),
                at == std::string::npos ? -1 : static_cast<int>(at) * sample_bytes)
          << name << " " << letter;
    }
    EXPECT_EQ(sample_plane.offset_of(Quantity::luma), -1) << name;
  }
}

TEST(Format, OfYuvHasTheBytesOfItsDefinition) {
  const struct {
    const char* name;
    size_t bytes; ///< of 5 x 3 pixels without padding
    uint32_t depth, shift;
    bool alpha = false;
  } formats[] = {
      {"NV12", 15 + 2 * 6, 8, 0},
      {"NV21", 15 + 2 * 6, 8, 0},
      {"I420", 15 + 2 * 6, 8, 0},
      {"YV12", 15 + 2 * 6, 8, 0},
      {"Y42B", 15 + 2 * 9, 8, 0},
      {"NV16", 15 + 2 * 9, 8, 0},
      {"NV61", 15 + 2 * 9, 8, 0},
      {"Y444", 3 * 15, 8, 0},
      {"YUY2", 12 * 3, 8, 0},
      {"UYVY", 12 * 3, 8, 0},
      {"P010_10LE", 30 + 4 * 6, 10, 6},
      {"I420_10LE", 30 + 4 * 6, 10, 0},
      {"I422_10LE", 30 + 4 * 9, 10, 0},
      {"Y444_10LE", 6 * 15, 10, 0},
      {"P012_LE", 30 + 4 * 6, 12, 4},
      {"I420_12LE", 30 + 4 * 6, 12, 0},
      {"I422_12LE", 30 + 4 * 9, 12, 0},
      {"Y444_12LE", 6 * 15, 12, 0},
      {"P016_LE", 30 + 4 * 6, 16, 0},
      {"NV24", 15 + 2 * 15, 8, 0},
      {"A420", 2 * 15 + 2 * 6, 8, 0, true},
      {"AYUV", 4 * 15, 8, 0, true},
      {"VUYA", 4 * 15, 8, 0, true},
      {"v308", 3 * 15, 8, 0},
      {"Y444_16LE", 6 * 15, 16, 0},
      {"Y412_LE", 8 * 15, 12, 4, true},
      {"Y212_LE", 24 * 3, 12, 4},
      {"Y41B", 15 + 2 * 6, 8, 0},
      {"YUV9", 15 + 2 * 2, 8, 0},
      {"YVYU", 12 * 3, 8, 0},
      {"VYUY", 12 * 3, 8, 0},
      {"Y210", 24 * 3, 10, 6},
      {"IYU2", 3 * 15, 8, 0},
      {"AYUV64", 8 * 15, 16, 0, true},
      {"YVU9", 15 + 2 * 2, 8, 0},
      {"AV12", 2 * 15 + 2 * 6, 8, 0, true},
      {"A420_10LE", 2 * 30 + 4 * 6, 10, 0, true},
      {"A422_10LE", 2 * 30 + 4 * 9, 10, 0, true},
      {"A444_10LE", 8 * 15, 10, 0, true},
  };
  for (const auto& expected : formats) {
    const FormatInfo& format = *find_format(expected.name);
    size_t bytes = 0;
    for (uint32_t plane = 0; plane < format.n_planes; plane++)
      bytes += format.row_bytes(plane, 5) * format.rows(plane, 3);
    EXPECT_EQ(bytes, expected.bytes) << expected.name;
    EXPECT_EQ(format.depth, expected.depth) << expected.name;
    EXPECT_EQ(format.shift, expected.shift) << expected.name;
    EXPECT_EQ(names(select_quantities(format, everything)),
              std::string("R G B ") + (expected.alpha ? "A " : "") +
                  "Y Cb Cr MAXRGB SAT HUE RANGE BRNG R-G G-B CHROMA CIE-X CIE-Y CIE-U CIE-V")
        << expected.name;
    EXPECT_EQ(names(select_quantities(format, format.quantities_in(Domain::plane))),
              expected.alpha ? "A Y Cb Cr" : "Y Cb Cr")
        << expected.name;
    EXPECT_TRUE(format.is_ycbcr()) << expected.name;
    EXPECT_FALSE(format.is_rgb()) << expected.name;
  }
}

TEST(Format, OfRgbInPlanesComputesPixelsOfSeveralPlanes) {
  for (const char* name :
       {"GBR", "GBRA", "GBR_10LE", "RGBP", "BGRP", "GBRA_10LE", "GBR_12LE", "GBRA_12LE"}) {
    const FormatInfo& format = *find_format(name);
    const bool alpha = std::string(name).rfind("GBRA", 0) == 0;
    EXPECT_EQ(format.n_planes, alpha ? 4 : 3) << name;
    EXPECT_EQ(names(select_quantities(format, format.quantities_in(Domain::plane))),
              alpha ? "R G B A" : "R G B")
        << name;
    EXPECT_EQ(names(select_quantities(format, format.quantities_in(Domain::pixel))),
              "LUMA MAXRGB RANGE R-G G-B CIE-X CIE-Y CIE-U CIE-V")
        << name;
  }
}

TEST(Format, KeepsTheChannelsOfASamplePlaneTogether) {
  for (const FormatInfo* const* format = all_formats(); *format; format++) {
    QuantitySet before = 0;
    for (uint32_t g = 0; g < (*format)->n_sample_planes; g++) {
      const QuantitySet channels = (*format)->sample_planes[g].channels();
      EXPECT_GT(channels, before) << (*format)->name;
      EXPECT_LT((*format)->sample_planes[g].plane,
                ((*format)->unpacked ? (*format)->unpacked : *format)->n_planes)
          << (*format)->name;
      before = channels;
    }
  }
}

TEST(Format, OfPackedFramesHasTheBytesOfItsDefinition) {
  const struct {
    const char* name;
    uint32_t width, height;
    std::vector<size_t> row_bytes, rows; ///< per plane
    std::vector<uint32_t> depths;        ///< of the stored channels
  } formats[] = {
      {"v210", 1, 3, {16}, {3}, {10, 10, 10}},
      {"v210", 13, 3, {48}, {3}, {10, 10, 10}},
      {"UYVP", 1, 1, {4}, {1}, {10, 10, 10}},
      {"UYVP", 6, 1, {15}, {1}, {10, 10, 10}},
      {"IYU1", 5, 2, {12}, {2}, {8, 8, 8}},
      {"Y410", 5, 2, {20}, {2}, {2, 10, 10, 10}},
      {"r210", 5, 2, {20}, {2}, {10, 10, 10}},
      {"RGB10A2_LE", 5, 2, {20}, {2}, {10, 10, 10, 2}},
      {"BGR10x2_LE", 5, 2, {20}, {2}, {10, 10, 10}},
      {"RGB16", 5, 2, {10}, {2}, {5, 6, 5}},
      {"BGR15", 5, 2, {10}, {2}, {5, 5, 5}},
      {"GRAY10_LE32", 7, 2, {12}, {2}, {10}},
      {"NV12_10LE32", 7, 5, {12, 12}, {5, 3}, {10, 10, 10}},
      {"NV16_10LE32", 3, 5, {4, 8}, {5, 5}, {10, 10, 10}},
      {"NV12_10LE40", 5, 5, {7, 8}, {5, 3}, {10, 10, 10}},
      {"NV16_10LE40", 4, 5, {5, 5}, {5, 5}, {10, 10, 10}},
      {"NV12_4L4", 5, 9, {32, 32}, {3, 2}, {8, 8, 8}},
      {"NV12_32L32", 33, 65, {2048, 2048}, {3, 2}, {8, 8, 8}},
      {"NV12_16L32S", 33, 65, {3 * 512, 3 * 256}, {3, 3}, {8, 8, 8}},
      {"NV12_64Z32", 65, 65, {4096, 4096}, {3, 2}, {8, 8, 8}},
      {"NV12_8L128", 9, 129, {2048, 2048}, {2, 1}, {8, 8, 8}},
      {"NV12_10BE_8L128", 7, 129, {2048, 2048}, {2, 1}, {10, 10, 10}},
      {"NV12_10LE40_4L4", 5, 9, {40, 40}, {3, 2}, {10, 10, 10}},
      {"MT2110T", 33, 65, {3 * 640, 3 * 320}, {3, 3}, {10, 10, 10}},
      {"I420_10BE", 5, 3, {10, 6, 6}, {3, 2, 2}, {10, 10, 10}},
  };
  for (const auto& expected : formats) {
    const FormatInfo& format = *find_format(expected.name);
    ASSERT_EQ(format.n_planes, expected.rows.size()) << expected.name;
    for (uint32_t plane = 0; plane < format.n_planes; plane++) {
      EXPECT_EQ(format.row_bytes(plane, expected.width), expected.row_bytes[plane])
          << expected.name << " plane " << plane;
      EXPECT_EQ(format.rows(plane, expected.height), expected.rows[plane])
          << expected.name << " plane " << plane;
    }
    std::vector<uint32_t> depths;
    for (Quantity quantity : select_quantities(format, format.channels()))
      depths.push_back(format.values_of(quantity).depth);
    EXPECT_EQ(depths, expected.depths) << expected.name;
  }
}

TEST(Format, HasAChannelInTheHighBitsOfItsSample) {
  for (const FormatInfo* const* format = all_formats(); *format; format++)
    for (uint32_t g = 0; g < (*format)->n_sample_planes; g++) {
      const SamplePlane& plane = (*format)->sample_planes[g];
      for (uint32_t i = 0; i < plane.n_components; i++) {
        EXPECT_EQ(plane.components[i].bits, plane.depth()) << (*format)->name;
        EXPECT_EQ(plane.components[i].shift, plane.shift()) << (*format)->name;
        EXPECT_EQ(plane.depth() + plane.shift(), (*format)->depth + (*format)->shift)
            << (*format)->name;
      }
    }
}

TEST(Format, DescribesPackedFramesAsTheyAreOnceUnpacked) {
  for (const FormatInfo* const* format = all_formats(); *format; format++) {
    const FormatInfo* const unpacked = (*format)->unpacked;
    ASSERT_EQ(unpacked != nullptr, (*format)->packing != Packing::none) << (*format)->name;
    if (!unpacked)
      continue;
    EXPECT_STREQ(unpacked->name, (*format)->name);
    EXPECT_EQ(unpacked->packing, Packing::none);
    EXPECT_EQ(unpacked->depth, (*format)->depth);
    EXPECT_EQ(unpacked->shift, (*format)->shift);
    EXPECT_EQ(unpacked->channels(), (*format)->channels());
    uint32_t planes = 0;
    for (uint32_t g = 0; g < unpacked->n_sample_planes; g++)
      planes = std::max<uint32_t>(planes, unpacked->sample_planes[g].plane + 1);
    EXPECT_EQ(unpacked->n_planes, planes) << (*format)->name;
  }
}

TEST(Format, NeverReportsAnXByteAsAlpha) {
  for (const char* name : {"RGBx", "BGRx", "xRGB", "xBGR", "RGB", "BGR"}) {
    EXPECT_EQ(find_format(name)->channels() & quantity_bit(Quantity::a), 0u) << name;
    EXPECT_EQ(names(select_quantities(*find_format(name), everything)),
              "R G B LUMA MAXRGB RANGE R-G G-B CIE-X CIE-Y CIE-U CIE-V")
        << name;
  }
}

TEST(Format, ListsChannelsInOneOrderWhateverTheFormats) {
  for (const char* name :
       {"RGBA", "BGRA", "ARGB", "ABGR", "RGBA64_LE", "BGRA64_LE", "ARGB64_LE", "ABGR64_LE"})
    EXPECT_EQ(names(select_quantities(*find_format(name), everything)),
              "R G B A LUMA MAXRGB RANGE R-G G-B CIE-X CIE-Y CIE-U CIE-V")
        << name;
}

TEST(Format, IsBigEndianIfItsNameOrTheCpuIs) {
  const uint16_t one = 1;
  const bool cpu_is = *reinterpret_cast<const uint8_t*>(&one) == 0;
  for (const FormatInfo* const* format = all_formats(); *format; format++) {
    const std::string name = (*format)->name;
    const bool is_native = name == "ARGB64" || name == "AYUV64";
    const bool is_named = name.size() > 2 && name.substr(name.size() - 2) == "BE";
    EXPECT_EQ((*format)->packing == Packing::big_endian, is_native ? cpu_is : is_named) << name;
  }
}

TEST(Format, GrayHasOneChannelAndNoLuma) {
  for (const char* name : {"GRAY8", "GRAY16_LE"}) {
    EXPECT_EQ(names(select_quantities(*find_format(name), everything)), "GRAY") << name;
    EXPECT_FALSE(find_format(name)->is_ycbcr()) << name;
    EXPECT_FALSE(find_format(name)->is_rgb()) << name;
  }
}

TEST(Format, SelectsOnlyWhatIsWantedAndThere) {
  const FormatInfo& rgbx = *find_format("RGBx");
  EXPECT_EQ(names(select_quantities(rgbx, quantity_bit(Quantity::b) | quantity_bit(Quantity::r))),
            "R B");
  EXPECT_EQ(names(select_quantities(rgbx, quantity_bit(Quantity::luma))), "LUMA");
  EXPECT_EQ(
      names(select_quantities(rgbx, quantity_bit(Quantity::a) | quantity_bit(Quantity::gray))), "");
  EXPECT_EQ(names(select_quantities(rgbx, 0)), "");
  EXPECT_EQ(names(select_quantities(rgbx, quantity_bit(Quantity::diff_y) | 1u << 31)), "");
}

TEST(Format, GivesTheValuesOfEveryChannel) {
  const auto expect = [](const char* name, Quantity quantity, uint32_t depth, uint32_t n_values) {
    const ValueRange range = find_format(name)->values_of(quantity);
    EXPECT_EQ(range.depth, depth) << name << " " << quantity_name(quantity);
    EXPECT_EQ(range.n_values, n_values) << name << " " << quantity_name(quantity);
    EXPECT_EQ(range.bins_for(0), n_values);
    EXPECT_EQ(range.bins_for(1 << 20), n_values);
  };
  expect("RGBA", Quantity::r, 8, 256);
  expect("RGBA64_LE", Quantity::maxrgb, 16, 65536);
  expect("NV12", Quantity::r, 8, 256);
  expect("P010_10LE", Quantity::y, 10, 1024);
  expect("P010_10LE", Quantity::g, 12, 4096);
  expect("P010_10LE", Quantity::maxrgb, 12, 4096);
  expect("P010_10LE", Quantity::sat, 10, 1024);
  expect("P010_10LE", Quantity::hue, 9, 360);
  expect("P010_10LE", Quantity::g_minus_b, 12, 4096);
  expect("P010_10LE", Quantity::chroma, 12, 4096);
  expect("GBR_10LE", Quantity::r_minus_g, 10, 1024);
  expect("NV12", Quantity::cie_x, 9, 512);
  expect("ARGB64_LE", Quantity::cie_v, 9, 512);
  expect("I420_12LE", Quantity::b, 12, 4096);
  expect("P016_LE", Quantity::range, 8, 256);
  expect("RGB10A2_LE", Quantity::a, 2, 4);
  expect("RGB10A2_LE", Quantity::luma, 10, 1024);
  expect("RGB16", Quantity::r, 5, 32);
  expect("RGB16", Quantity::g, 6, 64);
  expect("RGB16", Quantity::luma, 6, 64);
  expect("RGB16", Quantity::diff_b, 5, 32);
  expect("Y410", Quantity::g, 12, 4096);
  EXPECT_EQ(find_format("NV12")->values_of(Quantity::y).bins_for(100), 100u);
  EXPECT_EQ(find_format("NV12")->values_of(Quantity::hue).bins_for(100), 360u);
  EXPECT_EQ(find_format("NV12")->values_of(Quantity::range).bins_for(100), 256u);
}

TEST(Format, HasADifferenceOfEveryStoredChannel) {
  for (const auto& [name, differences] :
       {std::pair{"RGBA", "DIFF-R DIFF-G DIFF-B DIFF-A"}, std::pair{"BGR", "DIFF-R DIFF-G DIFF-B"},
        std::pair{"P010_10LE", "DIFF-Y DIFF-Cb DIFF-Cr"}, std::pair{"GRAY8", "DIFF-GRAY"}}) {
    const FormatInfo& format = *find_format(name);
    EXPECT_EQ(names(select_quantities(format, all_differences)), differences);
    for (Quantity difference : select_quantities(format, all_differences)) {
      EXPECT_TRUE(format.stores(source_of_difference(difference))) << name;
      EXPECT_EQ(format.values_of(difference).depth, format.depth) << name;
    }
  }
}

TEST(Format, NamesEveryChannel) {
  const char* const expected[] = {"R",      "G",      "B",       "A",       "Y",        "Cb",
                                  "Cr",     "GRAY",   "LUMA",    "MAXRGB",  "SAT",      "HUE",
                                  "RANGE",  "BRNG",   "R-G",     "G-B",     "CHROMA",   "CIE-X",
                                  "CIE-Y",  "CIE-U",  "CIE-V",   "DIFF-R",  "DIFF-G",   "DIFF-B",
                                  "DIFF-A", "DIFF-Y", "DIFF-Cb", "DIFF-Cr", "DIFF-GRAY"};
  for (uint32_t c = 0; c < n_quantities; c++)
    EXPECT_STREQ(quantity_name(static_cast<Quantity>(c)), expected[c]);
}

} // namespace videohistogram
