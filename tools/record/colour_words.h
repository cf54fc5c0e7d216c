// SPDX-FileCopyrightText: 2026 The gst-videohistogram authors
// SPDX-License-Identifier: LGPL-2.1-or-later
// Colours in the words of standards, by the numbers of ITU-T H.273.
#pragma once

#include "tools/record/declared.h"

#include <cstdint>
#include <string>

namespace videohistogram::tools {

/// The standard that a number of H.273 stands for, such as "BT.709", or "number 77 of H.273" for a
/// number without a name.
std::string name_primaries(uint32_t number);
std::string name_transfer(uint32_t number);
std::string name_matrix(uint32_t number);
/// "limited" or "full", of 0 or 1.
std::string name_range(uint32_t number);

/// The colours of a video and who states them, such as "BT.2020, PQ, limited; declared by the
/// bitstream". Parts that different sources state are apart: "limited; declared by the container ·
/// BT.601; assumed". Empty: nothing is known.
std::string describe_colours(const DeclaredColours& colours);

/// Who states a part of the colours, such as "declared by the container" or "assumed".
std::string describe_source(DeclaredBy by);

} // namespace videohistogram::tools
