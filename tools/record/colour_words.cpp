// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tools/record/colour_words.h"

#include <initializer_list>

namespace videohistogram::tools {

namespace {

struct Name {
  uint32_t number;
  const char* text;
};

constexpr Name primaries_names[] = {
    {1, "BT.709"},     {4, "BT.470 M"},    {5, "BT.601 625"},     {6, "BT.601 525"},
    {7, "SMPTE 240M"}, {8, "film"},        {9, "BT.2020"},        {10, "CIE XYZ (ST 428)"},
    {11, "DCI-P3"},    {12, "Display P3"}, {22, "EBU Tech 3213"},
};
constexpr Name transfer_names[] = {
    {1, "BT.709"},
    {4, "gamma 2.2"},
    {5, "gamma 2.8"},
    {6, "BT.601"},
    {7, "SMPTE 240M"},
    {8, "linear"},
    {9, "logarithmic 100:1"},
    {10, "logarithmic 316:1"},
    {11, "xvYCC"},
    {12, "BT.1361"},
    {13, "sRGB"},
    {14, "BT.2020 (10 bits)"},
    {15, "BT.2020 (12 bits)"},
    {16, "PQ"},
    {17, "DCI (ST 428)"},
    {18, "HLG"},
};
constexpr Name matrix_names[] = {
    {0, "R'G'B'"},
    {1, "BT.709"},
    {4, "FCC"},
    {5, "BT.601 625"},
    {6, "BT.601 525"},
    {7, "SMPTE 240M"},
    {8, "YCgCo"},
    {9, "BT.2020"},
    {10, "BT.2020 of constant luminance"},
    {11, "ST 2085"},
    {12, "derived from the primaries"},
    {13, "derived from the primaries, of constant luminance"},
    {14, "ICtCp"},
};

template <size_t count>
std::string find_name(const Name (&names)[count], uint32_t number) {
  for (const Name& name : names) {
    if (name.number == number)
      return name.text;
  }
  return "number " + std::to_string(number) + " of H.273";
}

bool begins_with(const std::string& text, const std::string& begin) {
  return text.compare(0, begin.size(), begin) == 0;
}

/// Transfer functions whose names say that they are these.
bool is_plain_transfer(uint32_t number) {
  return number == 4 || number == 5 || number == 13 || number == 16 || number == 18;
}

void append(std::string& text, const std::string& part) {
  text += (text.empty() ? "" : ", ") + part;
}

/// The parts that one source states, without its name; empty: it states none.
std::string describe_parts(const DeclaredColours& colours, DeclaredBy by) {
  const auto states = [by](const ColourPart& part) { return part.number && part.by == by; };
  const bool has_primaries = states(colours.primaries), has_transfer = states(colours.transfer),
             has_matrix = states(colours.matrix);
  const std::string primaries = has_primaries ? name_primaries(*colours.primaries.number) : "";
  const std::string transfer = has_transfer ? name_transfer(*colours.transfer.number) : "";
  const std::string matrix = has_matrix ? name_matrix(*colours.matrix.number) : "";
  std::string text;
  const bool is_rgb = has_matrix && *colours.matrix.number == 0;
  if (is_rgb)
    append(text, matrix);
  // One name for all parts of a standard. That of a transfer function is shorter or longer:
  // "BT.601" of "BT.601 525", "BT.2020 (10 bits)" of "BT.2020".
  const bool is_one = has_primaries && (is_rgb || (has_matrix && primaries == matrix));
  if (has_primaries)
    append(text, is_one ? primaries : "primaries " + primaries);
  if (has_transfer && is_plain_transfer(*colours.transfer.number))
    append(text, transfer);
  else if (has_transfer &&
           !(is_one && (begins_with(primaries, transfer) || begins_with(transfer, primaries))))
    append(text, "transfer " + transfer);
  if (has_matrix && !is_rgb && !is_one)
    append(text, "matrix " + matrix);
  if (states(colours.range))
    append(text, name_range(*colours.range.number));
  return text;
}

} // namespace

std::string name_primaries(uint32_t number) {
  return find_name(primaries_names, number);
}

std::string name_transfer(uint32_t number) {
  return find_name(transfer_names, number);
}

std::string name_matrix(uint32_t number) {
  return find_name(matrix_names, number);
}

std::string name_range(uint32_t number) {
  return number == 0 ? "limited" : "full";
}

std::string describe_source(DeclaredBy by) {
  switch (by) {
  case DeclaredBy::nobody:
    return "";
  case DeclaredBy::assumed:
    return "assumed";
  case DeclaredBy::bitstream:
    return "declared by the bitstream";
  case DeclaredBy::container:
    return "declared by the container";
  case DeclaredBy::setting:
    return "set for the scan";
  }
  return "";
}

std::string describe_colours(const DeclaredColours& colours) {
  std::string text;
  for (DeclaredBy by :
       {DeclaredBy::setting, DeclaredBy::bitstream, DeclaredBy::container, DeclaredBy::assumed}) {
    const std::string parts = describe_parts(colours, by);
    if (!parts.empty())
      text += (text.empty() ? "" : " · ") + parts + "; " + describe_source(by);
  }
  return text;
}

} // namespace videohistogram::tools
