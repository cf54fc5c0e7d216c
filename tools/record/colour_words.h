// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Colours in the words of standards, by the numbers of ITU-T H.273.
#pragma once

#include "tools/record/declared.h"

#include <cstdint>
#include <string>

namespace videohistogram::tools {

/// Such as "BT.709"; "number 77 of H.273" for one that has no name.
std::string name_primaries(uint32_t number);
std::string name_transfer(uint32_t number);
std::string name_matrix(uint32_t number);
/// "limited" or "full", of 0 or 1.
std::string name_range(uint32_t number);

/// Such as "BT.2020, PQ, limited; declared by the bitstream". Parts that different sources state
/// are apart: "limited; declared by the container · BT.601; assumed". Empty: nothing is known.
std::string describe_colours(const DeclaredColours& colours);

/// Such as "declared by the container" or "assumed".
std::string describe_source(DeclaredBy by);

} // namespace videohistogram::tools
